import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { rules } from '#tests/lint/house/rules.ts'
import { toProject } from '#tests/lint/house/source.ts'
import { compare, listedExceptions, readProject, renew, toPlaces } from './house.ts'

const listed = listedExceptions()
const project = readProject()
const found = rules.map((rule) => [rule.name, rule, rule.find(project)] as const)

describe('the list of exceptions', () => {
  test.each(found)('behavior: %s', (_, rule, findings) => {
    expect(compare(rule, findings, listed)).toEqual({ broken: [], gone: [] })
  })

  test('behavior: is sorted, and counts the exceptions of each rule', () => {
    expect(JSON.stringify(listed)).toBe(
      JSON.stringify(
        renew(
          found.map(([, rule, findings]) => [rule, findings] as const),
          listed,
        ),
      ),
    )
  })
})

type Files = Readonly<Record<string, string>>
const lines = (count: number) => '\n'.repeat(count)
const component = (name: string, length: number) => `export function ${name}() {${lines(length - 1)}}`
const comments = (count: number) => '// What it is.\nexport {}\n'.repeat(count)

/** For each rule, files that break it, the places that it names, and files that keep it. */
const cases: Readonly<Record<string, { breaks: Files; at: Readonly<Record<string, number>>; keeps: Files }>> =
  {
    'a name is exported once': {
      breaks: { 'src/a.ts': 'export const same = 1', 'src/b.ts': 'export function same() {}' },
      at: { same: 1 },
      keeps: {
        'src/chain/Token.ts': 'export const parse = 1',
        'src/chain/Amount.ts': 'export const parse = 1',
        'src/a.ts': "import * as Token from '#chain/Token.ts'\nexport const token = Token.parse",
        'src/b.ts': "export { token } from './a.ts'",
        'src/Page.tsx': 'export const Page = () => null',
        'src/lazy.ts': "export const Page = late(async () => (await import('./Page.tsx')).Page)",
        'src/a.test.ts': 'export const token = 1',
        'src/modes/wallet/shims/cuer.tsx': 'export const token = 1',
      },
    },
    'every export is used': {
      breaks: {
        'src/a.ts': 'export const alone = 1\nexport type Alone = typeof alone',
        'src/b.ts': "import * as A from './a.ts'\nexport { other } from './c.ts'\nconst alone = 1",
      },
      at: { 'src/a.ts: alone': 1, 'src/a.ts: Alone': 1 },
      keeps: {
        'src/a.ts': 'export const one = 1, two = 2, three = 3, four = 4, five = 5, Six = () => null',
        'src/b.tsx': `import { one as other } from './a.ts'
import * as A from '#a.ts'
const late = async () => (await import('./a.ts')).three
type Four = typeof import('./a.ts').four
const six = <A.Six count={A.two} />`,
        'safe-app/c.ts': "export { five } from '../src/a.ts'",
      },
    },
    'no export is there for tests alone': {
      breaks: {
        'src/a.ts': 'export const forTests = 1 // forTests',
        'src/a.test.ts': "import { forTests } from './a.ts'",
        'tests/b.ts': "import { forTests } from '#a.ts'",
      },
      at: { 'src/a.ts: forTests': 1 },
      keeps: {
        'src/a.ts':
          'export const forAll = 1\nexport const forNobody = 1\nconst part = () => 1\nexport const whole = () => part()\nexport { part }',
        'src/a.test.ts': "import { forAll, part } from './a.ts'",
        'vite.config.ts': "import { forAll } from './src/a.ts'",
      },
    },
    'a component returns elements, never bare text': {
      breaks: {
        'src/Text.tsx': "export const Text = ({ a }) => (a ? 'one' : <b>two</b>)",
        'src/Given.tsx':
          'export function Given({ children }) {\n  if (!children) return null\n  return children\n}',
        'src/Made.tsx': "import { createElement } from 'react'",
      },
      at: { 'src/Text.tsx': 1, 'src/Given.tsx': 1, 'src/Made.tsx': 1 },
      keeps: {
        'src/Text.tsx': 'export const Text = ({ a, all }) => (a ? <>one</> : all.map((one) => one))',
        'src/Later.tsx':
          "export function Later({ a }) {\n  const page = a && <p>{a}</p>\n  const words = () => 'one'\n  return page\n}",
      },
    },
    'a component has at most 150 lines': {
      breaks: {
        'src/A.tsx': component('Long', 151),
        'src/B.tsx': `const Late = memo(() => {${lines(150)}})`,
      },
      at: { 'src/A.tsx: Long': 1, 'src/B.tsx: Late': 1 },
      keeps: {
        'src/A.tsx': component('Short', 150) + component('useLong', 151),
        'src/a.ts': component('Long', 151),
      },
    },
    'a file has at most 400 lines': {
      breaks: { 'src/a.ts': `${lines(400)}export {}` },
      at: { 'src/a.ts': 1 },
      keeps: {
        'src/a.ts': `${lines(399)}export {}\n`,
        'src/a.test.ts': `${lines(400)}export {}`,
        'tests/a.ts': `${lines(400)}export {}`,
      },
    },
    'query keys and polling times are in queries/': {
      breaks: {
        'src/a.ts': `useQuery({ queryKey: ['a'], queryFn, refetchInterval: polling(15_000) })
const paced = polling(15_000)
useQuery({
  queryKey,
  staleTime: 0,
})`,
      },
      at: { 'src/a.ts': 4 },
      keeps: {
        'src/queries/a.ts': "const query = { queryKey: ['a'], refetchInterval: polling(15_000) }",
        'src/b.ts': "const { queryKey } = query\nclient.getQueryData(query.queryKey) // queryKey: ['a']",
        'src/a.test.ts': "const query = { queryKey: ['a'] }",
      },
    },
    'storage keys are in storage/keys.ts': {
      breaks: {
        'src/a.ts': `const KEY = 'portal.a.56'\nconst key = \`portal.b.56.\${id}\`\nget('rk-recent')`,
      },
      at: { 'src/a.ts': 3 },
      keeps: {
        'src/storage/keys.ts': "export const people = 'portal.people.56'",
        'src/a.ts': "const name = 'portal-backup'\n// 'portal.a'",
      },
    },
    'patterns of addresses and hashes are in chain/schemas.ts': {
      breaks: {
        'src/a.ts':
          'const a = /^0x[0-9a-fA-F]{40}$/\nconst b = /[0-9a-f]{64}/\nconst c = /^0x([0-9a-f]{2})*$/',
      },
      at: { 'src/a.ts': 3 },
      keeps: {
        'src/chain/schemas.ts': 'const a = /^0x[0-9a-fA-F]{40}$/',
        'src/chain/hex.ts': 'const a = /^0x[0-9a-fA-F]{40}$/',
        'src/build/deployment.ts': 'const checksum = /^[0-9a-f]{64}$/',
        'src/a.ts': "const a = /^[0-9a-f]{32}$/\nconst b = '/^0x[0-9a-fA-F]{40}$/'",
      },
    },
    'numbers, times and plurals are formatted in domain/shared/format.ts': {
      breaks: {
        'src/A.tsx': `const a = new Intl.NumberFormat('en')
const b = count.toLocaleString('en')
const c = count === 1 ? 'row' : \`\${count} rows\`
const d = \`block\${range === 1 ? '' : 's'}\`
const e = count === 1 ? unit : \`\${unit}s\`
const f = <p>{rows.length > 1 ? 'them' : <b>it</b>}</p>`,
      },
      at: { 'src/A.tsx': 6 },
      keeps: {
        'src/domain/shared/format.ts': "const numbers = new Intl.NumberFormat('en')",
        'src/A.tsx': `const a = rows.length > 1 ? \`Row \${at}: \` : ''
const b = rows.length === 1 ? rows[0] : undefined
const c = count === 2 ? 'pair' : 'group'
const d = <Disc icon={rows.length > 1 ? 'users' : 'user'} />
const e = count(rows.length, 'row')`,
      },
    },
    'the domain uses neither React nor TanStack Query': {
      breaks: {
        'src/domain/a.ts': "import type { QueryClient } from '@tanstack/react-query'",
        'src/domain/b.ts': "import { useState } from 'react'",
      },
      at: { 'src/domain/a.ts': 1, 'src/domain/b.ts': 1 },
      keeps: {
        'src/domain/a.ts': "import * as v from 'valibot'",
        'src/domain/a.test.ts': "import { QueryClient } from '@tanstack/react-query'",
        'src/queries/a.ts': "import { useQuery } from '@tanstack/react-query'",
      },
    },
    'pages and components do not compare the kind of an account': {
      breaks: {
        'src/pages/A.tsx': "const a = account.kind === 'safe'\nconst b = kind !== 'eoa'",
        'src/pages/pay/A.tsx': "switch (account.kind) {\n  case 'safe':\n}",
        'src/components/a.ts': "const a = 'safe' === account?.kind",
      },
      at: { 'src/pages/A.tsx': 2, 'src/pages/pay/A.tsx': 1, 'src/components/a.ts': 1 },
      keeps: {
        'src/pages/A.tsx': "const a = status.kind === 'paid'\nconst b = account.verb === 'safe'",
        'src/account/a.ts': "const a = account.kind === 'safe'",
      },
    },
    'vite.config.ts names no path of src and none inside a package': {
      breaks: {
        'vite.config.ts': `const a = './src/boot/early.ts'
const b = /node_modules\\/viem/
const c = '@wagmi/core/dist/esm/index.js'`,
      },
      at: { 'vite.config.ts': 3 },
      keeps: {
        'vite.config.ts': `import { hosting } from './src/build/plugin.ts'
import { defineConfig } from 'vitest/config'
const a = replaced([['viem', 'a.ts', '@wagmi/core/dist/esm/index.js']])
const b = { dedupe: ['@tanstack/react-query'], include: ['src/**/*.test.ts'] }`,
        'src/build/starts.ts': "const a = 'src/boot/early.ts'",
      },
    },
    'a stylesheet belongs to at most three components in its folder': {
      breaks: {
        'src/ui/b/B.tsx': "import css from '../a/a.module.css'",
        ...Object.fromEntries(
          [1, 2, 3, 4].map((at) => [`src/ui/a/A${at}.tsx`, "import css from './a.module.css'"]),
        ),
      },
      at: { 'src/ui/a/a.module.css': 2 },
      keeps: {
        ...Object.fromEntries(
          [1, 2, 3].map((at) => [`src/ui/a/A${at}.tsx`, "import css from './a.module.css'"]),
        ),
        'src/ui/a/A.test.tsx': "import css from './a.module.css'",
        'src/main.ts': "import './ui/shell.css'",
      },
    },
    'documents name only files and symbols that exist': {
      breaks: {
        'docs/a.md': '`src/old.ts`, `old.css`, `readOld`, `Old.parse(text)`, `readOld`',
        'src/a.ts': '// readOld',
        'src/safe/AGENTS.md': '`proposal/old.ts`',
      },
      at: {
        'docs/a.md: Old.parse(text)': 1,
        'docs/a.md: old.css': 1,
        'docs/a.md: readOld': 2,
        'docs/a.md: src/old.ts': 1,
        'src/safe/AGENTS.md: proposal/old.ts': 1,
      },
      keeps: {
        'README.md':
          '`src/a.ts`, `a.ts`, `src/`, `readNow`, `Now.parse(text)`, `kind`, `--colour`\n```\nreadOld\n`readOld`\n```',
        'src/a.ts': "const readNow = Now.parse('the kind')",
      },
    },
    'links between documents lead to files': {
      breaks: { 'docs/a.md': '[b](b.md) [c](../docs/c/)' },
      at: { 'docs/a.md: b.md': 1, 'docs/a.md: ../docs/c/': 1 },
      keeps: {
        'docs/a.md': '[a](a.md#part) [b](../src/) [c](https://c.example/c.md) [d](#part)',
        'src/b.ts': '',
      },
    },
    'an object spreads no literal': {
      breaks: { 'src/a.ts': 'const a = { ...{ b: 1 }, c: 2 }', 'tests/b.ts': 'const a = { c, ...{ d } }' },
      at: { 'src/a.ts': 1, 'tests/b.ts': 1 },
      keeps: { 'src/a.ts': 'const a = { ...b, ...(c && { d: 1 }) }\nconst { e, ...f } = a' },
    },
    'an AGENTS.md has lines of at most 140 characters, and in a folder at most 25 of them': {
      breaks: { 'AGENTS.md': 'a'.repeat(141), 'src/safe/AGENTS.md': `${lines(25)}a` },
      at: { 'AGENTS.md': 1, 'src/safe/AGENTS.md': 1 },
      keeps: {
        'AGENTS.md': `${lines(99)}${'a'.repeat(140)}`,
        'src/safe/AGENTS.md': `${lines(24)}a\n`,
        'docs/architecture.md': `${lines(99)}${'a'.repeat(141)}`,
      },
    },
    'at most 20 comments begin with What, Who, Whom, That or Where': {
      breaks: { 'src/a.ts': comments(20), 'tests/b.ts': '/**\n * Where it is.\n */\nexport {}' },
      at: { 'src/a.ts': 20, 'tests/b.ts': 1 },
      keeps: {
        'src/a.ts': comments(20),
        'src/b.ts': '// Reads\n// What is there.\n/** Whatever it is. */\nexport {}',
      },
    },
  }

const projectOf = (files: Files) => toProject(Object.entries(files).map(([file, text]) => ({ file, text })))

test('behavior: a rule names only folders and files that exist', () => {
  const named = rules.flatMap(
    ({ name, instead }) => `${name} ${instead}`.match(/\b(?:[\w-]+\/)+[\w.-]*\w/g) ?? [],
  )
  const places = project.files.flatMap((file) => [file, path.posix.dirname(file)])
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !places.includes(name) && !places.includes(`src/${name}`))).toEqual([])
})

describe.each(rules.map(({ name, find }) => [name, find] as const))('%s', (name, find) => {
  const { breaks, at, keeps } = cases[name] ?? { breaks: {}, at: null, keeps: {} }

  test('error: files that break it', () => {
    expect(toPlaces(find(projectOf(breaks)))).toEqual(at)
  })

  test('behavior: files that keep it', () => {
    expect(find(projectOf(keeps)).map(({ detail }) => detail)).toEqual([])
  })
})

describe('a rule with exceptions', () => {
  const rule = { name: 'no a', instead: 'Write b.', find: () => [] }
  const place = (where: string, line = 1) => ({ where, detail: `${where}:${line}` })
  const before = { 'no a': { count: 2, places: { 'x.ts': 1, 'y.ts': 1 } } }

  test('error: a place that is not in the list, with the advice', () => {
    const findings = [place('x.ts'), place('y.ts'), place('y.ts', 2)]
    expect(compare(rule, findings, before)).toEqual({
      broken: ['y.ts:1. Write b.', 'y.ts:2. Write b.'],
      gone: [],
    })
  })

  test('error: a place in the list that is fixed', () => {
    expect(compare(rule, [place('x.ts')], before)).toEqual({
      broken: [],
      gone: ['y.ts is no exception any more. Run `npm run house`, which removes it from the list.'],
    })
  })

  test('behavior: the list gets shorter, and follows a file that moves', () => {
    expect(renew([[rule, [place('x.ts')]]], before)).toEqual({ 'no a': { count: 1, places: { 'x.ts': 1 } } })
    expect(renew([[rule, [place('z.ts'), place('x.ts')]]], before)).toEqual({
      'no a': { count: 2, places: { 'x.ts': 1, 'z.ts': 1 } },
    })
  })

  test('error: the list gets no longer', () => {
    expect(() => renew([[rule, [place('x.ts'), place('y.ts'), place('z.ts')]]], before)).toThrow(
      'no a: 3 exceptions instead of 2.\nz.ts:1. Write b.',
    )
  })
})
