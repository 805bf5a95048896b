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
      modulePreload: {
        polyfill: false,
        // The page itself starts modules (`boot/early.ts`); styles have to arrive before their component.
        resolveDependencies: (_, deps) => deps.filter((dep) => dep.endsWith('.css')),
      },
      manifest: 'build-manifest.json',
      rolldownOptions: {
        output: {
          // Names would stand in the page for every file, in the import map. Seven is the least for as many files.
          chunkFileNames: 'assets/[hash:7].js',
          assetFileNames: 'assets/[hash:7][extname]',
          codeSplitting: {
            includeDependenciesRecursively: false,
            // Few files that belong together: what every screen needs, and what reading the chain needs.
            groups: [
              {
                name: 'core',
                test: /node_modules\/(react|react-dom|scheduler|wouter|@tanstack\/(react-query|query-core)(?!.*(hydrat|ueriesObserver|useQueries|useInfiniteQuery|infiniteQueryObserver|useMutation|mutationObserver))|use-sync-external-store(?!.*with-selector)|regexparam)\//,
              },
              {
                // Addresses and hashes: left to the bundler they fall into pieces that compress worse.
                name: 'evm',
                test: /node_modules\/(viem\/_esm\/(utils\/(data\/(isHex|size|pad|trim|concat|slice)|encoding\/(fromHex|fromBytes|toHex|toBytes)|hash\/keccak256|lru|address\/(getAddress|isAddress|isAddressEqual))|errors\/(version|base|data|encoding|address)|constants\/address)|@noble\/hashes\/esm\/(_u64|crypto|utils|sha3))\.js$/,
              },
              {
                // What every first screen needs.
                name: 'first',
                test: /\/src\/(ui\/((?!Field|ErrorNotice)[A-Z][^/]+|waiting\.ts|icons\/[^/]+)|env\.ts|account\/(?!activityQueries)[^/]+|chain\/((?!chainId)[^/]+|names\/bnbName\.ts)|features\/shared\/useAccount\.ts|domain\/payout\/withHistory\.ts)$/,
              },
              { name: 'content', test: /\/src\/ui\/content\/(?!Identity)|\/node_modules\/blo\// },
              {
                name: 'styles',
                test: /\/src\/(features\/(?!overview\/(Welcome|Account))|ui\/(list|file|form|layout|qr)\/).*\.module\.css$|\/src\/ui\/paper\.css$/,
              },
              { name: 'page', test: /\/src\/ui\/(page\/|content\/Identity)/ },
              { name: 'qr', test: /\/src\/ui\/qr\/|\/node_modules\/uqr\// },
              { name: 'money', test: /\/src\/chain\/money\/(Token|Amount)\./ },
              {
                // Questions to the chain, with the ABI coding that those to contracts take, and to the service.
                name: 'rpc',
                test: /\/src\/(chain\/rpc\/|safe\/service\/(sources|Gateway|TxService|SafeSource)\.|account\/safe\/safeActivity\.)|node_modules\/(viem\/_esm\/(utils\/(hash\/(hashSignature|normalizeSignature|to(Signature|SignatureHash|EventSelector|FunctionSelector))|regex|cursor|abi\/(formatAbiItem|encodeAbiParameters|decodeAbiParameters|getAbiItem|prepareEncodeFunctionData|encodeFunctionData|decodeFunctionResult))|errors\/(abi|cursor))|viem\/node_modules\/abitype\/dist\/esm\/(regex|human-readable\/formatAbi(Parameter|Parameters|Item)))\.js$/,
              },
              {
                // viem's client, as the wallet layer uses it.
                name: 'client',
                test: /\/node_modules\/viem\/_esm\/(utils\/(wait|uid|getAction|stringify|buildRequest|unit\/\w+|chain\/defineChain|rpc\/(http|id)|promise\/with(Retry|Dedupe|Timeout))|errors\/(rpc|request|account|utils)|constants\/unit|accounts\/utils\/parseAccount|clients\/(createClient|transports\/createTransport)|actions\/wallet\/sendRawTransaction)\.js$|@wagmi\/core\/dist\/esm\/utils\/getAction\.js$|\/shims\/viemActions/,
              },
              {
                // Signatures, and what is sent to contracts.
                name: 'abi',
                test: /\/node_modules\/viem\/_esm\/(utils\/(abi\/(encodeDeployData|encodeFunctionResult|decodeFunctionData)|signature\/(hashTypedData|parseErc6492Signature|isErc6492Signature|recover\w+|hashMessage|toPrefixedMessage)|typedData|siwe\/parse\w+)|errors\/typedData|constants\/(strings|bytes|abis|contracts)|accounts\/utils\/publicKeyToAddress)\.js$/,
              },
              {
                // What only viem's own calls and transactions need.
                name: 'calls',
                test: /\/node_modules\/viem\/_esm\/(utils\/(ens\/local\w+|abi\/(encodeErrorResult|decodeErrorResult|formatAbiItemWithArgs)|siwe\/\w+)|errors\/\w+|constants\/(solidity|number))\.js$/,
              },
              // What only later screens share, a file for each subject.
              {
                name: 'arrival',
                test: /\/src\/(app\/(Arrival|NotFoundPage|Menu|PageState)|features\/shared\/(useTheme|errorText|ExplainedError|RequestError)|ui\/ErrorNotice)\./,
              },
              {
                name: 'kit',
                test: /\/src\/(ui\/(layout\/|useNow|Field)|account\/activityQueries|domain\/shared\/(?!keptList|csvCells)|chain\/(text\/|money\/(dollars|Address))|features\/shared\/useLinkText)/,
              },
              // One file for each subject, because every file has a line of 80 bytes in the page.
              { name: 'safe-account', test: /\/src\/account\/safe\/(?!safeStateQuery)/ },
              { name: 'host', test: /\/src\/modes\/safe\/(hostChannel|propose|signMessage)\./ },
              {
                name: 'overview',
                test: /\/src\/features\/overview\/(?!Overview|Account|Welcome|Owners)/,
              },
              // What a Safe's first page shows without waiting for its queue.
              {
                name: 'owners',
                test: /\/src\/(features\/overview\/OwnersCard|account\/safe\/safeStateQuery|safe\/tx\/SafeContract)\./,
              },
              { name: 'service', test: /\/src\/safe\/service\/(?!txService)/ },
              { name: 'proposals', test: /\/src\/safe\/(proposal\/|signature\/|tx\/(?!SafeInfo))/ },
              {
                name: 'kept',
                test: /\/src\/(storage\/|domain\/(shared\/(keptList|csvCells)|backup\/reminder))/,
              },
              {
                name: 'backup',
                test: /\/src\/(domain\/backup\/|features\/(shared\/restore\/|settings\/(?!SettingsPage)))/,
              },
              { name: 'names', test: /\/src\/chain\/names\/(?!bnbName)/ },
              {
                name: 'payouts',
                test: /\/src\/domain\/(ledger\/|payout\/((?!withHistory)[^/]+|template\/calendar\.ts)$)/,
              },
              {
                name: 'import',
                test: /\/src\/(domain\/payout\/(import|list|template|campaign)\/|features\/pay\/(usePayoutStatuses|payout\/rowWords))/,
              },
              // The pages beside Pay, and what a list and a payout show of templates and campaigns.
              {
                name: 'beside',
                test: /\/src\/features\/pay\/(people\/|templates\/|campaigns\/|payout\/BelongsCard)/,
              },
              { name: 'request', test: /\/src\/domain\/request\/(PaymentRequest|requestLink|requestWords)/ },
              { name: 'requests', test: /\/src\/domain\/request\// },
              // What a request's page loads after its first screen, and what the page of one's own request shares.
              {
                name: 'checks',
                test: /\/src\/features\/get-paid\/(RequestChecks|BadRequest|CheckList|openedStates|PayeeIdentity|CompareAddresses|WalletLinks|Payments|NamePayment|UsdOffer|OnNetwork|useRequest)/,
              },
              { name: 'proofs', test: /\/src\/domain\/(proof|payee)\// },
              { name: 'activity', test: /\/src\/domain\/activity\// },
              {
                name: 'people',
                test: /\/src\/(domain\/people\/peopleFile|features\/shared\/(useKnownPayees|usePayeeChecks))/,
              },
              {
                name: 'shared',
                test: /useQueries|ueriesObserver|\/src\/(chain\/prices\/|domain\/people\/Person\.|features\/shared\/(?!ConnectButton|useTheme|useAccount|errorText|ExplainedError|RequestError))/,
              },
              { name: 'signing', test: /\/src\/modes\/wallet\/sign(SafeTx|Message)\./ },
              {
                name: 'past-payouts',
                test: /\/src\/features\/pay\/(list\/PayoutList|payout\/payoutReport)\./,
              },
              // Little files that wallets' own libraries load.
              {
                name: 'shims',
                test: /\/modes\/wallet\/shims\/(appkitCore|walletSdk|unusedAsset)|\/(node-fetch\/browser|idb-keyval\/dist\/index)\.js$/,
              },
              { name: 'lists', test: /\/src\/ui\/(list|file|form)\/|react-virtual|virtual-core/ },
              { name: 'statuses', test: /\/src\/chain\/(money\/Call|settlement\/PaymentStatus)\./ },
              { name: 'settlement', test: /\/src\/chain\/(settlement\/(?!PaymentStatus)|logs\/)/ },
              // Pictures of RainbowKit's dialogs.
              {
                name: 'wallet-icons',
                test: /rainbowkit\/dist\/(bsc-|wallets\/walletConnectors\/[a-z]+Wallet-)/i,
              },
              {
                name: 'wallet-pictures',
                test: /rainbowkit\/dist\/(Arc|Brave|Browser|Chrome|Edge|Firefox|Linux|Macos|Opera|Safari|Windows|assets|connect|create|login|refresh|scan|sign)-/,
              },
            ],
          },
        },
      },
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
