import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { types } from '#tests/support/servePortal.ts'
import { certificate } from './certificate.ts'

/** A site to serve: its files by path, and the headers of each path. */
export type Site = {
  readonly files: ReadonlyMap<string, string | Uint8Array>
  readonly headersOf: (path: string) => Readonly<Record<string, string>>
}

/** A server that compresses as static hosts do. */
export type ZippedServer = {
  /** Opened as localhost, with a trailing slash. */
  readonly home: string
  stop(): Promise<void>
  /** Runs before the next answer to this path, which waits for it. */
  before(path: string, work: () => Promise<void>): void
  /** Bytes and files sent until now, without headers. */
  sent(): { readonly bytes: number; readonly files: number }
}

const isText = /\.(html|js|css|svg|json|txt|map)$/

/**
 * Serves a site on the loopback interface as static hosts do: over HTTP/2, with gzip at level 9 for everything that they
 * compress. The site is read on the first request, because some sites refer to servers that start later.
 */
export async function serveZipped(read: () => Promise<Site>): Promise<ZippedServer> {
  let site: Promise<Site> | null = null
  const zipped = new Map<string, Uint8Array>()
  const waiting = new Map<string, () => Promise<void>>()
  let bytes = 0
  let files = 0
  const serve = async (request: Http2ServerRequest, response: Http2ServerResponse) => {
    site ??= read()
    const { files: known, headersOf } = await site
    const requested = decodeURIComponent((request.url ?? '/').split('?')[0] ?? '/')
    const work = waiting.get(requested)
    waiting.delete(requested)
    await work?.()
    const name = requested === '/' ? 'index.html' : requested.slice(1)
    const body = known.get(name)
    if (body === undefined) {
      response.writeHead(404).end()
      return
    }
    for (const [header, value] of Object.entries(headersOf(requested))) response.setHeader(header, value)
    response.setHeader('Content-Type', types[path.extname(name)] ?? 'application/octet-stream')
    files++
    if (!isText.test(name)) {
      bytes += body.length
      response.end(body)
      return
    }
    const small = zipped.get(name) ?? gzipSync(body, { level: 9 })
    zipped.set(name, small)
    bytes += small.length
    response.setHeader('Content-Encoding', 'gzip')
    response.setHeader('Content-Length', small.length)
    response.end(small)
  }
  const server = createSecureServer({ key: certificate, cert: certificate }, (request, response) => {
    // This fails if the browser leaves during its own request.
    serve(request, response).catch(() => response.destroy())
  })
  const sessions = new Set<{ destroy(): void }>()
  server.on('session', (session) => sessions.add(session))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    home: `https://localhost:${(server.address() as AddressInfo).port}/`,
    stop: () =>
      new Promise<void>((stopped) => {
        server.close(() => stopped())
        for (const session of sessions) session.destroy()
      }),
    before: (requested, work) => void waiting.set(requested, work),
    sent: () => ({ bytes, files }),
  }
}
