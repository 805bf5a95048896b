import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

/** Inside the project, so that it finds the same packages as the portal; git ignores the folder. */
const folder = fileURLToPath(new URL('../../../.cache/loading-starter/', import.meta.url))

/**
 * The files of RainbowKit's own template for Vite, with BNB Smart Chain as its only chain. Only `lang` and the
 * viewport are added, because every page has them.
 */
const sources = {
  'index.html': `<!doctype html>
<html lang="en">
  <head>
    <meta charset="UTF-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1.0" />
    <title>RainbowKit starter</title>
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="/main.tsx"></script>
  </body>
</html>
`,
  'polyfills.ts': `import { Buffer } from 'buffer'

window.global = window.global ?? window
window.Buffer = window.Buffer ?? Buffer
window.process = window.process ?? { env: {} }
`,
  'wagmi.ts': `import { getDefaultConfig } from '@rainbow-me/rainbowkit'
import { bsc } from 'wagmi/chains'

export const config = getDefaultConfig({
  appName: 'RainbowKit starter',
  projectId: '9c1f7d2ab04e58836f21c5e07ba943d8',
  chains: [bsc],
})
`,
  'main.tsx': `import './polyfills'
import '@rainbow-me/rainbowkit/styles.css'
import { ConnectButton, RainbowKitProvider } from '@rainbow-me/rainbowkit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import React from 'react'
import ReactDOM from 'react-dom/client'
import { WagmiProvider } from 'wagmi'
import { config } from './wagmi'

const queryClient = new QueryClient()

ReactDOM.createRoot(document.getElementById('root')).render(
  <React.StrictMode>
    <WagmiProvider config={config}>
      <QueryClientProvider client={queryClient}>
        <RainbowKitProvider>
          <div style={{ display: 'flex', justifyContent: 'flex-end', padding: 12 }}>
            <ConnectButton />
          </div>
        </RainbowKitProvider>
      </QueryClientProvider>
    </WagmiProvider>
  </React.StrictMode>,
)
`,
} as const

/**
 * Builds a stock RainbowKit app with this project's versions of the packages and none of its plugins, aliases or
 * chunks.
 *
 * @returns the folder of the build
 */
export async function buildStarter(): Promise<string> {
  await mkdir(folder, { recursive: true })
  await Promise.all(Object.entries(sources).map(([name, source]) => writeFile(`${folder}${name}`, source)))
  const outDir = `${folder}dist/`
  // Vite sets this for the whole process if it is missing, and the build would be one for development.
  process.env.NODE_ENV ??= 'production'
  await build({
    configFile: false,
    root: folder,
    plugins: [react()],
    // Its packages cause hundreds of warnings that do not affect loading.
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: Number.POSITIVE_INFINITY },
  })
  return outDir
}
