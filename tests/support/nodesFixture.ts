import { personas, usualMix } from '../../safe-app/chain/personas.ts'
import type { RpcProxy } from '../../safe-app/chain/startRpcProxy.ts'
import { test as base, expect } from './portalFixture.ts'
import { portalOn } from './worlds.ts'

/** The portal with four endpoints that behave like the public ones it is built with. */
export type MixWorld = {
  readonly portalUrl: string
  readonly endpoints: readonly RpcProxy[]
}

export const test = base.extend<{ endpointsInOrder: undefined; mix: MixWorld }>({
  mix: async ({ world }, use) => {
    const { portalUrl, endpoints, stop } = await portalOn(world, usualMix.length)
    endpoints.forEach(({ faults }, index) => {
      faults.set(personas[usualMix[index] ?? 'honest'].faults)
    })
    await use({ portalUrl, endpoints })
    await stop()
  },
  endpointsInOrder: [
    async ({ nodes }, use) => {
      await use(undefined)
      for (const { faults, resetCounts } of nodes.endpoints) {
        faults.reset()
        resetCounts()
      }
    },
    { auto: true },
  ],
})

export { expect }
