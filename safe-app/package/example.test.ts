import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import project from '../../package.json' with { type: 'json' }
import example from './example/package.json' with { type: 'json' }
import { writeTypes } from './writeTypes.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('behavior: the example has the versions that the project is tested with, and the package from its tarball', () => {
  const versions: Readonly<Record<string, string>> = {
    ...project.dependencies,
    ...project.devDependencies,
    wagmi: project.devDependencies['wagmi-3'].replace('npm:wagmi@', ''),
    '@playwright/test': project.devDependencies.playwright,
    'local-safe': 'file:local-safe.tgz',
  }
  const used = { ...example.dependencies, ...example.devDependencies }
  expect(used).toEqual(Object.fromEntries(Object.keys(used).map((name) => [name, versions[name]])))
})

test('behavior: the example has no errors with the types of the package and of wagmi 3', () => {
  // Below the project, whose packages it finds.
  mkdirSync(path.join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(path.join(root, '.cache/example-'))
  try {
    cpSync(path.join(root, 'safe-app/package/example'), folder, {
      recursive: true,
      filter: (file) => !file.endsWith('node_modules'),
    })
    const packages = path.join(folder, 'node_modules')
    for (const name of ['@playwright/test', 'local-safe']) {
      mkdirSync(path.join(packages, name), { recursive: true })
    }
    symlinkSync(path.join(root, 'node_modules/wagmi-3'), path.join(packages, 'wagmi'))
    writeFileSync(path.join(packages, '@playwright/test/index.d.ts'), "export * from 'playwright/test'\n")
    writeTypes(root, path.join(packages, 'local-safe'))
    copyFileSync(
      path.join(root, 'safe-app/package/manifest.json'),
      path.join(packages, 'local-safe/package.json'),
    )
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
    const { stdout } = spawnSync(process.execPath, [tsc, '--project', folder], { encoding: 'utf8' })
    expect(stdout).toBe('')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
