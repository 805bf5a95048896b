import { type NodesWorld, startNodesWorld } from '#tests/support/worlds/nodesWorld.ts'
import { usualMix } from '../../rig/usualMix.ts'
import { personas } from '../../safe-app/chain/personas.ts'
import { test as base, expect } from './portalFixture.ts'

type NodesFixtures = {
  readonly endpointsInOrder: undefined
  /** The portal with four endpoints that behave like the public ones it is built with. */
  readonly mix: NodesWorld
}

export const test = base.extend<NodesFixtures>({
  mix: async ({ world }, use) => {
    const { world: mix, stop } = await startNodesWorld(world, usualMix.length)
    mix.endpoints.forEach(({ faults }, index) => {
      faults.set(personas[usualMix[index] ?? 'honest'].faults)
    })
    await use(mix)
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
