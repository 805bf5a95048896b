import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { readHeadersFile } from '../../src/build/hosts.ts'

/** The headers that a host sends for a path, besides its own. */
export type HeadersOf = (path: string) => Record<string, string>

/**
 * Cloudflare Pages and Netlify: every matching rule counts, a header of two of them is joined with a comma.
 * @see https://developers.cloudflare.com/pages/configuration/headers/
 * @see https://docs.netlify.com/manage/routing/headers/
 */
export function headersFileHost(text: string): HeadersOf {
  const rules = readHeadersFile(text)
  if (rules.length > 100) throw new Error('Cloudflare Pages takes at most 100 rules.')
  return (requested) => {
    const sent: Record<string, string> = {}
    for (const { path: pattern, headers } of rules) {
      if (!like(pattern, '*').test(requested)) continue
      for (const [name, value] of Object.entries(headers))
        sent[name] = name in sent ? `${sent[name]}, ${value}` : value
    }
    return sent
  }
}

/**
 * Vercel: every matching source counts, and of a header of two of them the last.
 * @see https://vercel.com/docs/project-configuration/vercel-json#headers
 */
export function vercelHost(text: string): HeadersOf {
  const { headers: rules } = JSON.parse(text) as {
    headers: { source: string; headers: { key: string; value: string }[] }[]
  }
  return (requested) =>
    Object.fromEntries(
      rules
        .filter(({ source }) => like(source, '(.*)').test(requested))
        .flatMap(({ headers }) => headers.map(({ key, value }) => [key, value])),
    )
}

/** A pattern in which one sequence matches any text, and every other sign only itself. */
function like(pattern: string, anything: string): RegExp {
  const parts = pattern.split(anything).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`)
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** Serves a folder as those hosts do: `index.html` for a folder, `404.html` for a missing file. */
export async function serveLike(
  folder: string,
  headersOf: HeadersOf,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const requested = new URL(request.url ?? '/', 'http://localhost').pathname
    const name = requested.endsWith('/') ? `${requested}index.html` : requested
    const body = await readFile(path.join(folder, name)).catch(() => null)
    response.writeHead(body ? 200 : 404, {
      'Content-Type': types[body ? path.extname(name) : '.html'] ?? 'application/octet-stream',
      ...headersOf(requested),
    })
    response.end(body ?? (await readFile(path.join(folder, '404.html'))))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
