import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { buildPortal } from '../support/buildPortal.ts'

const run = promisify(execFile)
const MANIFEST = 'build-manifest.json'

test('behavior: whoever builds the same sources gets the same files, wherever they lie', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'builds-'))
  try {
    // Of different length and depth, and read in a different order by whatever sorts by whole paths.
    const folders = ['z', 'a/much/deeper and longer/path'].map((name) => path.join(root, name))
    await Promise.all(folders.map(copyProject))
    const [one, other] = await Promise.all(folders.map(built))
    expect(Object.keys(one ?? {}).length).toBeGreaterThan(100)
    expect(other).toEqual(one)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}, 120_000)

/** Everything that belongs to the project, as it is now, whether committed or not. */
async function copyProject(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  const names = stdout.split('\0').filter((name) => name !== '' && existsSync(name))
  await Promise.all(names.map((name) => cp(name, path.join(folder, name))))
  await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'))
}

/** The hash of each file that a build of this copy makes. */
async function built(project: string): Promise<Record<string, string>> {
  const folder = path.join(project, 'dist')
  await buildPortal({ folder, env: {} }, project)
  const hashes: Record<string, string> = {}
  for (const made of [folder, `${folder}-hosting`]) {
    for (const entry of await readdir(made, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const file = path.join(entry.parentPath, entry.name)
      const content = await readFile(file)
      hashes[path.relative(project, file)] = hashOf(entry.name === MANIFEST ? withoutLink(content) : content)
    }
  }
  return hashes
}

/**
 * The manifest with the packages inside the copy. It alone names sources by their path from the project, and the
 * link leads out of it; a copy of all packages would take longer than both builds.
 */
function withoutLink(manifest: Buffer): string {
  return manifest.toString('utf8').replaceAll(/"(?:\.\.\/)+[^"]*?(?=node_modules\/)/g, '"')
}

function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
