import type { Rolldown } from 'vite'

const tab = [
  'index.html',
  'src/app/Portal.tsx',
  'src/modes/wallet/mode.tsx',
  'src/features/overview/Welcome.tsx',
]

/**
 * What a page starts, by the module that it opens with: a tab or a frame at once, the rest when `boot/early.ts` sees
 * fit, then the page that the URL names (`/` and its first segment).
 */
export const startModules: Readonly<Record<string, readonly string[]>> = {
  tab,
  // What asks the host, and the largest file, which takes longest.
  frame: ['index.html', 'react-dom/client.js'],
  // The rest of the Safe's first screen.
  safe: [
    'src/app/Portal.tsx',
    'src/modes/safe/mode.tsx',
    'src/features/overview/AccountOverview.tsx',
    'src/features/overview/OwnersCard.tsx',
  ],
  // The cards of an account's first page: each alone would find out about its files one round trip after another.
  overview: ['src/features/overview/Transactions.tsx'],
  wallets: ['src/modes/wallet/WalletLayer.tsx'],
  '/activity': ['src/features/activity/ActivityPage.tsx'],
  '/get-paid': ['src/features/get-paid/GetPaidPage.tsx'],
  '/pay': ['src/features/pay/PayPage.tsx'],
  '/verify': ['src/features/verify/VerifyPage.tsx'],
  '/r': ['src/features/get-paid/OpenRequestPage.tsx'],
  '/settings': ['src/features/settings/SettingsPage.tsx'],
  '/receipt': ['src/features/receipt/ReceiptPage.tsx'],
  '/diagnostics': ['src/features/diagnostics/DiagnosticsPage.tsx'],
}

/**
 * The files of each list with everything they import: `tab 222;frame 24`, where the n-th lowest bit of the
 * hexadecimal number is the n-th path. What a tab starts anyway is in no page's list.
 */
export function startLists(bundle: Rolldown.OutputBundle, paths: readonly string[]): string {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const filesOf = (modules: readonly string[]) => {
    const files = new Set<string>()
    const visit = (chunk: Rolldown.OutputChunk | undefined, module: string) => {
      if (!chunk) throw new Error(`The build has no chunk of ${module}; was it renamed?`)
      if (files.has(chunk.fileName)) return
      files.add(chunk.fileName)
      for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
      for (const name of chunk.imports)
        visit(
          chunks.find(({ fileName }) => fileName === name),
          name,
        )
    }
    for (const module of modules) {
      visit(
        chunks.find(({ facadeModuleId, moduleIds }) =>
          [facadeModuleId, ...moduleIds].some((id) => id?.endsWith(`/${module}`)),
        ),
        module,
      )
    }
    return files
  }
  const early = filesOf(tab)
  return Object.entries(startModules)
    .map(([list, modules]) => {
      // The styles of the first screen stand in the page.
      const files = [...filesOf(modules)].filter(
        (file) => !early.has(file) || (!list.startsWith('/') && file.endsWith('.js')),
      )
      const bits = files.reduce((sum, file) => sum | (1n << BigInt(paths.indexOf(file))), 0n)
      return `${list} ${bits.toString(16)}`
    })
    .join(';')
}
