import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createConfig, http, WagmiProvider } from 'wagmi'
import { mainnet } from 'wagmi/chains'
import { safe } from 'wagmi/connectors/safe'
import { App } from './App'

const config = createConfig({
  chains: [mainnet],
  transports: { [mainnet.id]: http() },
  // The default of 10 ms is too short for a Safe to answer.
  connectors: [safe({ unstable_getInfoTimeout: 5_000 })],
  // The default throws where the browser blocks storage in frames.
  storage: null,
})

const root = document.getElementById('root')
if (root === null) throw new Error('There is no #root.')

createRoot(root).render(
  <StrictMode>
    <WagmiProvider config={config}>
      <QueryClientProvider client={new QueryClient()}>
        <App />
      </QueryClientProvider>
    </WagmiProvider>
  </StrictMode>,
)
