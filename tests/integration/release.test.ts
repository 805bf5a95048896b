import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { someOf } from '#tests/support/deep.ts'
import { makeRelease } from '../../release/makeRelease.ts'
import { ReleaseRefused } from '../../release/ReleaseRefused.ts'

// In the deep run `published.test.ts` makes a release of this project. Here a project with a bundler of five lines shows what is refused.

const run = promisify(execFile)
let scratch = ''
let project = ''

const files = {
  'package.json': JSON.stringify({ name: 'portal', version: '1.2.0', type: 'module' }),
  'package-lock.json': JSON.stringify({
    packages: Object.fromEntries(
      ['inter-ui', '@fontsource-variable/geist-mono', 'lucide-static'].map((name) => [
        `node_modules/${name}`,
        { version: '1.0.0', license: 'MIT' },
      ]),
    ),
  }),
  'CHANGELOG.md':
    '# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-11-29\n\nFaster.\n\n## [1.1.0] - 2026-10-01\n\nFirst.\n',
  '.gitignore': 'node_modules\ndist\ndist-hosting\n/package\n',
  'page.html': '<p>Pay</p>',
  'safe-app/package/build.ts': `import { mkdirSync, writeFileSync } from 'node:fs'
mkdirSync('safe-app/dist', { recursive: true })
writeFileSync('safe-app/dist/package.json', '{ "name": "local-safe", "version": "1.2.0" }')`,
}

/** Stands in for Vite: the page as it is, and no modules. `more` is code that adds to the page. */
const bundler = (more: string) => `const fs = require('node:fs')
for (const folder of ['dist', 'dist-hosting']) fs.mkdirSync(folder)
fs.writeFileSync('dist-hosting/modules.json', '{}')
fs.writeFileSync('dist/index.html', fs.readFileSync('page.html', 'utf8') + (${more}))`

const git = (...args: string[]) =>
  run('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], { cwd: project })

async function write(name: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(project, name)), { recursive: true })
  await writeFile(path.join(project, name), text)
}

/** Makes a release of the project, whose page the bundler ends with the value of `more`. */
const make = (more = "''", runTests = async () => {}) =>
  makeRelease(project, path.join(scratch, 'out'), {
    install: async (clone) => {
      await mkdir(path.join(clone, 'node_modules/vite/bin'), { recursive: true })
      await writeFile(path.join(clone, 'node_modules/vite/bin/vite.js'), bundler(more))
      await symlink(path.resolve('node_modules/tsx'), path.join(clone, 'node_modules/tsx'))
      for (const name of ['esbuild', 'get-tsconfig'])
        await symlink(path.resolve('node_modules', name), path.join(clone, 'node_modules', name)).catch(
          () => {},
        )
    },
    test: runTests,
  })

beforeEach(async () => {
  if (scratch) await rm(scratch, { recursive: true })
  scratch = await mkdtemp(path.join(tmpdir(), 'refused-'))
  project = path.join(scratch, 'project')
  for (const [name, text] of Object.entries(files)) await write(name, text)
  await git('init', '--quiet')
  await git('add', '.')
  await git('commit', '--quiet', '-m', 'portal: begin')
})
afterAll(() => rm(scratch, { recursive: true, force: true }))

// Each test builds up to four times, which a busy machine does in half a minute.
describe('a release', { timeout: 120_000 }, () => {
  test('behavior: has its section of the changelog as notes, and the same bytes every time: on its own tag, and without the variables of whoever makes it', async () => {
    const withVariable = 'process.env.VITE_BSC_RPC_URLS'
    const first = await make(withVariable)
    expect(await readFile(path.join(first.folder, 'NOTES.md'), 'utf8')).toBe('Faster.\n')
    await git('tag', 'v1.2.0')
    process.env['VITE_BSC_RPC_URLS'] = 'https://mine.example'
    const again = await make(withVariable).finally(() => delete process.env['VITE_BSC_RPC_URLS'])
    expect(again.version).toBe('1.2.0')
    expect(again.files).toEqual(first.files)
  })

  const refused: Readonly<Record<string, { change: () => Promise<unknown>; why: string }>> = {
    'with changes that are not committed': {
      change: () => write('page.html', '<p>Paid</p>'),
      why: 'The checkout has changes that are not committed.',
    },
    'of a version that exists': {
      change: async () => {
        await git('tag', 'v1.2.0')
        await git('commit', '--quiet', '--allow-empty', '-m', 'portal: go on')
      },
      why: 'Version 1.2.0 exists already: the tag v1.2.0 is on another commit.',
    },
    'of a version that exists on the host': {
      change: async () => {
        await run('git', ['clone', '--quiet', project, path.join(scratch, 'host')])
        await run('git', ['tag', 'v1.2.0'], { cwd: path.join(scratch, 'host') })
        await git('remote', 'add', 'origin', path.join(scratch, 'host'))
      },
      why: 'Version 1.2.0 exists already: the tag v1.2.0 is on another commit.',
    },
    'while the host does not answer': {
      change: () => git('remote', 'add', 'origin', path.join(scratch, 'nowhere')),
      why: 'The repository “origin” does not say which versions exist.',
    },
    'on a tag of another version': {
      change: () => git('tag', 'v9.9.9'),
      why: 'The tag v9.9.9 is on this commit, and package.json says 1.2.0.',
    },
    'whose version is no version': {
      change: async () => {
        await write('package.json', JSON.stringify({ version: '1.2.0; rm -rf /' }))
        await git('commit', '--quiet', '-am', 'portal: odd')
      },
      why: 'package.json has no version of three numbers: 1.2.0; rm -rf /.',
    },
    'without a section of the changelog': {
      change: async () => {
        await write('CHANGELOG.md', '# Changelog\n\n## [Unreleased]\n\nFaster.\n')
        await git('commit', '--quiet', '-am', 'portal: forget')
      },
      why: 'CHANGELOG.md has no section “## [1.2.0] - date”.',
    },
  }

  test.each(Object.entries(refused))(
    'error: %s is refused, and leaves nothing',
    async (_, { change, why }) => {
      await change()
      await expect(make()).rejects.toThrow(new ReleaseRefused(why))
      await expect(readFile(path.join(scratch, 'out/SHA256SUMS'))).rejects.toThrow('ENOENT')
    },
  )

  test('error: whose tests fail is refused', async () => {
    const fail = async () => {
      throw new ReleaseRefused('“npm test” failed in a clean clone.')
    }
    await expect(make("''", fail)).rejects.toThrow('“npm test” failed in a clean clone.')
  })

  const differing = [
    ['the folder', 'process.cwd()'],
    ['the time', 'process.hrtime.bigint()'],
  ] as const
  // Both are found by the same comparison of two builds.
  test.each(someOf(differing, 1))(
    'error: with %s in a file is refused, because nobody could build the same',
    async (_, more) => {
      await expect(make(more)).rejects.toThrow(
        new ReleaseRefused('Two builds of the same sources differ: dist/index.html.'),
      )
    },
  )
})
