import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

test('behavior: docs/dependencies.md has each dependency, at the version that is installed', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { version: string }>
  }
  const rows = read('docs/dependencies.md')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .flatMap((line) => {
      const [names = '', version, keeper, why] = line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim())
      return names.split(', ').map((name) => ({ name, version, keeper, why }))
    })
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(dependencies)))
  expect(rows.map(({ name, version }) => [name, version])).toEqual(
    rows.map(({ name }) => [name, packages[`node_modules/${name}`]?.version]),
  )
  expect(rows.filter(({ keeper, why }) => !keeper || !why)).toEqual([])
})

test('behavior: every dependency is pinned exactly', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >
  const versions = Object.entries({ ...dependencies, ...devDependencies })
  expect(versions.filter(([, version]) => !/^(?:npm:[a-z-]+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([])
})
