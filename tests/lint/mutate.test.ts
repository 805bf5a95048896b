import { expect, test } from 'vitest'

// It is run by hand before a release, and once named a module that had moved weeks before.
test('behavior: `npm run mutate` finds every module that it names', async () => {
  const config = new URL('../stryker.config.mjs', import.meta.url).href
  const { default: stryker } = await import(config)
  expect(stryker.mutate).toContain('src/chain/money/Amount.ts')
})
