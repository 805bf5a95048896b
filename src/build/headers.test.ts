import { describe, expect, test } from 'vitest'
import { type Env, parseEnv } from '#parseEnv.ts'
import { contentSecurityPolicy, headerRules, headersFor } from './headers.ts'

function env(raw: Readonly<Record<string, string>> = {}): Env {
  const parsed = parseEnv(raw)
  if (!parsed.ok) throw new Error(parsed.fault)
  return parsed.env
}

/** The hashes of the scripts and styles in the page. */
const inline = { scripts: ["'sha256-script'"], styles: ["'sha256-style'"] }
const policyOf = (configured: Env) => contentSecurityPolicy(configured, inline)

const everything = env({
  VITE_BSC_RPC_URLS: 'https://rpc.example/key,https://rpc.example/other',
  VITE_SAFE_GATEWAY_URL: 'https://gateway.example/base',
  VITE_SAFE_TX_SERVICE_URL: 'https://tx.example/tx-service/bnb/api',
  VITE_SAFE_HOST_ORIGINS: 'https://app.safe.global,https://safe.example',
  VITE_WALLETCONNECT_PROJECT_ID: '9c1f7d2ab04e58836f21c5e07ba943d8',
  VITE_AUTH_URL: 'https://auth.example/api',
})
const local = env({
  VITE_BSC_RPC_URLS: 'http://127.0.0.1:8545',
  VITE_SAFE_GATEWAY_URL: 'http://127.0.0.1:5175',
  VITE_SAFE_HOST_ORIGINS: 'http://127.0.0.1:5174',
})
const all: [string, Env][] = [
  ['none', env()],
  ['everything', everything],
  ['a developer’s machine', local],
]

/** Parses a policy like a browser: the first directive of a name counts. */
function directives(policy: string): Map<string, string[]> {
  const read = new Map<string, string[]>()
  for (const part of policy.split(';')) {
    const [name = '', ...values] = part.trim().split(/\s+/)
    if (!read.has(name)) read.set(name, values)
  }
  return read
}

describe.each(all)('the policy with %s configured', (_, configured) => {
  const policy = policyOf(configured)
  const read = directives(policy)

  test('error: allows nothing unsafe and no wildcard', () => {
    expect(policy).not.toMatch(/unsafe-|\*|'strict-dynamic'|'nonce-|\bhttps?:(\s|;|$)|\bblob:/)
    for (const [name, values] of read)
      expect([name, values.includes('data:')]).toEqual([name, name === 'img-src'])
  })

  test('behavior: scripts come only from our own files and the page itself, with trusted types', () => {
    expect(read.get('default-src')).toEqual(["'none'"])
    expect(read.get('script-src')).toEqual(["'self'", "'sha256-script'"])
    expect(read.get('script-src-attr')).toEqual(["'none'"])
    expect(read.get('style-src')).toEqual(["'self'", "'sha256-style'"])
    expect(read.get('object-src')).toEqual(["'none'"])
    expect(read.get('base-uri')).toEqual(["'none'"])
    expect(read.get('form-action')).toEqual(["'none'"])
    expect(read.get('require-trusted-types-for')).toEqual(["'script'"])
    expect(read.get('trusted-types')).toEqual(['service-worker', 'workbook'])
  })

  test('behavior: contains every directive once', () => {
    const names = policy.split(';').map((part) => part.trim().split(/\s+/)[0])
    expect(new Set(names).size).toBe(names.length)
  })

  test('behavior: only the Safe hosts may frame it', () => {
    expect(read.get('frame-ancestors')).toEqual(configured.safeHostOrigins)
  })
})

describe('connect-src', () => {
  test('behavior: lists ourselves and the configured origins, each once', () => {
    expect(directives(policyOf(everything)).get('connect-src')).toEqual([
      "'self'",
      'https://rpc.example',
      'https://gateway.example',
      'https://tx.example',
      'https://auth.example',
      'https://rpc.wallet.coinbase.com',
      'https://www.walletlink.org',
      'wss://www.walletlink.org',
      'wss://relay.walletconnect.org',
      'wss://relay.walletconnect.com',
      'https://rpc.walletconnect.org',
    ])
  })

  test('behavior: omits analytics hosts', () => {
    expect(policyOf(everything)).not.toMatch(/cca-lite|as\.coinbase|analytics|pulse/)
  })

  test('behavior: lists WalletConnect only if it is configured', () => {
    expect(policyOf(env())).not.toContain('walletconnect')
    expect(directives(policyOf(env())).get('frame-src')).toEqual(["'none'"])
  })

  test('behavior: upgrades requests except on a developer’s machine', () => {
    expect(policyOf(env())).toContain('upgrade-insecure-requests')
    expect(policyOf(local)).not.toContain('upgrade-insecure-requests')
  })
})

describe('the headers', () => {
  const rules = headerRules(env(), inline)

  test('error: X-Frame-Options is on no path, because it would block the Safe', () => {
    const names = rules.flatMap(({ headers }) => Object.keys(headers).map((name) => name.toLowerCase()))
    expect(names).not.toContain('x-frame-options')
  })

  test('behavior: the page is protected and never cached, its assets are cached permanently', () => {
    for (const path of ['/', '/index.html']) {
      expect(headersFor(rules, path)).toMatchObject({
        'Content-Security-Policy': policyOf(env()),
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'no-cache',
      })
      expect(headersFor(rules, path)['Strict-Transport-Security']).toMatch(/max-age=\d{8}/)
    }
    expect(headersFor(rules, '/assets/core-abc.js')['Cache-Control']).toBe(
      'public, max-age=31536000, immutable',
    )
  })

  test('behavior: nothing of a build is cached without being asked for again, except its assets', () => {
    for (const path of ['/', '/index.html', '/og.png', '/manifest.json', '/logo.svg', '/logo-256.png'])
      expect([path, headersFor(rules, path)['Cache-Control']]).toEqual([path, 'no-cache'])
  })

  test('behavior: only the manifest and its icons are shared across origins', () => {
    const shared = ['/manifest.json', '/logo.svg', '/logo-256.png']
    for (const path of shared) {
      expect(headersFor(rules, path)).toMatchObject({
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Methods': 'GET',
        'Access-Control-Allow-Headers': 'X-Requested-With, content-type, Authorization',
      })
    }
    for (const path of ['/', '/index.html', '/assets/core.js', '/og.png', '/manifest.json.map']) {
      expect(headersFor(rules, path)['Access-Control-Allow-Origin']).toBeUndefined()
    }
  })

  test('behavior: no two rules set the same header for a path, because hosts would join them', () => {
    for (const path of [
      '/',
      '/index.html',
      '/og.png',
      '/assets/a.js',
      '/manifest.json',
      '/logo.svg',
      '/other',
    ]) {
      const matching = rules.filter(
        (rule) => headersFor([rule], path) && Object.keys(headersFor([rule], path)).length,
      )
      const names = matching.flatMap(({ headers }) => Object.keys(headers))
      expect(new Set(names).size).toBe(names.length)
    }
  })
})
