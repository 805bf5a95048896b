import { createServer } from 'node:net'
import { personas } from '../safe-app/chain/personas.ts'
import { startRpcProxies } from '../safe-app/chain/startRpcProxy.ts'
import { startHost } from '../safe-app/host/startHost.ts'
import { type GatewayPersona, gatewayPersonas } from '../safe-app/service/personas.ts'
import type { ServiceFaults } from '../safe-app/service/ServiceFaults.ts'
import { startAuth } from './auth/startAuth.ts'
import { keepBusy } from './chain/keepBusy.ts'
import { keepPricesFresh } from './chain/priceFeeds.ts'
import { type Ports, portsFrom } from './ports.ts'
import { hostSafes } from './seed/safes.ts'
import { startPortal } from './startPortal.ts'
import { startRig } from './startRig.ts'
import { usualMix } from './usualMix.ts'

/** Seconds between empty blocks: a payment becomes final within a few of them, as on BSC. */
const BLOCK_TIME = 2

const stops: (() => Promise<void>)[] = []

let stopping: Promise<void> | null = null

/** Runs only once: Ctrl-C reaches this process and its parent. */
function stopAll(): Promise<void> {
  stopping ??= Promise.allSettled(stops.map((stop) => stop())).then(() => undefined)
  return stopping
}

async function start(ports: Ports, withSignIn: boolean, gateway: string): Promise<void> {
  const portalUrl = `http://localhost:${ports.portal}/`
  const gatewayFaults = faultsOf(gateway, portalUrl)
  await checkFree(ports, withSignIn)
  const rpcUrl = `http://127.0.0.1:${ports.chain}`
  const serviceUrl = `http://127.0.0.1:${ports.service}`
  const hostOrigins = [`http://localhost:${ports.host}`, `http://127.0.0.1:${ports.host}`]
  const authUrl = withSignIn ? `http://localhost:${ports.auth}` : null
  const { endpoints, urls, stop } = await startRpcProxies({ target: rpcUrl, count: usualMix.length })
  stops.push(stop)
  const mix = usualMix.map((persona, index) => ({ persona, url: endpoints[index]?.url ?? rpcUrl }))
  endpoints.forEach(({ faults }, index) => {
    faults.set(personas[usualMix[index] ?? 'honest'].faults)
  })
  // The pages have the rig's addresses in advance, so everything starts at once.
  const rig = startRig({ chainPort: ports.chain, servicePort: ports.service, blockTime: BLOCK_TIME })
  await Promise.all(
    [
      rig,
      startPortal({ port: ports.portal, rpcUrl, rpcUrls: urls, serviceUrl, hostOrigins, authUrl }),
      startHost({
        port: ports.host,
        serviceUrl,
        rpcUrl,
        appUrl: portalUrl,
        safes: hostSafes(),
        endpoints: mix,
      }),
      ...(withSignIn ? [startAuth({ port: ports.auth, rpcUrl, origins: [new URL(portalUrl).origin] })] : []),
    ].map(async (starting: Promise<{ stop(): Promise<void> }>) => {
      const part = await starting
      stops.push(() => part.stop())
    }),
  )
  const { chain, service } = await rig
  service.faults.set(gatewayFaults)
  const endPrices = keepPricesFresh(chain.client)
  stops.push(async () => endPrices())
  const endBusy = await keepBusy(chain.client)
  stops.push(async () => endBusy())
  console.log(`
Influencer Portal, on a local BNB Smart Chain with the real Safe contracts

  In a tab       ${portalUrl}
  In a Safe      http://localhost:${ports.host}/
  Service        ${serviceUrl}/v1/chains/56
  Chain          ${rpcUrl}, which the portal reads through ${endpoints.length} endpoints with the manners of public ones${authUrl === null ? '' : `\n  Sign-in        ${authUrl}`}

Only public test keys are used here. Signatures made with them are worthless elsewhere and must stay so.
Ctrl-C stops everything.`)
}

/** The faults of a gateway persona. Throws with the names of all if there is no such persona. */
function faultsOf(gateway: string, portalUrl: string): Partial<ServiceFaults> {
  const known: Readonly<Record<string, GatewayPersona>> = gatewayPersonas(new URL(portalUrl).origin)
  const persona = known[gateway]
  if (persona !== undefined) return persona.faults
  throw new Error(
    `There is no Safe gateway "${gateway}". GATEWAY is one of: ${Object.keys(known).join(', ')}`,
  )
}

/** Names the first taken port and the variable that moves it, before anything starts. */
async function checkFree(ports: Ports, withSignIn: boolean): Promise<void> {
  const parts = [
    ['portal', ports.portal, 'PORTAL_PORT'],
    ['Safe host', ports.host, 'SAFE_HOST_PORT'],
    ['service', ports.service, 'SERVICE_PORT'],
    ['chain', ports.chain, 'CHAIN_PORT'],
    ...(withSignIn ? [['sign-in server', ports.auth, 'AUTH_PORT'] as const] : []),
  ] as const
  for (const [part, port, variable] of parts) {
    if (await isFree(port)) continue
    throw new Error(
      `Port ${port} (${part}) is in use. Stop what uses it, or choose another: ${variable}=${port + 100} npm start`,
    )
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void stopAll().then(() => process.exit(0)))
}

try {
  await start(portsFrom(process.env), process.env.SIGN_IN === '1', process.env.GATEWAY ?? 'honest')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  await stopAll()
  process.exit(1)
}
