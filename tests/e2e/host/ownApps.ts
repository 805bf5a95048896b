import { setTimeout } from 'node:timers/promises'
import { withApps } from '#tests/support/withApps.ts'
import { listen } from '../../../safe-app/service/http/listen.ts'

/** One answer of an app's server. */
export type Served = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** How long the server takes (ms); 0 by default. */
  readonly delay?: number
}

/** A `test` with apps that are answers by path; other paths are not found. */
export function withOwnApps(answers: Readonly<Record<string, Served>>) {
  return withApps(() =>
    listen(0, async (request, response) => {
      const answer = answers[(request.url ?? '/').split('?')[0] ?? '/']
      await setTimeout(answer?.delay ?? 0)
      response.writeHead(answer?.status ?? (answer ? 200 : 404), answer?.headers ?? {})
      response.end(answer?.body ?? '')
    }),
  )
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
