import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { test as base, expect } from 'playwright/test'
import { findHeadlessShell } from '#tests/support/findChromium.ts'
import { npm, packPackage } from '#tests/support/localSafe/installedPackage.ts'

const example = fileURLToPath(new URL('../../../safe-app/package/example', import.meta.url))

/** The example's settings, with the browser and the time limits of this project; prints the version of Node. */
const settings = `import { defineConfig } from '@playwright/test'
import example from './playwright.config'
console.log(\`Node \${process.version}\`)
export default defineConfig(example, {
  timeout: 240_000,
  expect: { timeout: 60_000 },
  use: { launchOptions: { executablePath: ${JSON.stringify(findHeadlessShell())} } },
})
`

const test = base.extend<object, { copy: string }>({
  copy: [
    async ({ playwright: _ }, use) => {
      const copy = mkdtempSync(path.join(tmpdir(), 'safe-app-example-'))
      cpSync(example, copy, { recursive: true, filter: (file) => !file.endsWith('node_modules') })
      renameSync(await packPackage(copy), path.join(copy, 'local-safe.tgz'))
      // Vite's build has set NODE_ENV to production.
      npm(copy, 'install', '--include=dev', '--no-audit', '--no-fund')
      writeFileSync(path.join(copy, 'chromium.ts'), settings)
      await use(copy)
      rmSync(copy, { recursive: true })
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

// One after another: the example's server has one port.
test.describe.configure({ mode: 'default' })

for (const version of [20, 22, 24]) {
  test(`behavior: the example installs from the tarball, and its tests pass on Node ${version}`, ({
    copy,
  }) => {
    // Unlike the package `node`, it has the program itself, and no script that installs it.
    const node = `node-${process.platform}-${process.arch}@${version}`
    const { stdout, stderr } = spawnSync(
      'npm',
      ['exec', '--yes', '--package', node, '--', 'npm', 'test', '--', '--config', 'chromium.ts'],
      { cwd: copy, encoding: 'utf8', env: { ...process.env, FORCE_COLOR: '0' } },
    )
    const printed = `${stdout}${stderr}`
    expect(printed).toContain(`Node v${version}.`)
    expect(printed).toMatch(/^ *4 passed/m)
  })
}
