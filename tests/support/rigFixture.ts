import { expect } from 'playwright/test'
import { test as base } from './worlds.ts'

export const test = base.extend<{ queuesCleared: undefined }>({
  queuesCleared: [
    async ({ rig }, use) => {
      await use(undefined)
      await rig.clearQueues()
    },
    { auto: true },
  ],
})

export { expect }
