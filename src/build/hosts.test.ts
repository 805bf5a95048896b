import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Env, parseEnv } from '#parseEnv.ts'
import { headersFileHost, vercelHost } from '#tests/support/staticHosts.ts'
import { type HeaderRule, headerRules, headersFor } from './headers.ts'
import {
  hostLimits,
  publishedFiles,
  readHeadersFile,
  serverFiles,
  toCaddyfile,
  toHeadersFile,
  toNginx,
  tooLongForCloudflare,
  toVercel,
} from './hosts.ts'

function env(raw: Readonly<Record<string, string>> = {}): Env {
  const parsed = parseEnv(raw)
  if (!parsed.ok) throw new Error(parsed.fault)
  return parsed.env
}

const inline = { scripts: ["'sha256-script'"], styles: ["'sha256-style'"] }
const configured = {
  none: {},
  everything: {
    VITE_BSC_RPC_URLS: 'https://rpc.example/key,https://rpc.example/other',
    VITE_SAFE_TX_SERVICE_URL: 'https://tx.example/tx-service/bnb/api',
    VITE_SAFE_HOST_ORIGINS: 'https://app.safe.global,https://safe.example',
    VITE_WALLETCONNECT_PROJECT_ID: '9c1f7d2ab04e58836f21c5e07ba943d8',
    VITE_AUTH_URL: 'https://auth.example/api',
  },
  'a developer’s machine': { VITE_BSC_RPC_URLS: 'http://127.0.0.1:8545' },
}
const lists = Object.entries(configured).map(([name, raw]) => [name, headerRules(env(raw), inline)] as const)
const paths = ['/', '/index.html', '/assets/x.js', '/manifest.json', '/logo.svg', '/logo-256.png', '/og.png']
const other = ['/404.html', '/assets', '/manifest.jsonx', '/logoXsvg', '/folder/logo.svg']

describe.each(lists)('with %s configured', (_, rules) => {
  const hosts = {
    _headers: headersFileHost(toHeadersFile(rules)),
    'vercel.json': vercelHost(toVercel(rules)),
    'nginx.conf': nginxHost(toNginx(rules)),
    Caddyfile: caddyHost(toCaddyfile(rules)),
  }

  test.each(Object.entries(hosts))('behavior: %s gives each path the headers of the list', (_name, host) => {
    for (const path of [...paths, ...other])
      expect([path, host(path)]).toEqual([path, headersFor(rules, path)])
  })

  test('behavior: _headers parses back into the list', () => {
    expect(readHeadersFile(toHeadersFile(rules))).toEqual(rules)
  })

  test('behavior: _headers stays within the limits of Cloudflare Pages', () => {
    expect(tooLongForCloudflare(rules)).toBe(null)
  })
})

test('error: a policy that Cloudflare Pages would ignore is named', () => {
  const urls = Array.from({ length: 60 }, (_, index) => `https://endpoint-number-${index}.example`)
  const rules = headerRules(env({ VITE_BSC_RPC_URLS: urls.join(',') }), inline)
  expect(tooLongForCloudflare(rules)).toMatch(/^Cloudflare Pages ignores Content-Security-Policy in _headers/)
})

test.each([
  ['a variable', '/a', 'x$host'],
  ['a placeholder', '/a', 'x{env.HOME}'],
  ['the end of the value', '/a', 'x"; return 200 "'],
  ['a path that is a pattern', '/a{b}', 'x'],
])('error: nginx and Caddy are not given %s', (_, path, value) => {
  const rules: readonly HeaderRule[] = [{ path, headers: { 'X-Name': value } }]
  for (const write of [toNginx, toCaddyfile]) expect(() => write(rules)).toThrow('its own syntax')
})

test('behavior: every file that allows comments says what its host cannot enforce, and so does the manual', () => {
  const rules = headerRules(env(), inline)
  const published = publishedFiles(rules)
  const beside = serverFiles(rules)
  expect(published._headers).toContain(hostLimits.headersFile)
  expect(published['.nojekyll']).toContain(hostLimits.githubPages)
  expect(beside['nginx.conf']).toContain(hostLimits.nginx)
  expect(beside.Caddyfile).toContain(hostLimits.caddy)
  const manual = readFileSync('docs/hosting.md', 'utf8').replaceAll(/\s+/g, ' ')
  for (const sentence of Object.values(hostLimits)) expect(manual.replaceAll('`', '')).toContain(sentence)
})

/**
 * nginx as far as the file uses it: an exact location, else the longest prefix, with its own headers only. The
 * real one serves the build in `tests/integration/published.test.ts`.
 */
function nginxHost(text: string) {
  const locations = [...text.matchAll(/location (= )?(\S+) \{([\s\S]*?)\n {4}\}/g)].map(
    ([, exact, path = '', body = '']) => ({
      exact: exact !== undefined,
      path,
      headers: Object.fromEntries(
        [...body.matchAll(/add_header (\S+) "([^"]*)"/g)].map(([, name, value]) => [name, value]),
      ),
    }),
  )
  return (requested: string) =>
    [...locations]
      .sort((a, b) => Number(b.exact) - Number(a.exact) || b.path.length - a.path.length)
      .find(({ exact, path }) => (exact ? requested === path : requested.startsWith(path)))?.headers
}

/** Caddy as far as the file uses it: all headers whose path matches. */
function caddyHost(text: string) {
  const files = new Map(
    [...text.matchAll(/(@\w+) \{\n\t\tpath (\S+)\n\t\tfile\n/g)].map(([, name = '', path = '']) => [
      name,
      path,
    ]),
  )
  const rules = [...text.matchAll(/\theader (\S+) \{([\s\S]*?)\n\t\}/g)].map(
    ([, matcher = '', body = '']) => ({
      path: files.get(matcher) ?? matcher,
      headers: Object.fromEntries(
        [...body.matchAll(/^\t\t(\S+) "([^"]*)"$/gm)]
          .map(([, name, value]) => [name, value])
          .filter(([name]) => name !== 'Content-Type'),
      ),
    }),
  )
  return (requested: string) => headersFor(rules, requested)
}
