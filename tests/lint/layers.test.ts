import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { folders, importsOf, refusal, refusalBeside, targetOf } from './layers.ts'

/** The modules of a folder, without those of the example, which has packages of its own. */
const modulesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\/(dist|example|node_modules)\//.test(file))

const importsFrom = (file: string) => importsOf(file, readFileSync(file, 'utf8'))

test('behavior: every import in src goes where the table of layers lets it', () => {
  const files = modulesOf('src').filter((file) => !/\.test\.tsx?$/.test(file))
  expect(files.length).toBeGreaterThan(300)
  const refused = files.flatMap((file) =>
    importsFrom(file).flatMap((from) => {
      const why = refusal(file, from)
      return why === null ? [] : [`${file} imports ${from}: ${why}`]
    }),
  )
  expect(refused).toEqual([])
})

test('behavior: every import of the local Safe and of rig, also in their tests, goes where the table lets it', () => {
  const files = Object.keys(folders).flatMap(modulesOf)
  expect(files.length).toBeGreaterThan(200)
  const refused = files.flatMap((file) =>
    importsFrom(file).flatMap((from) => {
      const why = refusalBeside(file, from)
      return why === null ? [] : [`${file} imports ${from}: ${why}`]
    }),
  )
  expect(refused).toEqual([])
})

test('behavior: safe-app holds what the package local-safe is made of, and nothing else', () => {
  const modules = modulesOf('safe-app')
  const isBuild = (file: string) => file.startsWith('safe-app/package/')
  const reached = new Set(modules.filter(isBuild))
  const entries = ['local/startLocalSafe', 'local/cli', 'local/playwright', 'wallet/sandboxWallet']
  for (const entry of entries) reached.add(`safe-app/${entry}.ts`)
  reached.add('safe-app/host/main.tsx')
  // A set visits what is added to it meanwhile.
  for (const file of reached)
    for (const from of importsFrom(file)) {
      const target = targetOf(file, from)
      if (target !== null && modules.includes(target)) reached.add(target)
    }
  expect(modules.filter((file) => !reached.has(file) && !/\.test\.tsx?$/.test(file))).toEqual([])
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
  [
    'src imports a test',
    'src/chain/rpc/x.ts',
    '#tests/support/fakeRpc.ts',
    'neither safe-app, rig nor tests',
  ],
  [
    'a component imports the stylesheet of another folder',
    'src/pages/pay/list/x.ts',
    '../PayPage.module.css',
    'belongs to the components beside it',
  ],
  ['src imports rig', 'src/app/x.ts', '../../rig/ports.ts', 'neither safe-app, rig nor tests'],
  [
    'src imports the local Safe',
    'src/app/x.ts',
    '../../safe-app/accounts.ts',
    'neither safe-app, rig nor tests',
  ],
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

  test.each([
    ['the local Safe imports rig', 'safe-app/host/x.ts', '../../rig/seed/safes.ts', 'nothing of the portal'],
    [
      'the local Safe imports the portal',
      'safe-app/host/x.ts',
      '#account/Account.ts',
      'nothing of the portal',
    ],
    [
      'the local Safe imports a test',
      'safe-app/host/x.ts',
      '#tests/support/fakeRpc.ts',
      'nothing of the portal',
    ],
    ['the local Safe imports wagmi', 'safe-app/wallet/x.ts', 'wagmi', 'nothing of the portal'],
    ['rig imports a page', 'rig/x.ts', '#pages/pay/PayPage.tsx', 'none of its pages'],
    ['rig imports a test', 'rig/x.ts', '../tests/support/fakeRpc.ts', 'no test'],
  ])('error: %s', (_, file, from, why) => {
    expect(refusalBeside(file, from)).toContain(why)
  })

  test.each([
    ['rig imports the local Safe', 'rig/seed/x.ts', '../../safe-app/accounts.ts'],
    ['the local Safe imports what is true of any Safe', 'safe-app/service/x.ts', '#safe/tx/SafeTx.ts'],
  ])('behavior: allows that %s', (_, file, from) => {
    expect(refusalBeside(file, from)).toBeNull()
  })
})
