import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { layersFile } from './layers.ts'

test('behavior: biome.layers.json matches the table', () => {
  expect(readFileSync('biome.layers.json', 'utf8')).toBe(layersFile())
})

const wrong = [
  ['up: chain imports safe', 'src/chain/rpc/x.ts', '#safe/tx/SafeTx.ts', 'What is true of BNB Smart Chain.'],
  ['up: safe imports account', 'src/safe/tx/x.ts', '#account/Account.ts', 'What is true of any Safe.'],
  ['up: account imports domain', 'src/account/x.ts', '#domain/payout/Payout.ts', 'The port'],
  ['up: domain imports a page', 'src/domain/payout/x.ts', '#features/pay/PayPage.tsx', 'plain TypeScript'],
  ['up: a page imports the app', 'src/features/pay/x.ts', '#app/routes.tsx', 'imports no other page'],
  [
    'up: by a relative path',
    'src/chain/rpc/x.ts',
    '../../safe/tx/SafeTx.ts',
    'What is true of BNB Smart Chain.',
  ],
  [
    'sideways: page to page',
    'src/features/pay/list/x.ts',
    '#features/activity/QueueRow.tsx',
    'imports no other page',
  ],
  [
    'sideways: page to page, relative',
    'src/features/pay/x.ts',
    '../activity/QueueRow.tsx',
    'imports no other page',
  ],
  ['sideways: domain to domain', 'src/domain/proof/x.ts', '#domain/payout/Payout.ts', 'plain TypeScript'],
  [
    'sideways: mode to mode',
    'src/modes/safe/x.ts',
    '#modes/wallet/openAccount.ts',
    'Only boot uses both modes.',
  ],
  ['a mode imports a page', 'src/modes/wallet/x.ts', '#features/pay/PayPage.tsx', 'not pages'],
  ['a mode imports the domain', 'src/modes/wallet/x.ts', '#domain/payout/Payout.ts', 'not pages'],
  ['a page imports a mode', 'src/features/pay/x.ts', '#modes/wallet/openAccount.ts', 'imports no other page'],
  ['the app imports a mode', 'src/app/x.ts', '#modes/wallet/mode.tsx', 'modes come from boot'],
  ['ui imports the product', 'src/ui/x.ts', '#chain/money/Token.ts', 'no product knowledge'],
  ['ui reads the configuration', 'src/ui/x.ts', '#env.ts', 'no product knowledge'],
  ['the domain imports React', 'src/domain/payout/x.ts', 'react', 'without components'],
  ['boot imports a library', 'src/boot/x.ts', 'viem', 'loads no library'],
  [
    'a page imports Safe’s packages',
    'src/features/pay/x.ts',
    '@safe-global/api-kit',
    'speak to Safe’s packages',
  ],
  ['a page imports wagmi', 'src/features/pay/x.ts', 'wagmi', 'speaks to wagmi'],
  [
    'src imports a test',
    'src/chain/rpc/x.ts',
    '../../../tests/support/fakeRpc.ts',
    'neither safe-app nor tests',
  ],
  [
    'a component imports the stylesheet of another folder',
    'src/features/pay/list/x.ts',
    '../PayPage.module.css',
    'belongs to the components beside it',
  ],
  ['src imports the local world', 'src/app/x.ts', '../../safe-app/accounts.ts', 'neither safe-app nor tests'],
] as const

const right = [
  ['an import downwards', 'src/features/pay/x.ts', '#domain/payout/Payout.ts'],
  ['an import inside a page', 'src/features/pay/list/x.ts', '../PayPage.tsx'],
  ['an import that the table lists', 'src/domain/payout/x.ts', '#domain/payee/checkPayee.ts'],
  ['any import in a test', 'src/chain/rpc/x.test.ts', '../../../tests/support/fakeRpc.ts'],
] as const

/** The linter's messages by file, from a copy of the project that contains only these files. */
const said = new Map<string, string>()

beforeAll(() => {
  const project = mkdtempSync(join(tmpdir(), 'layers-'))
  for (const file of ['biome.json', 'biome.layers.json']) cpSync(file, join(project, file))
  const cases = [...wrong.map(([name, path, from]) => [name, path, from]), ...right] as const
  cases.forEach(([name = '', path = '', from], index) => {
    const file = path.replace('/x.', `/x${index}.`)
    mkdirSync(join(project, dirname(file)), { recursive: true })
    writeFileSync(join(project, file), `import { thing } from '${from}'\n\nthing()\n`)
    said.set(name, file)
  })
  const biome = resolve('node_modules/@biomejs/biome/bin/biome')
  const options = ['lint', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none', '.']
  const { stdout } = spawnSync(process.execPath, [biome, ...options], { cwd: project, encoding: 'utf8' })
  rmSync(project, { recursive: true })
  const { diagnostics } = JSON.parse(stdout)
  for (const [name, file] of said) {
    const own = diagnostics.filter((one: object) => JSON.stringify(one).includes(file))
    said.set(name, JSON.stringify(own))
  }
})

describe('npm run lint', () => {
  test.each(wrong)('error: %s', (name, _, __, why) => {
    expect(said.get(name)).toContain('noRestrictedImports')
    expect(said.get(name)).toContain(why)
  })

  test.each(right)('behavior: allows %s', (name) => {
    expect(said.get(name)).toBe('[]')
  })
})
