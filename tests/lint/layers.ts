/**
 * Defines which folder of `src` may import what. `npm run layers` writes these rules to `biome.layers.json`,
 * which `biome.json` extends; a test compares the two.
 */

/**
 * A folder of `src` and everything that it may import besides itself, with the reason if that is not obvious.
 */
type Layer = {
  readonly files: readonly string[]
  readonly may: readonly string[]
  /** Packages that this folder must not import, besides those that belong to one folder only. */
  readonly without?: readonly string[]
  readonly why: string
}

const react = ['react', 'react-dom', 'react-dom/**', 'wouter', 'wouter/**']
const pages = [
  'overview',
  'activity',
  'get-paid',
  'pay',
  'verify',
  'receipt',
  'settings',
  'diagnostics',
] as const

/** Imports go down only: app, features, domain, account, safe, chain. */
export const layers: readonly Layer[] = [
  {
    files: ['src/app/**'],
    may: ['features/*', 'domain/*', 'account', 'storage', 'safe', 'chain', 'ui', 'env'],
    why: 'The app puts pages together; modes come from boot.',
  },
  ...pages.map((page) => ({
    files: [`src/features/${page}/**`],
    may: ['features/shared', 'domain/*', 'account', 'storage', 'safe', 'chain', 'ui', 'env'],
    why: 'A page imports no other page and no mode. What two pages show goes to features/shared.',
  })),
  {
    files: ['src/features/shared/**'],
    may: ['domain/*', 'account', 'storage', 'safe', 'chain', 'ui', 'env'],
    why: 'What several pages show knows none of them.',
  },
  ...(
    [
      ['ledger', [], 'It is what payouts, lists and backups are views of.'],
      [
        'payout',
        ['ledger', 'payee', 'request'],
        'A payout is a plan with its attempts; its rows are checked as payees and may come from requests.',
      ],
      [
        'request',
        ['payee', 'proof', 'activity'],
        'A request names a payee, may carry a proof, and is seen paid in the activity.',
      ],
      ['accounting', ['activity'], 'An accounting file holds a history.'],
      ['activity', [], ''],
      ['payee', [], ''],
      ['proof', [], ''],
      ['receipt', [], ''],
      [
        'people',
        ['payee', 'payout'],
        'Someone’s address is checked as a payee, and a list of people is read as one of payments.',
      ],
      [
        'backup',
        ['activity', 'ledger', 'payout', 'people', 'proof', 'request'],
        'A backup holds everything that this browser keeps.',
      ],
    ] as const
  ).map(([name, others, reason]) => ({
    files: [`src/domain/${name}/**`],
    may: [
      ...['shared', ...others].map((other) => `domain/${other}`),
      'account',
      'storage',
      'safe',
      'chain',
      'env',
    ],
    without: react,
    why: `The domain is plain TypeScript, without components and modes. ${reason}`.trim(),
  })),
  {
    files: ['src/domain/shared/**'],
    may: ['account', 'storage', 'safe', 'chain', 'env'],
    without: react,
    why: 'What the domains have in common knows none of them.',
  },
  {
    files: ['src/modes/wallet/**'],
    may: ['account', 'storage', 'safe', 'chain', 'ui', 'env'],
    why: 'A mode knows accounts, not pages. Only boot uses both modes.',
  },
  {
    files: ['src/modes/safe/**'],
    may: ['account', 'storage', 'safe', 'chain', 'ui', 'env'],
    why: 'A mode knows accounts, not pages. Only boot uses both modes.',
  },
  {
    files: ['src/account/**'],
    may: ['storage', 'safe', 'chain', 'env'],
    why: 'The port: what modes implement and pages use.',
  },
  {
    files: ['src/storage/**'],
    may: ['chain'],
    without: react,
    why: 'What this browser keeps, whatever it is about.',
  },
  { files: ['src/safe/**'], may: ['chain', 'env'], without: react, why: 'What is true of any Safe.' },
  { files: ['src/chain/**'], may: ['env'], without: react, why: 'What is true of BNB Smart Chain.' },
  { files: ['src/ui/**'], may: [], why: 'The design system has no product knowledge.' },
  {
    files: ['src/boot/**'],
    may: ['app', 'modes/*', 'account', 'storage', 'safe', 'chain', 'parseEnv'],
    without: [...react, '@tanstack/**', 'viem', 'viem/**', 'valibot'],
    why: 'Boot finds the mode and mounts the portal, within 3 KB: it draws nothing and loads no library.',
  },
  { files: ['src/main.ts'], may: ['boot', 'ui'], without: react, why: 'The entry only boots.' },
  {
    files: ['src/serviceWorker.ts'],
    may: [],
    without: react,
    why: 'The service worker only keeps files; it knows nothing of the portal.',
  },
  {
    files: ['src/env.ts', 'src/parseEnv.ts', 'src/hosting/**'],
    may: ['parseEnv', 'hosting'],
    without: react,
    why: 'The configuration stands below everything else; the build reads it as well.',
  },
]

/** Packages that only one part of `src` may import. */
const owned = [
  {
    packages: ['@safe-global/**'],
    by: /^src\/(safe|modes\/safe)\//,
    why: 'Only safe and modes/safe speak to Safe’s packages.',
  },
  {
    packages: ['wagmi', 'wagmi/**', '@rainbow-me/**'],
    by: /^src\/modes\/wallet\//,
    why: 'Only modes/wallet speaks to wagmi and RainbowKit.',
  },
] as const

/** Every folder that a rule can name. */
const folders = [
  'app',
  'boot',
  ...pages.map((page) => `features/${page}`),
  'features/shared',
  ...[
    ...[
      'ledger',
      'payout',
      'request',
      'accounting',
      'activity',
      'payee',
      'proof',
      'receipt',
      'people',
      'backup',
    ],
    'shared',
  ].map((name) => `domain/${name}`),
  'modes/wallet',
  'modes/safe',
  'account',
  'storage',
  'safe',
  'chain',
  'ui',
  'hosting',
] as const

const isAllowed = (folder: string, may: readonly string[]) =>
  may.some((one) => (one.endsWith('/*') ? folder.startsWith(one.slice(0, -1)) : folder === one))

/** The rules in the linter's format: the text of `biome.layers.json`, one line per layer. */
export function layersFile(): string {
  const overrides = layers.map(({ files, may, without = [], why }) => {
    const own = files.map((file) => file.replace(/^src\//, '').replace(/\/\*\*$/, ''))
    const closed = folders.filter((folder) => !own.includes(folder) && !isAllowed(folder, may))
    const foreign = owned.filter(({ by }) => !files.some((file) => by.test(file)))
    const patterns = [
      { group: ['**/safe-app/**', '**/tests/**'], message: 'src imports neither safe-app nor tests.' },
      {
        group: ['#features/**/*.module.css', '#modes/**/*.module.css', '../**/*.module.css'],
        message: 'A stylesheet belongs to the components beside it; what others need goes to ui.',
      },
      ...foreign.map(({ packages, why: message }) => ({ group: [...packages], message })),
      ...(without.length > 0 ? [{ group: [...without], message: why }] : []),
      {
        group: [
          ...closed.flatMap((folder) => [
            `#${folder}/**`,
            `../**/${folder}/**`,
            `../${folder.split('/').at(-1)}/**`,
          ]),
          ...(may.includes('env') || own.includes('env.ts') ? [] : ['#env.ts', '../**/env.ts']),
        ],
        message: why,
      },
    ]
    return {
      includes: [
        ...files,
        ...files.map((file) => `!${file}/*.test.ts`),
        ...files.map((file) => `!${file}/*.test.tsx`),
      ].filter((file) => !/\.ts\//.test(file)),
      linter: { rules: { style: { noRestrictedImports: { level: 'error', options: { patterns } } } } },
    }
  })
  const lines = overrides.map((one) => `    ${JSON.stringify(one)}`)
  return `{\n  "overrides": [\n${lines.join(',\n')}\n  ]\n}\n`
}
