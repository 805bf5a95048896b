import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { licenceTexts } from '../safe-app/package/licences.ts'
import { archive } from './archive.ts'
import { bundledPackages, packageTable } from './bundledPackages.ts'
import { ReleaseRefused } from './ReleaseRefused.ts'
import { releaseNotes } from './releaseNotes.ts'

const run = promisify(execFile)

/** Steps that take minutes, or a network. Each gets the folder of a clean clone. */
export type ReleaseSteps = {
  /** Installs the packages of the lockfile. */
  readonly install: (clone: string) => Promise<void>
  /** Runs all tests. @throws {ReleaseRefused} if one fails */
  readonly test: (clone: string) => Promise<void>
}

/** A finished release: its files, by name, are in `folder`. */
export type Release = {
  readonly version: string
  readonly folder: string
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[]
}

/**
 * Makes the files of a release from the last commit: both archives of the build, the package of `local-safe`, the list
 * of packages in it, the notes and the hash of each. Publishes nothing.
 * @param project the folder of the checkout
 * @param out where the files go; the folder is emptied first
 * @throws {ReleaseRefused} if this must not be released
 */
export async function makeRelease(project: string, out: string, steps: ReleaseSteps): Promise<Release> {
  const version = await checkVersion(project)
  const notes = releaseNotes(await readFile(path.join(project, 'CHANGELOG.md'), 'utf8'), version)
  const scratch = await mkdtemp(path.join(tmpdir(), 'release-'))
  try {
    // Of different length and depth, so that a path that gets into a file is noticed.
    const clones = ['a', 'another/and much deeper/path'].map((name) => path.join(scratch, name)) as [
      string,
      string,
    ]
    const [clone, second] = clones
    for (const folder of clones) {
      await run('git', ['clone', '--quiet', '--no-hardlinks', project, folder])
      await steps.install(folder)
    }
    await steps.test(clone)
    const [made, again] = [await build(clone), await build(second)]
    const different = [...new Set([...made.keys(), ...again.keys()])].filter(
      (name) => !sameBytes(made.get(name), again.get(name)),
    )
    if (different.length > 0)
      throw new ReleaseRefused(`Two builds of the same sources differ: ${different.slice(0, 5).join(', ')}.`)
    const packages = Buffer.from(await packagesOf(clone, made))
    const hosting = below('dist-hosting/', made).set('PACKAGES.md', packages)
    const files = new Map<string, Uint8Array>([
      [`influencer-portal-${version}.zip`, archive(below('dist/', made))],
      [`influencer-portal-${version}-hosting.zip`, archive(hosting)],
      ...below('package/', made),
      ['PACKAGES.md', packages],
      ['NOTES.md', Buffer.from(notes)],
    ])
    return await writeRelease(out, version, files)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** The version of the last commit, if that may be released. */
async function checkVersion(project: string): Promise<string> {
  const git = async (...args: string[]) => (await run('git', ['-C', project, ...args])).stdout.trim()
  if (await git('status', '--porcelain'))
    throw new ReleaseRefused('The checkout has changes that are not committed.')
  const { version } = JSON.parse(await readFile(path.join(project, 'package.json'), 'utf8')) as {
    version: string
  }
  if (!/^\d+\.\d+\.\d+(-[0-9a-z.]+)?$/.test(version))
    throw new ReleaseRefused(`package.json has no version of three numbers: ${version}.`)
  const tag = `v${version}`
  const tagsHere = (await git('tag', '--points-at', 'HEAD', '--list', 'v*')).split('\n').filter(Boolean)
  const other = tagsHere.find((name) => name !== tag)
  if (other) throw new ReleaseRefused(`The tag ${other} is on this commit, and package.json says ${version}.`)
  if (tagsHere.length === 0 && (await isTaken(git, tag)))
    throw new ReleaseRefused(`Version ${version} exists already: the tag ${tag} is on another commit.`)
  return version
}

async function isTaken(git: (...args: string[]) => Promise<string>, tag: string): Promise<boolean> {
  if (await git('tag', '--list', tag)) return true
  if (!(await git('remote')).split('\n').includes('origin')) return false
  try {
    return (await git('ls-remote', '--tags', 'origin', tag)) !== ''
  } catch (cause) {
    throw new ReleaseRefused('The repository “origin” does not say which versions exist.', { cause })
  }
}

/** Builds the portal and the package in a clone. The files by their path: `dist/…`, `dist-hosting/…`, `package/…`. */
async function build(clone: string): Promise<Map<string, Uint8Array>> {
  const foreign = /^(VITE_|PORTAL_)/
  // A release is built without variables, whatever this shell has set.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)))
  const options = { cwd: clone, env: { ...env, NODE_ENV: 'production' } }
  await run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error'], options)
  await run(process.execPath, ['--import', 'tsx', 'safe-app/package/build.ts'], options)
  await mkdir(path.join(clone, 'package'))
  await run('npm', ['pack', './safe-app/dist', '--silent', '--pack-destination', 'package'], options)
  const files = new Map<string, Uint8Array>()
  for (const folder of ['dist', 'dist-hosting', 'package']) {
    for (const entry of await readdir(path.join(clone, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const file = path.join(entry.parentPath, entry.name)
      files.set(path.relative(clone, file).replaceAll(path.sep, '/'), await readFile(file))
    }
  }
  return files
}

/** The packages of a build with their licences, and the text of each. */
async function packagesOf(clone: string, made: ReadonlyMap<string, Uint8Array>): Promise<string> {
  const read = (bytes: Uint8Array | undefined) => JSON.parse(Buffer.from(bytes ?? []).toString('utf8'))
  const modules = read(made.get('dist-hosting/modules.json'))
  const packages = bundledPackages(modules, read(await readFile(path.join(clone, 'package-lock.json'))))
  const folders = packages.map(({ folder }) => path.join(clone, folder))
  return `# Packages in this release\n\n${packageTable(packages)}\n# Their licences\n\n${licenceTexts(folders)}\n`
}

/** The files below a folder, by their path in it. */
function below(folder: string, files: ReadonlyMap<string, Uint8Array>): Map<string, Uint8Array> {
  return new Map(
    [...files].flatMap(([name, content]) =>
      name.startsWith(folder) ? [[name.slice(folder.length), content] as const] : [],
    ),
  )
}

async function writeRelease(
  out: string,
  version: string,
  contents: ReadonlyMap<string, Uint8Array>,
): Promise<Release> {
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  const files = [...contents].map(([name, content]) => ({
    name,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  }))
  for (const [name, content] of contents) await writeFile(path.join(out, name), content)
  const sums = files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('')
  await writeFile(path.join(out, 'SHA256SUMS'), sums)
  return { version, folder: out, files }
}

function sameBytes(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  return one !== undefined && other !== undefined && Buffer.compare(one, other) === 0
}
