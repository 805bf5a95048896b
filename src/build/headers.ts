import { createHash } from 'node:crypto'
import type { Env } from '#parseEnv.ts'

/**
 * Response headers for one path pattern in the syntax of static hosts (`/*`, `/assets/*`, `/manifest.json`).
 */
export type HeaderRule = { readonly path: string; readonly headers: Readonly<Record<string, string>> }

/** Hosts that wallets need once a person has chosen them; no requests go to them before. */
const walletConnectHosts = [
  'wss://relay.walletconnect.org',
  'wss://relay.walletconnect.com',
  'https://rpc.walletconnect.org',
]

/**
 * Hosts that Coinbase's own library connects to besides its window. Its analytics hosts are omitted on
 * purpose.
 */
const coinbaseHosts = [
  'https://rpc.wallet.coinbase.com',
  'https://www.walletlink.org',
  'wss://www.walletlink.org',
]

/**
 * The single list of response headers, used by the preview server, the tests and the hosting files.
 * `frame-ancestors` names the Safe hosts, so X-Frame-Options must stay absent.
 */
export function headerRules(env: Env, inline: InlineHashes): readonly HeaderRule[] {
  return [
    {
      path: '/*',
      headers: {
        'Content-Security-Policy': contentSecurityPolicy(env, inline),
        'Strict-Transport-Security': 'max-age=63072000; includeSubDomains; preload',
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'strict-origin',
        // `same-origin` would break the popup of Coinbase's wallet.
        'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
        'Origin-Agent-Cluster': '?1',
        'Permissions-Policy':
          'clipboard-write=(self), clipboard-read=(self), camera=(self), geolocation=(), microphone=(), payment=(), usb=(), serial=(), hid=()',
      },
    },
    // Static hosts join a header that two matching rules set, so each path sets Cache-Control once. Without it, a
    // browser guesses how long a file stays fresh.
    ...['/', '/index.html', '/sw.js', '/og.png'].map((path) => ({
      path,
      headers: { 'Cache-Control': 'no-cache' },
    })),
    {
      path: '/assets/*',
      headers: {
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Cross-Origin-Resource-Policy': 'same-origin',
      },
    },
    ...['/manifest.json', '/logo.svg', '/logo-256.png'].map((path) => ({
      path,
      // Safe{Wallet} fetches these from its own page; nothing else is shared across origins.
      headers: {
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Methods': 'GET',
        'Access-Control-Allow-Headers': 'X-Requested-With, content-type, Authorization',
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'Cache-Control': 'no-cache',
      },
    })),
  ]
}

/** The hashes of the page's inline scripts and styles, as sources of the policy. */
type InlineHashes = { readonly scripts: readonly string[]; readonly styles: readonly string[] }

/**
 * Content-Security-Policy of the page, derived from the same configuration as the bundle and from the page's inline
 * code.
 */
export function contentSecurityPolicy(env: Env, inline: InlineHashes): string {
  const connect = [...env.rpcUrls, env.gatewayUrl, env.txServiceUrl, env.authUrl]
    .filter((url) => url !== null)
    .map((url) => new URL(url).origin)
  connect.push(...coinbaseHosts)
  if (env.walletConnectProjectId) connect.push(...walletConnectHosts)
  const directives: readonly (readonly [string, ...string[]])[] = [
    ['default-src', "'none'"],
    ['script-src', "'self'", ...inline.scripts],
    ['script-src-attr', "'none'"],
    ['style-src', "'self'", ...inline.styles],
    ['style-src-attr', "'none'"],
    ['img-src', "'self'", 'data:'],
    ['font-src', "'self'"],
    ['connect-src', "'self'", ...new Set(connect)],
    ['frame-src', env.walletConnectProjectId ? 'https://verify.walletconnect.org' : "'none'"],
    ['worker-src', "'self'"],
    ['manifest-src', "'self'"],
    ['media-src', "'none'"],
    ['object-src', "'none'"],
    ['base-uri', "'none'"],
    ['form-action', "'none'"],
    ['frame-ancestors', ...env.safeHostOrigins],
    ['require-trusted-types-for', "'script'"],
    // For the URLs of the service worker and of the reader of workbooks alone (`ui/scriptUrl.ts`).
    ['trusted-types', 'service-worker', 'workbook'],
  ]
  const policy = directives.map((directive) => directive.join(' '))
  // On a developer's machine the services use http, which is allowed nowhere else.
  if (connect.every((url) => !url.startsWith('http:'))) policy.push('upgrade-insecure-requests')
  return policy.join('; ')
}

/** The headers of one path. Later rules win, as on the static hosts. */
export function headersFor(rules: readonly HeaderRule[], path: string): Record<string, string> {
  return Object.assign({}, ...rules.filter((rule) => matches(rule.path, path)).map((rule) => rule.headers))
}

function matches(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : pattern === path
}

/**
 * The page with its policy in a meta element, for hosts that send no headers. Again for the same page it gives the same
 * text.
 */
export function withPolicy(html: string, env: Env): string {
  const page = html.replace(/\s*<meta http-equiv="Content-Security-Policy"[^>]*>/, '')
  const policy = contentSecurityPolicy(env, inlineHashes(page))
    .split('; ')
    // Browsers ignore it in a meta element, and log that.
    .filter((directive) => !directive.startsWith('frame-ancestors '))
    .join('; ')
  return page.replace(
    /<meta charset="utf-8" \/>/,
    (charset) => `${charset}\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`,
  )
}

/** The hashes of the inline scripts and styles in a page. JSON is not a script, and needs none. */
export function inlineHashes(html: string): InlineHashes {
  const hashes = (tag: RegExp) =>
    [...html.matchAll(tag)].map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    )
  return {
    scripts: hashes(/<script(?![^>]* (?:src=|type="application\/json"))[^>]*>([\s\S]*?)<\/script>/g),
    styles: hashes(/<style[^>]*>([\s\S]*?)<\/style>/g),
  }
}
