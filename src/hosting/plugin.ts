import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import type { Connect, Plugin } from 'vite'
import type { Env } from '#parseEnv.ts'
import { type HeaderRule, headerRules, headersFor, toHeadersFile } from './headers.ts'

/**
 * Serves and emits what a host needs besides the bundle: `/manifest.json` under its exact name (Vite would
 * rename it) with CORS, and the response headers, in the preview server and as `_headers`.
 */
export function hosting(env: Env): Plugin {
  const rules = headerRules(env)
  const manifestFile = path.resolve('manifest.json')
  return {
    name: 'portal-hosting',
    configureServer(server) {
      server.middlewares.use(serveManifest(manifestFile, rules))
    },
    configurePreviewServer(server) {
      server.middlewares.use((request, response, next) => {
        setHeaders(response, rules, pathOf(request.url))
        next()
      })
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'manifest.json', source: await readFile(manifestFile) })
      this.emitFile({ type: 'asset', fileName: '_headers', source: toHeadersFile(rules) })
    },
    transformIndexHtml(html) {
      return html.replaceAll('__PUBLIC_URL__', env.publicUrl ?? '')
    },
  }
}

function serveManifest(file: string, rules: readonly HeaderRule[]): Connect.NextHandleFunction {
  return async (request, response, next) => {
    const requested = pathOf(request.url)
    const shared = headersFor(rules, requested)
    if (shared['Access-Control-Allow-Origin']) setHeaders(response, sharedRules(rules), requested)
    if (requested !== '/manifest.json') return next()
    response.setHeader('Content-Type', 'application/manifest+json')
    response.end(await readFile(file))
  }
}

/**
 * Only the cross-origin rules, because the development server needs inline scripts, which the policy forbids.
 */
function sharedRules(rules: readonly HeaderRule[]): readonly HeaderRule[] {
  return rules.filter((rule) => 'Access-Control-Allow-Origin' in rule.headers)
}

function setHeaders(response: ServerResponse, rules: readonly HeaderRule[], requested: string): void {
  for (const [name, value] of Object.entries(headersFor(rules, requested))) response.setHeader(name, value)
}

function pathOf(url: string | undefined): string {
  return (url ?? '/').split(/[?#]/)[0] ?? '/'
}
