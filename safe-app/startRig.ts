import { deployContracts } from './chain/deployContracts.ts'
import { type Chain, startChain } from './chain/startChain.ts'
import { seed } from './seed/seed.ts'
import { STORY_DAYS } from './seed/story.ts'
import { type Service, startService } from './service/startService.ts'

/** The local world: a chain, its service, and a seeded history in both. */
export type Rig = {
  readonly chain: Chain
  readonly service: Service
  stop(): Promise<void>
}

export type RigOptions = {
  /** 0 means any free port. */
  readonly chainPort: number
  readonly servicePort: number
  /** Seconds between empty blocks; see `ChainOptions`. */
  readonly blockTime?: number | undefined
}

/** Starts chain, contracts, service and seed, in this order. If one fails, stops the started ones. */
export async function startRig({ chainPort, servicePort, blockTime }: RigOptions): Promise<Rig> {
  const genesis = Math.floor(Date.now() / 1000) - (STORY_DAYS + 1) * 86_400
  const chain = await startChain({ port: chainPort, blockTime, genesis })
  let service: Service | null = null
  try {
    await deployContracts(chain.client)
    const running = await startService({ rpcUrl: chain.rpcUrl, port: servicePort })
    service = running
    await seed({ rpcUrl: chain.rpcUrl, serviceUrl: running.url })
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
