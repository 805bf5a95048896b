import { expect, test } from 'vitest'
import { bundledPackages, packageTable } from './bundledPackages.ts'

const locked = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [`node_modules/${name}`, { version: '1.0.0', license: 'MIT' }]))
const made = ['inter-ui', '@fontsource-variable/geist-mono', 'lucide-static']

test('behavior: takes a package in a package, one under another name, and what fonts are made from', () => {
  const packages = {
    ...locked(...made, 'viem', 'viem/node_modules/@noble/hashes'),
    'node_modules/wagmi-3': { name: 'wagmi', version: '3.0.0', license: 'MIT' },
  }
  const modules = {
    'a.js': [
      'src/main.ts',
      'node_modules/viem/index.js',
      'node_modules/viem/node_modules/@noble/hashes/sha3.js',
    ],
    'b.js': ['node_modules/viem/other.js', 'node_modules/wagmi-3/index.js', '\0rolldown/runtime.js'],
  }
  const found = bundledPackages(modules, { packages })
  expect(found.map(({ name, version }) => `${name} ${version}`)).toEqual(
    ['@noble/hashes 1.0.0', 'viem 1.0.0', 'wagmi 3.0.0', ...made.map((name) => `${name} 1.0.0`)].toSorted(),
  )
  expect(packageTable(found)).toContain('| wagmi | 3.0.0 | MIT |')
})

test('error: a package without a licence is refused by name', () => {
  const packages = { ...locked(...made), 'node_modules/secret': { version: '1.0.0' } }
  expect(() => bundledPackages({ 'a.js': ['node_modules/secret/index.js'] }, { packages })).toThrow(
    'node_modules/secret is in the build',
  )
})
