import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { headerRules, headersFor } from '../../src/hosting/headers.ts'
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

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/manifest+json',
}

/**
 * The path by which the sandbox wallet reaches its node on any portal. A real extension has its own
 * connection, outside the page's policy and faults.
 */
export const WALLET_RPC = '/@wallet-rpc'

export type PortalOptions = {
  /** The published portal by default. */
  readonly build?: PortalBuild
  /** The node behind `WALLET_RPC`. */
  readonly node?: string
}

/**
 * Serves the build on 127.0.0.1 (open it as localhost). Replaces the placeholders with `addresses` when a
 * file is first requested.
 */
export async function servePortal(
  addresses: Addresses,
  { build = portalBuild, node }: PortalOptions = {},
): Promise<PortalServer> {
  checkBuild(build)
  const parsed = parseEnv(build.env)
  if (!parsed.ok) throw new Error(parsed.fault)
  const rules = headerRules(parsed.env)
  const fill = (content: string) =>
    Object.entries(placeholders).reduce(
      (filled, [name, placeholder]) =>
        filled.replaceAll(
          placeholder,
          addresses[name as keyof Addresses]?.replaceAll(',', ' ') ?? placeholder,
        ),
      content.replaceAll(rpcList, () => JSON.stringify(addresses.rpc.split(','))),
    )
  // Every test loads many files that never change, so each is read and filled in once.
  const files = new Map<string, Promise<Buffer>>()
  const read = async (file: string, type: string) => {
    if (!file.startsWith(build.folder)) throw new Error('outside the build')
    const body = await readFile(file)
    return /text|json/.test(type) ? Buffer.from(fill(body.toString('utf8'))) : body
  }
  const server = createServer(async (request, response) => {
    if (node !== undefined && request.url === WALLET_RPC) return askNode(node, request, response)
    const requested = decodeURIComponent((request.url ?? '/').split('?')[0] ?? '/')
    const file = path.join(build.folder, requested.endsWith('/') ? `${requested}index.html` : requested)
    const type = types[path.extname(file)] ?? 'application/octet-stream'
    try {
      if (!files.has(file)) files.set(file, read(file, type))
      const body = await files.get(file)
      for (const [name, value] of Object.entries(headersFor(rules, requested))) {
        response.setHeader(name, fill(value))
      }
      response.setHeader('Content-Type', type)
      response.end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
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
