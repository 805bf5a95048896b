import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { twoOperators } from './ports.ts'
import { sandboxWalletPlugin } from './sandboxWalletPlugin.ts'

export type PortalOptions = {
  readonly port: number
  readonly rpcUrl: string
  /** The portal's RPC endpoints, separated by commas; by default the chain under two names. */
  readonly rpcUrls?: string
  readonly serviceUrl: string
  /** Exact origins of the local Safe host. */
  readonly hostOrigins: readonly string[]
  /** The sign-in server's URL; null for no sign-in step. */
  readonly authUrl?: string | null
}

/** The variables that point a portal at the local rig. */
function portalEnv({ rpcUrl, rpcUrls, serviceUrl, hostOrigins, authUrl }: Omit<PortalOptions, 'port'>) {
  return {
    VITE_BSC_RPC_URLS: rpcUrls ?? twoOperators(rpcUrl).join(),
    VITE_SAFE_GATEWAY_URL: serviceUrl,
    VITE_SAFE_TX_SERVICE_URL: `${serviceUrl}/tx-service/bnb/api`,
    VITE_SAFE_HOST_ORIGINS: hostOrigins.join(),
    ...(authUrl && { VITE_AUTH_URL: authUrl }),
  }
}

/**
 * The portal's imports, listed so that a first visit never reloads because the server found a package late.
 */
export const prepared: readonly string[] = [
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
  '@tanstack/react-query',
  '@tanstack/react-query-persist-client',
  '@tanstack/react-virtual',
  '@tanstack/query-sync-storage-persister',
  'wouter',
  'wouter/use-hash-location',
  'viem',
  'viem/siwe',
  'blo',
  'downshift',
  'saxes',
  'write-excel-file/browser',
  'papaparse',
  'jsqr',
  'qr',
  'valibot',
  'wagmi',
  'wagmi/actions',
  'wagmi/query',
  '@rainbow-me/rainbowkit',
  '@rainbow-me/rainbowkit/wallets',
  '@safe-global/api-kit',
  '@safe-global/safe-apps-react-sdk',
  'original:cuer',
  'original:viem/actions',
]

/** The portal's development server on the local rig, with the sandbox wallet, which no build ever contains. */
export async function startPortal(options: PortalOptions): Promise<{ stop(): Promise<void> }> {
  Object.assign(process.env, portalEnv(options))
  const server = await createServer({
    root: fileURLToPath(new URL('..', import.meta.url)),
    logLevel: 'error',
    clearScreen: false,
    plugins: [sandboxWalletPlugin({ rpcUrl: options.rpcUrl })],
    server: {
      port: options.port,
      // As on a host of the portal: without a limit, Diagnostics says that any site can frame it.
      headers: {
        'Content-Security-Policy': `frame-ancestors ${['https://app.safe.global', ...options.hostOrigins].join(' ')}`,
      },
    },
    optimizeDeps: { include: [...prepared] },
  })
  await server.listen()
  return { stop: () => server.close() }
}
