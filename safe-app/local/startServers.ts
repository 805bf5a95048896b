import type { ChainClient } from '../chain/chainClient.ts'
import { type Chain, type ChainOptions, startChain } from '../chain/startChain.ts'
import { type Service, type ServiceOptions, startService } from '../service/startService.ts'

/** A chain and the service that follows it. */
export type Servers = {
  readonly chain: Chain
  readonly service: Service
  stop(): Promise<void>
}

type Options = {
  readonly chain: ChainOptions
  readonly service: Omit<ServiceOptions, 'rpcUrl' | 'network' | 'firstBlock'>
  /** Deploys the contracts, before the service starts. */
  readonly prepare: (client: ChainClient) => Promise<void>
  /** Creates the Safes and their past. */
  readonly fill: (servers: Omit<Servers, 'stop'>) => Promise<void>
}

/** Starts the chain, its contracts, the service and what both hold, in this order. If one fails, stops the started ones. */
export async function startServers({
  chain: chainOptions,
  service: options,
  prepare,
  fill,
}: Options): Promise<Servers> {
  const chain = await startChain(chainOptions)
  let service: Service | null = null
  try {
    const { network, fork } = chainOptions
    const firstBlock = fork === undefined ? 0n : (await chain.client.getBlockNumber()) + 1n
    await prepare(chain.client)
    const own = { ...(network && { network }), firstBlock, rpcUrl: chain.rpcUrl }
    const running = await startService({ ...options, ...own })
    service = running
    await fill({ chain, service: running })
    return {
      chain,
      service: running,
      async stop() {
        await running.stop()
        await chain.stop()
      },
    }
  } catch (error) {
    await service?.stop()
    await chain.stop()
    throw error
  }
}
