import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { importsOf, refusal } from './layers.ts'

test('behavior: every import in src goes where the table of layers lets it', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${name.replaceAll('\\', '/')}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  expect(files.length).toBeGreaterThan(300)
  const refused = files.flatMap((file) =>
    importsOf(file, readFileSync(file, 'utf8')).flatMap((from) => {
      const why = refusal(file, from)
      return why === null ? [] : [`${file} imports ${from}: ${why}`]
    }),
  )
  expect(refused).toEqual([])
})

test('behavior: every kind of import is seen', () => {
  const source = `import a from 'a'
import type { B } from 'b'
export { c } from 'c'
export * from 'd'
const e = () => import('e')`
  expect(importsOf('x.ts', source).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e'])
})

const wrong = [
  ['up: chain imports safe', 'src/chain/rpc/x.ts', '#safe/tx/SafeTx.ts', 'What is true of BNB Smart Chain.'],
  ['up: safe imports account', 'src/safe/tx/x.ts', '#account/Account.ts', 'What is true of any Safe.'],
  ['up: account imports domain', 'src/account/x.ts', '#domain/payout/Payout.ts', 'The port'],
  ['up: domain imports a page', 'src/domain/payout/x.ts', '#pages/pay/PayPage.tsx', 'plain TypeScript'],
  ['up: a page imports the app', 'src/pages/pay/x.ts', '#app/routes.tsx', 'imports no other page'],
  [
    'up: by a relative path',
    'src/chain/rpc/x.ts',
    '../../safe/tx/SafeTx.ts',
    'What is true of BNB Smart Chain.',
  ],
  [
    'sideways: page to page',
    'src/pages/pay/list/x.ts',
    '#pages/activity/QueueList.tsx',
    'imports no other page',
  ],
  [
    'sideways: page to page, relative',
    'src/pages/pay/x.ts',
    '../activity/QueueList.tsx',
    'imports no other page',
  ],
  ['sideways: domain to domain', 'src/domain/proof/x.ts', '#domain/payout/Payout.ts', 'plain TypeScript'],
  [
    'sideways: mode to mode',
    'src/modes/safe/x.ts',
    '#modes/wallet/openAccount.ts',
    'Only boot uses both modes.',
  ],
  ['a mode imports a page', 'src/modes/wallet/x.ts', '#pages/pay/PayPage.tsx', 'not pages'],
  ['a mode imports the domain', 'src/modes/wallet/x.ts', '#domain/payout/Payout.ts', 'not pages'],
  ['a page imports a mode', 'src/pages/pay/x.ts', '#modes/wallet/openAccount.ts', 'imports no other page'],
  ['the app imports a mode', 'src/app/x.ts', '#modes/wallet/mode.tsx', 'modes come from boot'],
  ['ui imports the product', 'src/ui/x.ts', '#chain/money/Token.ts', 'no product knowledge'],
  ['ui reads the configuration', 'src/ui/x.ts', '#env.ts', 'no product knowledge'],
  ['the domain imports React', 'src/domain/payout/x.ts', 'react', 'without components'],
  ['boot imports a library', 'src/boot/x.ts', 'viem', 'loads no library'],
  [
    'a page imports Safe’s packages',
    'src/pages/pay/x.ts',
    '@safe-global/api-kit',
    'speak to Safe’s packages',
  ],
  ['a page imports wagmi', 'src/pages/pay/x.ts', 'wagmi', 'speaks to wagmi'],
  ['src imports a test', 'src/chain/rpc/x.ts', '#tests/support/fakeRpc.ts', 'neither safe-app nor tests'],
  [
    'a component imports the stylesheet of another folder',
    'src/pages/pay/list/x.ts',
    '../PayPage.module.css',
    'belongs to the components beside it',
  ],
  ['src imports the local world', 'src/app/x.ts', '../../safe-app/accounts.ts', 'neither safe-app nor tests'],
] as const

const right = [
  ['an import downwards', 'src/pages/pay/x.ts', '#domain/payout/Payout.ts'],
  ['an import inside a page', 'src/pages/pay/list/x.ts', '../PayPage.tsx'],
  ['an import that the table lists', 'src/domain/payout/x.ts', '#domain/payee/checkPayee.ts'],
] as const

describe('the table of layers', () => {
  test.each(wrong)('error: %s', (_, file, from, why) => {
    expect(refusal(file, from)).toContain(why)
  })

  test.each(right)('behavior: allows %s', (_, file, from) => {
    expect(refusal(file, from)).toBeNull()
  })
})
