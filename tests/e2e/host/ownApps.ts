import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One answer of an app's server. */
export type Served = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Serves answers by path on a free loopback port; other paths are not found. */
export async function serveOwnApps(answers: Readonly<Record<string, Served>>) {
  const server = createServer((request, response) => {
    const answer = answers[(request.url ?? '/').split('?')[0] ?? '/']
    response.writeHead(answer?.status ?? (answer ? 200 : 404), answer?.headers ?? {})
    response.end(answer?.body ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const html = { 'content-type': 'text/html; charset=utf-8' }

/** A page whose script has `ask(method, params)` and `post(message)`. */
export function appPage(script: string, headers: Readonly<Record<string, string>> = {}): Served {
  const helpers = `
    const post = (message) => parent.postMessage(message, '*')
    const ask = (method, params) => post({ id: String(Math.random()), method, params, env: { sdkVersion: '9.1.0' } })`
  return {
    headers: { ...html, ...headers },
    body: `<!doctype html><title>App</title><body><script>${helpers}\n${script}</script></body>`,
  }
}
