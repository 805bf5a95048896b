import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import type { Connect, Plugin, Rolldown } from 'vite'
import type { Env } from '#parseEnv.ts'
import { buildClassicScript } from './classicScript.ts'
import { formatHashes } from './deployment.ts'
import { type HeaderRule, headerRules, headersFor, inlineHashes, withPolicy } from './headers.ts'
import { type HostFiles, publishedFiles, serverFiles, tooLongForCloudflare } from './hosts.ts'
import { ENTRY } from './startFiles.ts'

/**
 * Serves and emits the files that a host needs besides the bundle: `/manifest.json` under its exact name (Vite would
 * rename it) with CORS, and the response headers, in the preview server and as the configuration of hosts.
 * @param version of the project
 */
export function hosting(env: Env, version: string): Plugin {
  const written = JSON.parse(readFileSync('manifest.json', 'utf8')) as object
  const manifest = `${JSON.stringify({ ...written, version }, null, 2)}\n`
  return {
    name: 'portal-hosting',
    configureServer(server) {
      server.middlewares.use(serveManifest(manifest, sharedRules(env)))
    },
    configurePreviewServer({ config, middlewares }) {
      const page = readFileSync(path.resolve(config.root, config.build.outDir, 'index.html'), 'utf8')
      const rules = headerRules(env, inlineHashes(page))
      middlewares.use((request, response, next) => {
        setHeaders(response, rules, pathOf(request.url))
        next()
      })
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'manifest.json', source: manifest })
    },
    transformIndexHtml(html) {
      return html.replaceAll('__PUBLIC_URL__', env.publicUrl ?? '')
    },
    // Only now are all files final.
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) return
      const worker = await buildClassicScript('src/serviceWorker.ts')
      const page = await finishFolder(dir, env, bundle, worker.code)
      const rules = headerRules(env, inlineHashes(page))
      await writeFiles(dir, publishedFiles(rules))
      await writeFiles(`${path.resolve(dir)}-hosting`, {
        ...serverFiles(rules),
        SHA256SUMS: formatHashes(await readFolder(dir)),
        'modules.json': JSON.stringify(
          { ...modulesOf(bundle), [WORKER]: worker.moduleIds.map(inProject) },
          null,
          1,
        ),
      })
      const fault = tooLongForCloudflare(rules)
      if (fault) this.warn(fault)
    },
  }
}

/**
 * Adds to a finished build the parts that depend on its files: the page's policy, and the service worker. Returns the
 * page.
 */
async function finishFolder(
  dir: string,
  env: Env,
  bundle: Rolldown.OutputBundle,
  worker: string,
): Promise<string> {
  const file = path.join(dir, 'index.html')
  const page = withPolicy(await readFile(file, 'utf8'), env)
  await writeFile(file, page)
  await writeFile(path.join(dir, WORKER), listFiles(worker, offlineFiles(bundle), page))
  return page
}

/** The modules in each script, below the project's folder: to find out why a file is so large. */
function modulesOf(bundle: Rolldown.OutputBundle): Readonly<Record<string, readonly string[]>> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  return Object.fromEntries(chunks.map(({ fileName, moduleIds }) => [fileName, moduleIds.map(inProject)]))
}

/** A module's path below the project, or below the folder of packages if that is elsewhere, behind a link. */
function inProject(id: string): string {
  return path.relative('', id).replace(/^(\.\.\/)+.*?(?=node_modules\/)/, '')
}

/** The files of a folder by their path in it. */
async function readFolder(dir: string): Promise<Map<string, Buffer>> {
  const names = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = new Map<string, Buffer>()
  for (const entry of names.filter((name) => name.isFile())) {
    const file = path.join(entry.parentPath, entry.name)
    files.set(path.relative(dir, file).replaceAll(path.sep, '/'), await readFile(file))
  }
  return files
}

async function writeFiles(dir: string, files: HostFiles): Promise<void> {
  await mkdir(dir, { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(dir, name), text)
}

function serveManifest(manifest: string, rules: readonly HeaderRule[]): Connect.NextHandleFunction {
  return (request, response, next) => {
    const requested = pathOf(request.url)
    setHeaders(response, rules, requested)
    if (requested !== '/manifest.json') return next()
    response.setHeader('Content-Type', 'application/manifest+json')
    response.end(manifest)
  }
}

/**
 * Only the cross-origin rules, because the development server needs inline scripts, which the policy forbids.
 */
function sharedRules(env: Env): readonly HeaderRule[] {
  const rules = headerRules(env, { scripts: [], styles: [] })
  return rules.filter((rule) => 'Access-Control-Allow-Origin' in rule.headers)
}

function setHeaders(response: ServerResponse, rules: readonly HeaderRule[], requested: string): void {
  for (const [name, value] of Object.entries(headersFor(rules, requested))) response.setHeader(name, value)
}

function pathOf(url: string | undefined): string {
  return (url ?? '/').split(/[?#]/)[0] ?? '/'
}

/**
 * Code that needs a network anyway is not kept: the wallets' own libraries, and Safe mode, which only exists in a
 * frame.
 */
const ONLINE = /\/src\/modes\/(wallet\/WalletLayer|safe\/mode)\.tsx$|\/src\/safe\/service\/txService/

/**
 * Pictures and fonts that every screen needs. Letters beyond ASCII come from fonts of the system if there is no
 * network.
 */
const KEPT = ['src/ui/icons/icons.svg', 'src/ui/fonts/hex.woff2']

/**
 * The files that a tab can need without a network: the scripts and styles that the entry leads to, icons and fonts.
 */
export function offlineFiles(bundle: Rolldown.OutputBundle): string[] {
  const files = new Set<string>()
  const visit = (name: string) => {
    const chunk = bundle[name]
    if (files.has(name) || chunk?.type !== 'chunk') return
    if (chunk.moduleIds.some((module) => ONLINE.test(module))) return
    files.add(name)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    for (const other of [...chunk.imports, ...chunk.dynamicImports]) visit(other)
  }
  for (const file of Object.values(bundle)) {
    if (file.type === 'chunk' && file.moduleIds.some((module) => module.endsWith(`/${ENTRY}`)))
      visit(file.fileName)
    if (file.type === 'asset' && file.originalFileNames.some((name) => KEPT.includes(name))) {
      files.add(file.fileName)
    }
  }
  return [...files].filter((name) => name in bundle).sort()
}

/**
 * The service worker, with the list of the files to keep in its first line. The page has the same name in every
 * release, so it is listed by its content; every other file has a name of its own.
 */
export function listFiles(worker: string, names: readonly string[], page: string): string {
  const revision = createHash('sha256').update(page).digest('hex')
  const entries = [{ url: 'index.html', revision }, ...names.map((url) => ({ url, revision: null }))]
  return `${MARK}${JSON.stringify(entries)};\n${worker}`
}

const MARK = 'self.__WB_MANIFEST='
const WORKER = 'sw.js'
