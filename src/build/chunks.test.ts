import path from 'node:path'
import fc from 'fast-check'
import type { Rolldown } from 'vite'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { chunkGroups } from './chunks.ts'

type Graph = Readonly<Record<string, readonly string[]>>

/** Names the file of each module of a graph, whose ids are paths below the project's folder. */
function filesOf(imports: Graph, starts: Readonly<Record<string, readonly string[]>>, late: Graph = {}) {
  const [group] = chunkGroups(() => starts)
  const context = {
    getModuleInfo: (id: string) => ({
      importedIds: imports[path.relative('', id)]?.map((one) => path.resolve(one)) ?? [],
      dynamicallyImportedIds: late[path.relative('', id)]?.map((one) => path.resolve(one)) ?? [],
    }),
  } as unknown as Rolldown.ChunkingContext
  const name = group?.name as Rolldown.CodeSplittingNameFunction
  return (module: string) => name(path.resolve(module), context) ?? null
}

describe('the files of a build', () => {
  const fileOf = filesOf(
    {
      'src/main.ts': ['src/boot.ts'],
      'src/Portal.tsx': ['src/Shell.tsx', 'node_modules/react/index.js'],
      'src/Tab.tsx': ['src/Welcome.tsx', 'src/Amount.tsx'],
      'src/Safe.tsx': ['src/Amount.tsx', 'src/Owners.tsx', 'node_modules/viem/index.js'],
      'src/Sum.tsx': ['src/Price.tsx', 'src/Form.tsx'],
      'src/List.tsx': ['src/Price.tsx'],
      'src/Pay.tsx': ['src/Owners.tsx', 'src/Row.tsx', 'src/Table.tsx', 'src/Form.tsx', 'src/Price.tsx'],
      'src/Activity.tsx': ['src/Row.tsx', 'src/Status.tsx', 'src/Date.tsx'],
      'src/People.tsx': ['src/Date.tsx'],
      'src/Receipt.tsx': ['src/Date.tsx'],
      'src/Late.tsx': ['src/Status.tsx', 'src/Rare.tsx'],
    },
    {
      boot: ['src/main.ts'],
      tab: ['src/main.ts', 'src/Portal.tsx', 'src/Tab.tsx'],
      frame: ['src/main.ts', 'src/Portal.tsx', 'src/Safe.tsx'],
      safe: ['src/Sum.tsx'],
      overview: ['src/List.tsx'],
      '/pay': ['src/Pay.tsx'],
      '/activity': ['src/Activity.tsx'],
      '/people': ['src/People.tsx'],
      '/receipt': ['src/Receipt.tsx'],
    },
    { 'src/Safe.tsx': ['src/Late.tsx'] },
  )

  test('behavior: what every visit needs is in two files, the boot and the rest', () => {
    expect(['src/main.ts', 'src/boot.ts'].map(fileOf)).toEqual(['boot', 'boot'])
    expect(['src/Portal.tsx', 'src/Shell.tsx', 'node_modules/react/index.js'].map(fileOf)).toEqual([
      'first',
      'first',
      'first',
    ])
  })

  test('behavior: a visit has a file of its own, and one that others need as well', () => {
    expect(['src/Tab.tsx', 'src/Welcome.tsx'].map(fileOf)).toEqual(['tab', 'tab'])
    expect(fileOf('src/Safe.tsx')).toBe('frame')
    expect(fileOf('src/Owners.tsx')).toBe('frame-shared')
  })

  test('behavior: of two files that a visit shares, a later one loads only what it needs itself', () => {
    expect(fileOf('src/Sum.tsx')).toBe('safe')
    expect(fileOf('src/Price.tsx')).toBe('safe-overview')
    expect(fileOf('src/Form.tsx')).toBe('safe-shared')
  })

  test('behavior: what only pages need is with what the same pages need, or in one file for more than two', () => {
    expect(fileOf('src/Table.tsx')).toBe('pay')
    expect(fileOf('src/Row.tsx')).toBe('pay-activity')
    expect(fileOf('src/Date.tsx')).toBe('pages')
  })

  test('behavior: a part that is loaded late does not bring the rest of a page along', () => {
    expect(fileOf('src/Status.tsx')).toBe('activity-late')
    expect(fileOf('src/Activity.tsx')).toBe('activity')
    expect(fileOf('src/Rare.tsx')).toBeNull()
  })

  test('behavior: packages beyond the first paint, and what is loaded late, are left to the bundler', () => {
    expect(fileOf('node_modules/viem/index.js')).toBeNull()
    expect(fileOf('src/Late.tsx')).toBeNull()
  })

  test('property: no two files import each other, and a start’s own file has nothing that it does not need', () => {
    const starts = ['boot', 'tab', 'frame', 'safe', 'wallets', '/r', '/pay', '/activity'] as const
    const modules = Array.from({ length: 14 }, (_, index) => `src/${index}.ts`)
    // Imports mostly lead down, as in the portal; otherwise nearly every module would need every other.
    const below = modules.map((_, index) =>
      fc.uniqueArray(fc.constantFrom(...modules.slice(index), ...modules.slice(0, index % 4 === 0 ? 1 : 0)), {
        maxLength: 2,
      }),
    )
    const roots = fc.uniqueArray(fc.constantFrom(...modules), { minLength: 1, maxLength: 2 })
    fc.assert(
      fc.property(fc.tuple(...below), fc.tuple(...starts.map(() => roots)), (imports, opened) => {
        const graph = Object.fromEntries(modules.map((module, index) => [module, imports[index] ?? []]))
        const needed = Object.fromEntries(starts.map((start, index) => [start, opened[index] ?? []]))
        const fileOf = filesOf(graph, needed)
        const reached = (from: readonly string[], next: (one: string) => readonly string[]) => {
          const seen = new Set(from)
          for (const one of seen) for (const other of next(one)) seen.add(other)
          return seen
        }
        for (const module of modules) {
          const file = fileOf(module)
          if (file === null) continue
          const owners = starts.filter((start) =>
            reached(needed[start] ?? [], (one) => graph[one] ?? []).has(module),
          )
          if (owners.some((owner) => owner.replace('/', '') === file)) {
            expect(file === 'boot' ? ['boot'] : owners).toHaveLength(1)
          }
        }
        const files = new Set(modules.map(fileOf).filter((file) => file !== null))
        const next = (file: string) =>
          modules
            .filter((module) => fileOf(module) === file)
            .flatMap((module) => (graph[module] ?? []).map(fileOf))
            .filter((other): other is string => other !== null && other !== file)
        for (const file of files) expect(reached(next(file), next)).not.toContain(file)
      }),
      propertyRuns(150),
    )
  })
})
