import { personas, testKey } from '../accounts.ts'
import type { ChainClient } from '../chain/chainClient.ts'
import { deploySafe, placeHelpers } from '../chain/deploySafeContracts.ts'
import { placeTokens } from '../chain/localTokens.ts'
import type { Network } from '../chain/Network.ts'
import { placeOldSafes } from '../chain/oldSafeContracts.ts'
import { everySafeContract } from '../chain/safeContracts.ts'
import { type RpcProxy, startRpcProxy } from '../chain/startRpcProxy.ts'
import { buildHost } from '../host/buildHost.ts'
import { gatewayOf } from '../host/chain/Service.ts'
import { startHost } from '../host/startHost.ts'
import type { FaultSwitches } from '../service/http/Faults.ts'
import type { Listening } from '../service/http/listen.ts'
import { buildSandboxWallet } from '../wallet/buildSandboxWallet.ts'
import { bundleSandboxWallet } from '../wallet/bundleSandboxWallet.ts'
import { type CreatedSafe, createSafes } from './createSafes.ts'
import { hostPages } from './hostPages.ts'
import type { FaultSwitch, LocalSafe } from './LocalSafe.ts'
import type { Plan } from './readConfig.ts'
import { safeActions } from './safeActions.ts'
import { snapshots } from './snapshots.ts'
import { type Servers, startServers } from './startServers.ts'

/** Starts what a checked configuration describes. If a part fails, stops the started ones. */
export async function startWorld(plan: Plan): Promise<LocalSafe> {
  const { network, ports } = plan
  const started: { stop(): Promise<void> }[] = []
  const stop = async () => {
    for (const part of started.splice(0).reverse()) await part.stop()
  }
  // They take longer than the chain where they are not built in advance.
  const files = Promise.all([buildHost(), bundleSandboxWallet()])
  // Awaited below; until then a failure of a server comes first.
  files.catch(() => undefined)
  try {
    let created: readonly CreatedSafe[] = []
    const servers = await startServers({
      chain: {
        port: 0,
        network,
        ...(plan.blockTime !== null && { blockTime: plan.blockTime }),
        ...(plan.fork !== null && { fork: plan.fork }),
      },
      service: { port: ports.service, contracts: plan.contracts },
      prepare: (client) => prepare(client, plan),
      fill: async ({ chain }) => {
        created = await createSafes(chain.client, plan.safes, plan.fork === null ? network.tokens : [])
      },
    })
    started.push(servers)
    const rpc = await startRpcProxy({ target: servers.chain.rpcUrl, port: ports.rpc })
    started.push(rpc)
    const [assets, bundle] = await files
    const host = await startHost({
      assets,
      port: ports.host,
      network,
      serviceUrl: servers.service.url,
      rpcUrl: rpc.url,
      appUrl: plan.app,
      endpoints: [{ url: rpc.url, persona: 'honest' }],
      safes: created,
      walletScript: await buildSandboxWallet({ network, bundle, rpcUrl: rpc.url }),
    })
    started.push(host)
    return toLocalSafe({
      network,
      safes: created.map(({ modules: _, guard: __, ...safe }) => safe),
      servers,
      rpc,
      host,
      stop,
    })
  } catch (error) {
    await stop()
    throw error
  }
}

async function prepare(client: ChainClient, { placed, network, fork }: Plan): Promise<void> {
  await placeHelpers(client)
  await deploySafe(client, everySafeContract)
  await placeOldSafes(client)
  // A forked chain has the real ones.
  if (fork === null) await placeTokens(client, network.tokens)
  for (const { address, code } of placed) await client.setCode({ address, bytecode: code })
}

/** The started parts of a local Safe. */
type Parts = Pick<LocalSafe, 'safes' | 'stop'> & {
  readonly network: Network
  readonly servers: Servers
  readonly rpc: RpcProxy
  readonly host: Listening
}

/** What a test does with the parts. */
export function toLocalSafe({ network, safes, servers, rpc, host, stop }: Parts): LocalSafe {
  const { chain, service } = servers
  const url = `http://localhost:${host.port}`
  const { faults, acting, ...pages } = hostPages({ url, network, safes })
  const actions = safeActions({
    network,
    rpcUrl: chain.rpcUrl,
    gatewayUrl: gatewayOf(service.url, network),
    txServiceUrl: service.txServiceUrl,
    safes,
    acting,
  })
  return {
    url,
    rpc: rpc.url,
    service: service.url,
    wallet: `${url}/wallet.js`,
    chainId: network.id,
    safes,
    people: personas.map((person) => ({
      name: person.name,
      address: person.address,
      privateKey: testKey(person),
    })),
    ...pages,
    ...actions,
    ...snapshots(chain.client, service),
    faults: { host: faults, service: switchOf(service.faults), rpc: switchOf(rpc.faults) },
    stop,
  }
}

function switchOf<Faults extends object>(switches: FaultSwitches<Faults>): FaultSwitch<Faults> {
  return {
    get: switches.get,
    set: async (some) => void switches.set(some),
    reset: async () => void switches.reset(),
  }
}
