import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { loadEnv } from 'vite'
import { defineConfig } from 'vitest/config'
import project from './package.json' with { type: 'json' }
import { chunkLoader, firstPaint } from './src/build/firstPaint.ts'
import { hosting } from './src/build/plugin.ts'
import { replaced } from './src/build/replaced.ts'
import { safeReactSdkAsModule } from './src/build/safeReactSdk.ts'
import { bootEnvOf, parseEnv } from './src/parseEnv.ts'
import { isDeep, leftOut } from './tests/support/deep.ts'
import { SlowestFirst } from './tests/support/slowestFirst.ts'

/** Modules of packages that files of `src/modes` replace, to make the wallet layer smaller or correct. */
const replacements = replaced([
  // 84 KB: wagmi's client would bring every action of viem, and RainbowKit reads its name.
  ['viem', 'wallet/shims/publicActions.ts', '@wagmi/core/dist/esm/actions/getPublicClient.js'],
  // 37 KB: balances and names, which no dialog shows before a wallet is connected.
  ['viem/actions', 'wallet/shims/viemActions.ts'],
  // 30 KB: calls to contracts, for the balances of tokens.
  ['./readContracts.js', 'wallet/shims/readContracts.ts', '@wagmi/core/dist/esm/actions/getBalance.js'],
  // 25 KB: the letters of Ethereum's names, for names that the portal does not accept.
  ['@adraffy/ens-normalize', 'wallet/shims/ensNormalize.ts'],
  // 12 KB: every browser and device, of which RainbowKit asks for the operating system.
  ['ua-parser-js', 'wallet/shims/uaParser.ts'],
  // 10 KB: all helpers of TypeScript, of which the dialogs call three.
  ['tslib', 'wallet/shims/tslib.ts', '/dist/es2015/'],
  // 9 KB: the QR code, which is drawn for wallets on another device.
  ['cuer', 'wallet/shims/cuer.tsx'],
  // 14 KB: a client of Safe's service, of which the Safe Apps SDK needs four lists of names.
  ['@safe-global/safe-gateway-typescript-sdk', 'safe/shims/gatewaySdk.ts', 'safe-apps-sdk/dist/esm/'],
  // To be correct: it adds a style element, which the policy blocks.
  ['react-style-singleton', 'wallet/shims/styleSingleton.ts'],
  // To be correct: with the version that has no known hole, WalletConnect does not connect.
  ['pino', 'wallet/shims/pino.ts'],
])

export default defineConfig(({ command, mode, isPreview }) => {
  const parsed = parseEnv({ ...loadEnv(mode, process.cwd(), 'VITE_') })
  // The development server shows the fault as a page; nothing is published with one.
  if (!parsed.ok && (command === 'build' || isPreview)) throw new Error(parsed.fault)
  return {
    plugins: [
      // Elements are made by `src/ui/jsx.ts`.
      react({ jsxImportSource: '#jsx' }),
      firstPaint(),
      chunkLoader(),
      safeReactSdkAsModule(),
      replacements,
      ...(parsed.ok ? [hosting(parsed.env, project.version)] : []),
    ],
    base: './',
    define: {
      'import.meta.env.PORTAL_BOOT': JSON.stringify(bootEnvOf(parsed)),
      'import.meta.env.PORTAL': JSON.stringify(parsed),
      // Sooner polls for the browser tests alone (`tests/support/portalBuild.ts`).
      'import.meta.env.PORTAL_PACE': JSON.stringify(Number(process.env.PORTAL_PACE ?? 1)),
      'import.meta.env.PORTAL_VERSION': JSON.stringify(project.version),
    },
    resolve: {
      dedupe: ['viem', 'wagmi', '@wagmi/core', 'react', 'react-dom', '@tanstack/react-query'],
    },
    build: {
      target: 'es2022',
      // The first browsers with `light-dark()` (May 2024); for older ones every colour would be written out twice.
      cssTarget: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
      // Icons and fonts are files: a font in a stylesheet would be blocked by the policy, and load unasked.
      assetsInlineLimit: (file) => (/\.(svg|woff2)$/.test(file) ? false : undefined),
      modulePreload: { polyfill: false },
    },
    server: { host: '127.0.0.1', port: 5173, strictPort: true },
    preview: { host: '127.0.0.1', port: 4173, strictPort: true },
    test: {
      setupFiles: ['tests/support/restoreGlobals.ts'],
      // Two cores, and one worker more for while another waits for a timer. Threads start and load sooner.
      maxWorkers: 3,
      pool: 'threads',
      sequence: { sequencer: SlowestFirst },
      projects: [
        {
          extends: true,
          resolve: {
            alias: { '#env.ts': fileURLToPath(new URL('./tests/support/unitEnv.ts', import.meta.url)) },
          },
          test: {
            name: 'unit',
            include: ['{src,safe-app,rig,release}/**/*.test.ts', 'tests/{lint,probe}/**/*.test.ts'],
            // Loading the modules anew for every file took longer than all the tests.
            isolate: false,
            // The longest property takes a minute beside another worker, and much of an hour in the deep run.
            testTimeout: isDeep ? 3_600_000 : 300_000,
          },
        },
        {
          extends: true,
          resolve: {
            alias: { '#env.ts': fileURLToPath(new URL('./tests/support/componentEnv.ts', import.meta.url)) },
          },
          test: {
            name: 'component',
            include: ['src/**/*.test.tsx'],
            environment: 'happy-dom',
            setupFiles: ['tests/support/componentSetup.ts'],
            isolate: false,
            testTimeout: 120_000,
          },
        },
        {
          extends: true,
          test: {
            name: 'integration',
            include: ['tests/integration/**/*.test.ts'],
            exclude: [...leftOut],
            // Starting a program copies the page tables of the process that does: with all threads in one process of
            // two gigabytes it took 130 ms instead of 20, and these tests start hundreds.
            pool: 'forks',
            execArgv: ['--max-semi-space-size=64'],
            // The files of a worker share its rig (`borrowRig.ts`) and the modules.
            isolate: false,
            testTimeout: 30_000,
            hookTimeout: 60_000,
          },
        },
      ],
    },
  }
})
