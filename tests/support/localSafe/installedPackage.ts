import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type * as Package from '../../../safe-app/local/startLocalSafe.ts'
import { buildPackage } from '../../../safe-app/package/build.ts'

/** The package `local-safe`, packed and installed into an empty project. */
export type InstalledPackage = {
  /** The empty project. */
  readonly folder: string
  /** Seconds that `npm install` took. */
  readonly installSeconds: number
  /** The packages that it brought, with itself. */
  readonly packages: readonly string[]
  /** Its exports. */
  load(): Promise<typeof Package>
  /** Writes a file into the project; null removes it. */
  write(name: string, text: string | null): void
  /** The compiler's errors in a file of the project; empty if there are none. */
  checkTypes(name: string): string
  remove(): void
}

/** Builds the package and packs it into a folder; returns the path of the tarball. */
export async function packPackage(folder: string): Promise<string> {
  const built = path.join(folder, 'built')
  await buildPackage(built)
  const [{ filename } = { filename: '' }] = JSON.parse(
    npm(folder, 'pack', built, '--json', '--pack-destination', folder),
  ) as readonly { filename: string }[]
  rmSync(built, { recursive: true })
  return path.join(folder, filename)
}

/** Builds and packs the package, and installs the tarball with what the registry has, nothing of which npm has kept. */
export async function installPackage(): Promise<InstalledPackage> {
  const base = mkdtempSync(path.join(tmpdir(), 'local-safe-'))
  const folder = path.join(base, 'project')
  const tarball = await packPackage(base)
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'package.json'), '{ "name": "empty", "private": true, "type": "module" }')
  const before = performance.now()
  npm(folder, 'install', tarball, '--no-audit', '--no-fund', '--cache', path.join(base, 'cache'))
  const installSeconds = (performance.now() - before) / 1_000
  const lock = JSON.parse(readFileSync(path.join(folder, 'node_modules/.package-lock.json'), 'utf8')) as {
    packages: Record<string, unknown>
  }
  return {
    folder,
    installSeconds,
    packages: Object.keys(lock.packages).map((name) => name.replace('node_modules/', '')),
    load: async () =>
      (await import(
        pathToFileURL(path.join(folder, 'node_modules/local-safe/index.js')).href
      )) as typeof Package,
    write(name, text) {
      const file = path.join(folder, name)
      if (text === null) rmSync(file)
      else writeFileSync(file, text)
    },
    checkTypes: (name) =>
      spawnSync(
        process.execPath,
        [
          fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url)),
          ...['--ignoreConfig', '--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', name],
        ],
        { cwd: folder, encoding: 'utf8' },
      ).stdout.trim(),
    remove: () => rmSync(base, { recursive: true, force: true }),
  }
}

/** A run of the package's command. */
export type CommandRun = {
  /** Everything that it printed until it was ready. */
  readonly printed: string
  readonly seconds: number
  stop(): Promise<void>
}

/** Runs `npx local-safe` in the project until it says how to stop it. Rejects with what it printed if it ends before. */
export function runCommand({ folder }: InstalledPackage, args: readonly string[]): Promise<CommandRun> {
  const before = performance.now()
  const child = spawn(path.join(folder, 'node_modules/.bin/local-safe'), args, { cwd: folder })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let printed = ''
  return new Promise((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      printed += chunk.toString()
      if (!printed.includes('Ctrl-C stops everything.')) return
      resolve({
        printed,
        seconds: (performance.now() - before) / 1_000,
        async stop() {
          child.kill('SIGINT')
          await ended
        },
      })
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('error', reject)
    child.once('close', () => reject(new Error(printed.trim())))
  })
}

/** Runs npm in a folder; returns what it prints. */
export function npm(folder: string, ...args: readonly string[]): string {
  return execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
}
