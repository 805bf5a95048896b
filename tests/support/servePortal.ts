import { readdir, readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { listFiles } from '#build/plugin.ts'
import { headerRules, headersFor, inlineHashes, withPolicy } from '../../src/build/headers.ts'
import { parseEnv } from '../../src/parseEnv.ts'
import { checkBuild, type PortalBuild, placeholders, portalBuild } from './portalBuild.ts'

/**
 * The values for the placeholders; a placeholder that the build lacks needs none. `rpc` may list several with
 * commas.
 */
export type Addresses = { readonly [name in Exclude<keyof typeof placeholders, 'auth'>]: string } & {
  readonly auth?: string
}

/**
 * The list of endpoints in the portal's scripts; the build has one. In headers they are separated by spaces.
 */
const rpcList = new RegExp(`\\[(["'\`])${placeholders.rpc}\\1\\]`, 'g')

/** A static host for the built portal, with the production headers. */
export type PortalServer = { readonly url: string; readonly port: number; stop(): Promise<void> }

/** The type of a file by the end of its name. */
export const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/manifest+json',
}

/**
 * The path by which the sandbox wallet reaches its node on any portal. A real extension has its own
 * connection, outside the page's policy and faults.
 */
export const WALLET_RPC = '/@wallet-rpc'

/**
 * The query that makes the page arrive in two pieces, as over a slow network: the first ends before this number
 * of characters.
 */
export const CUT = 'cut'

/** The time (ms) between the two pieces; enough for a browser to paint the first. */
const BETWEEN_PIECES = 200

/** How long (ms) an idle connection stays open: longer than any test. */
const MINUTES = 600_000

export type PortalOptions = {
  /** The published portal by default. */
  readonly build?: PortalBuild
  /** The node behind `WALLET_RPC`. */
  readonly node?: string
}

/**
 * Serves the build on 127.0.0.1 (open it as localhost). On the first request, `addresses` take the place of the
 * placeholders, as if the portal had been built with them.
 */
export async function servePortal(
  addresses: Addresses,
  { build = portalBuild, node }: PortalOptions = {},
): Promise<PortalServer> {
  checkBuild(build)
  let served: ReturnType<typeof buildWith> | null = null
  const server = createServer(async (request, response) => {
    if (node !== undefined && request.url === WALLET_RPC) return askNode(node, request, response)
    served ??= buildWith(addresses, build)
    const { files, rules } = await served
    const requested = decodeURIComponent((request.url ?? '/').split('?')[0] ?? '/')
    const body = files.get(requested === '/' ? 'index.html' : requested.slice(1))
    if (body === undefined) response.writeHead(404).end()
    else {
      for (const [name, value] of Object.entries(headersFor(rules, requested)))
        response.setHeader(name, value)
      response.setHeader('Content-Type', types[path.extname(requested)] ?? 'text/html; charset=utf-8')
      const cut = Number(new URLSearchParams(request.url?.split('?')[1]).get(CUT))
      if (cut > 0) {
        response.write(body.slice(0, cut))
        await new Promise((resolve) => setTimeout(resolve, BETWEEN_PIECES))
      }
      response.end(body.slice(cut))
    }
  })
  // A browser on a busy machine may ask again over a connection just as its server closes it for being idle.
  server.keepAliveTimeout = MINUTES
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}/`,
    port,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** The files of a build and its headers, as they would be for these addresses. */
export async function buildWith(addresses: Addresses, build: PortalBuild) {
  const fill = (content: string, separator: string) =>
    Object.entries(placeholders).reduce(
      (filled, [name, placeholder]) =>
        filled.replaceAll(
          placeholder,
          addresses[name as keyof Addresses]?.replaceAll(',', separator) ?? placeholder,
        ),
      content,
    )
  const variables = Object.entries(build.env).map(([name, value]) => [name, fill(value, ',')])
  const parsed = parseEnv(Object.fromEntries(variables))
  if (!parsed.ok) throw new Error(parsed.fault)
  const files = new Map<string, string | Buffer>()
  for (const [name, content] of await readBuild(build.folder)) {
    const list = () => JSON.stringify(addresses.rpc.split(','))
    files.set(
      name,
      name.endsWith('.js') ? fill(content.toString('utf8').replaceAll(rpcList, list), ' ') : content,
    )
  }
  const page = withPolicy(String(files.get('index.html')), parsed.env)
  files.set('index.html', page)
  const { worker, names } = readOfflineList(String(files.get('sw.js')))
  files.set('sw.js', listFiles(worker, names, page))
  return { files, rules: headerRules(parsed.env, inlineHashes(page)) }
}

/** The files of a built folder by their path in it. */
export async function readBuild(folder: string): Promise<[string, Buffer][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map(async (file) => [path.relative(folder, file), await readFile(file)]),
  )
}

/** Forwards a wallet's request; gives no answer if the node is down. */
async function askNode(node: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const asked = await text(request)
    const headers = { 'Content-Type': 'application/json' }
    const answer = await fetch(node, { method: 'POST', headers, body: asked })
    response.setHeader('Content-Type', 'application/json')
    response.end(await answer.text())
  } catch {
    response.destroy()
  }
}

/** The worker and the names of its files, from a worker with a list. */
function readOfflineList(listed: string): {
  readonly worker: string
  readonly names: readonly string[]
} {
  const [first = '', ...rest] = listed.split('\n')
  const [, ...entries] = JSON.parse(first.slice('self.__WB_MANIFEST='.length, -1)) as { url: string }[]
  return { worker: rest.join('\n'), names: entries.map(({ url }) => url) }
}
