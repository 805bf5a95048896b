import type { IncomingMessage, ServerResponse } from 'node:http'
import { personas, testKey } from '../accounts.ts'
import { bsc, type Network } from '../chain/Network.ts'
import { type Listening, listen } from '../service/http/listen.ts'
import { CHECK_PATH } from './app/askCheck.ts'
import { isValidUrl } from './app/Manifest.ts'
import { type Asset, type Assets, buildHost } from './buildHost.ts'
import { gatewayOf } from './chain/Service.ts'
import { checkApp } from './checkApp.ts'
import { embed, type HostConfig, type HostEndpoint, type HostSafe } from './HostConfig.ts'

/** The addresses of the other servers; port 0 means any free one. */
export type HostOptions = {
  readonly port: number
  readonly serviceUrl: string
  readonly rpcUrl: string
  /** The app that the host opens if its link names none; null for its start page. */
  readonly appUrl: string | null
  /** BNB Smart Chain by default. */
  readonly network?: Network
  /** The Safes that it offers; the first is chosen at the start. */
  readonly safes: readonly HostSafe[]
  readonly endpoints?: readonly HostEndpoint[]
  /** The test wallet's script, which is served as `/wallet.js` to any page. */
  readonly walletScript?: string
  /** The result of `buildHost` in another process; without it the page is bundled here. */
  readonly assets?: Assets
}

/**
 * Serves the local Safe host page on the loopback interface, under two origins: `http://127.0.0.1:<port>` is
 * cross-site to an app on localhost (storage blocked), `http://localhost:<port>` is same-site. Throws if
 * the port is taken.
 */
export async function startHost(options: HostOptions): Promise<Listening> {
  const page = withConfiguration(options.assets ?? (await buildHost()), configuration(options))
  const { walletScript } = options
  const wallet = { type: 'text/javascript; charset=utf-8', body: walletScript ?? '' }
  const assets = walletScript === undefined ? page : new Map([...page, ['/wallet.js', wallet]])
  return listen(options.port, async (request, response) => {
    // A mistyped address such as `//` is not a URL.
    const [path = '/'] = (request.url ?? '/').split('?')
    if (path === CHECK_PATH) {
      await answerCheck(request, response)
      return
    }
    answer(response, assets.get(pages[path] ?? path))
  })
}

/**
 * The real host's deep links use the same page: `/apps/open` names a Safe, `/share/safe-app` lets the user
 * choose one, `/transactions/tx` shows one of its transactions.
 */
const pages: Readonly<Record<string, string>> = {
  '/': '/index.html',
  '/apps/open': '/index.html',
  '/share/safe-app': '/index.html',
  '/transactions/tx': '/index.html',
}

/** An address is not longer. */
const LONGEST_BODY = 10_000

/**
 * Checks the app that the page names. Foreign pages cannot ask: JSON needs a permission that is not given, and a name
 * that was pointed at this machine is not one of the host's own.
 */
async function answerCheck(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { host = '', origin, 'content-type': type } = request.headers
  const own = [`http://${host}`, ...otherName(host)]
  const isOwn = own.length === 2 && (origin === undefined || origin === own[0])
  const body = await readBody(request)
  const url = isOwn && request.method === 'POST' && type === 'application/json' ? readUrl(body) : null
  response.statusCode = url === null ? 400 : 200
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(url === null ? null : await checkApp(url, own)))
}

/** The host's other origin; none if this name is not the host's. */
function otherName(host: string): readonly string[] {
  const [name, port] = host.split(':')
  if (name === 'localhost') return [`http://127.0.0.1:${port}`]
  return name === '127.0.0.1' ? [`http://localhost:${port}`] : []
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of request) {
    body += String(part)
    if (body.length > LONGEST_BODY) return ''
  }
  return body
}

function readUrl(body: string): string | null {
  try {
    const { url } = Object(JSON.parse(body)) as { url?: unknown }
    return typeof url === 'string' && isValidUrl(url) ? new URL(url).href : null
  } catch {
    return null
  }
}

function answer(response: ServerResponse, asset: Asset | undefined): void {
  response.statusCode = asset ? 200 : 404
  response.setHeader('cache-control', 'no-cache')
  response.setHeader('content-type', asset?.type ?? 'text/plain')
  response.end(asset?.body ?? 'Not found')
}

function withConfiguration(assets: Assets, config: HostConfig): Assets {
  const page = assets.get('/index.html')
  if (!page) throw new Error('The host page did not build.')
  return new Map([...assets, ['/index.html', { ...page, body: embed(String(page.body), config) }]])
}

function configuration(options: HostOptions): HostConfig {
  const { serviceUrl, rpcUrl, appUrl, network = bsc, safes, endpoints = [] } = options
  return {
    network,
    gatewayUrl: gatewayOf(serviceUrl, network),
    serviceUrl,
    rpcUrl,
    appUrl,
    endpoints,
    safes,
    // Deriving keys takes a browser a second, so the page gets them from here.
    personas: personas.map((person) => ({
      index: person.index,
      name: person.name,
      role: person.role,
      address: person.address,
      key: testKey(person),
    })),
  }
}
