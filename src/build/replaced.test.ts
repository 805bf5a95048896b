import path from 'node:path'
import { expect, test } from 'vitest'
import { replaced } from './replaced.ts'

const { resolveId } = replaced([
  ['pino', 'wallet/shims/pino.ts'],
  ['viem', 'wallet/shims/publicActions.ts', '@wagmi/core/dist/esm/actions/getPublicClient.js'],
])
const resolve = (module: string, importer: string) => {
  if (typeof resolveId !== 'function') throw new Error('The plugin does not resolve')
  return resolveId.call({} as never, module, importer, {} as never)
}

test('behavior: a module is replaced for every importer, and by its whole name alone', () => {
  expect(resolve('pino', '/x/node_modules/logger/index.js')).toBe(
    path.resolve('src/modes/wallet/shims/pino.ts'),
  )
  expect(resolve('pino/browser', '/x/node_modules/logger/index.js')).toBeNull()
})

test('behavior: or only for the file that is named with it', () => {
  const actions = '/x/node_modules/@wagmi/core/dist/esm/actions'
  expect(resolve('viem', `${actions}/getPublicClient.js`)).toBe(
    path.resolve('src/modes/wallet/shims/publicActions.ts'),
  )
  expect(resolve('viem', `${actions}/getBalance.js`)).toBeNull()
})

test('behavior: a replacement that wraps its original gets the original', () => {
  expect(resolve('pino', path.resolve('src/modes/wallet/shims/pino.ts'))).toBeNull()
})
