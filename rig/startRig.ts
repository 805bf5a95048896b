import { type Servers, startServers } from '../safe-app/local/startServers.ts'
import { deployContracts } from './chain/deployContracts.ts'
import { seed } from './seed/seed.ts'
import { STORY_DAYS } from './seed/story.ts'

/** The portal's local world: a chain, its service, and a seeded history in both. */
export type Rig = Servers

export type RigOptions = {
  /** 0 means any free port. */
  readonly chainPort: number
  readonly servicePort: number
  /** Seconds between empty blocks; see `ChainOptions`. */
  readonly blockTime?: number | undefined
}

/** Starts chain, contracts, service and seed, in this order. If one fails, stops the started ones. */
export function startRig({ chainPort, servicePort, blockTime }: RigOptions): Promise<Rig> {
  const genesis = Math.floor(Date.now() / 1000) - (STORY_DAYS + 1) * 86_400
  return startServers({
    chain: { port: chainPort, blockTime, genesis },
    service: { port: servicePort },
    prepare: deployContracts,
    fill: ({ chain, service }) => seed({ rpcUrl: chain.rpcUrl, serviceUrl: service.url }),
  })
}
