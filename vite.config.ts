import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { loadEnv } from 'vite'
import { defineConfig } from 'vitest/config'
import project from './package.json' with { type: 'json' }
import { chunkLoader, firstPaint } from './src/hosting/firstPaint.ts'
import { ownCopies, replacedFor, replacedWhenLoaded } from './src/hosting/ownCopies.ts'
import { hosting } from './src/hosting/plugin.ts'
import { safeReactSdkAsModule } from './src/hosting/safeReactSdk.ts'
import { bootEnvOf, parseEnv } from './src/parseEnv.ts'
import { isDeep, leftOut } from './tests/support/deep.ts'
import { SlowestFirst } from './tests/support/slowestFirst.ts'

const shim = (name: string) => fileURLToPath(new URL(`./src/${name}.ts`, import.meta.url))
const original = (file: string) => fileURLToPath(new URL(`./node_modules/${file}`, import.meta.url))

export default defineConfig(({ command, mode, isPreview }) => {
  const parsed = parseEnv({ ...loadEnv(mode, process.cwd(), 'VITE_') })
  // The development server shows the fault as a page; nothing is published with one.
  if (!parsed.ok && (command === 'build' || isPreview)) throw new Error(parsed.fault)
  return {
    plugins: [
      react(),
      firstPaint(),
      chunkLoader(),
      safeReactSdkAsModule(),
      ownCopies(/@coinbase\/wallet-sdk|@wagmi\/connectors\/node_modules/, /^@noble\//),
      ownCopies(/@safe-global\/(api|protocol|types)-kit\//, /^(viem|ox|abitype|@noble)(\/|$)/),
      replacedFor(/safe-apps-sdk\/dist\/esm\/safe\//, 'viem', shim('modes/safe/shims/viemHashes')),
      replacedFor(
        /@wagmi\/core\/dist\/esm\/actions\/getPublicClient\.js$/,
        'viem',
        shim('modes/wallet/shims/publicActions'),
      ),
      replacedFor(
        /@wagmi\/core\/dist\/esm\/actions\/getBalance\.js$/,
        './readContracts.js',
        shim('modes/wallet/shims/readContracts'),
      ),
      // Its languages besides English, and its chains' icons besides that of BSC.
      replacedWhenLoaded(
        /rainbowkit\/dist\/index\.js$/,
        /^\.\/((?!en_US)[a-z]+_\w+|(?!(assets|bsc|connect|create|login|refresh|scan|sign)-)[a-z\d]+)-\w+\.js$/,
        shim('modes/wallet/shims/unusedAsset'),
      ),
      ...(parsed.ok ? [hosting(parsed.env)] : []),
    ],
    base: './',
    define: {
      'import.meta.env.PORTAL_BOOT': JSON.stringify(bootEnvOf(parsed)),
      'import.meta.env.PORTAL': JSON.stringify(parsed),
      'import.meta.env.PORTAL_VERSION': JSON.stringify(project.version),
    },
    resolve: {
      // Each file says why the original stays out of the bundle.
      alias: [
        { find: /^@reown\/appkit\/core$/, replacement: shim('modes/wallet/shims/appkitCore') },
        { find: /^react-style-singleton$/, replacement: shim('modes/wallet/shims/styleSingleton') },
        { find: /^@adraffy\/ens-normalize$/, replacement: shim('modes/wallet/shims/ensNormalize') },
        { find: /^ua-parser-js$/, replacement: shim('modes/wallet/shims/uaParser') },
        { find: /^(@metamask\/sdk|cbw-sdk)$/, replacement: shim('modes/wallet/shims/walletSdk') },
        { find: /^pino$/, replacement: shim('modes/wallet/shims/pino') },
        {
          find: /^cuer$/,
          replacement: fileURLToPath(new URL('./src/modes/wallet/shims/cuer.tsx', import.meta.url)),
        },
        { find: /^viem\/actions$/, replacement: shim('modes/wallet/shims/viemActions') },
        { find: /^original:cuer$/, replacement: original('cuer/_dist/index.js') },
        { find: /^original:viem\/actions$/, replacement: original('viem/_esm/actions/index.js') },
        {
          find: /^@safe-global\/safe-gateway-typescript-sdk$/,
          replacement: shim('modes/safe/shims/gatewaySdk'),
        },
      ],
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
      // Two cores, and one worker more for while another waits for a timer.
      maxWorkers: 3,
      sequence: { sequencer: SlowestFirst },
      projects: [
        {
          extends: true,
          resolve: {
            alias: { '#env.ts': fileURLToPath(new URL('./tests/support/unitEnv.ts', import.meta.url)) },
          },
          test: {
            name: 'unit',
            include: ['src/**/*.test.ts', 'safe-app/**/*.test.ts', 'tests/{lint,probe}/**/*.test.ts'],
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
            testTimeout: 30_000,
          },
        },
        {
          extends: true,
          test: {
            name: 'integration',
            include: ['tests/integration/**/*.test.ts'],
            exclude: [...leftOut],
            // Every file starts a rig of its own; modules are the same for all of them.
            isolate: false,
            // They mostly wait: for blocks, and for endpoints that never answer.
            maxWorkers: 4,
            testTimeout: 30_000,
            hookTimeout: 60_000,
          },
        },
      ],
    },
  }
})
