import { type HeaderRule, headersFor } from './headers.ts'

/** The text of configuration files by their name. */
export type HostFiles = Readonly<Record<string, string>>

/**
 * The part of the header list that each host cannot enforce, in one sentence. The files below and `docs/hosting.md`
 * say the same.
 */
export const hostLimits = {
  headersFile:
    'Cloudflare Pages and Netlify enforce the whole list, but Cloudflare ignores a line of more than 2,000 characters.',
  vercel:
    'Vercel enforces the whole list, but only if this file is in the root of the deployment; elsewhere it is ignored without a word.',
  nginx:
    'nginx enforces the whole list, but browsers heed Strict-Transport-Security only over HTTPS, which you set up.',
  caddy:
    'Caddy enforces the whole list, but browsers heed Strict-Transport-Security only over HTTPS, which Caddy sets up for a host name and not for a plain http:// address.',
  githubPages:
    'GitHub Pages takes no headers, so nothing here enforces frame-ancestors (any page may frame the portal), Strict-Transport-Security, Cross-Origin-Opener-Policy, X-Content-Type-Options, Referrer-Policy, Permissions-Policy or a caching rule.',
  ipfs: 'An IPFS gateway takes no headers, so nothing there enforces frame-ancestors (any page may frame the portal), Strict-Transport-Security, Cross-Origin-Opener-Policy, X-Content-Type-Options, Referrer-Policy, Permissions-Policy or a caching rule.',
} as const

/** Files that hosts look for among the published ones. IPFS needs none: it has nothing to configure. */
export function publishedFiles(rules: readonly HeaderRule[]): HostFiles {
  return { _headers: toHeadersFile(rules), '.nojekyll': noJekyll() }
}

/**
 * Files that a hoster puts where the host reads its configuration. They are beside the published folder and not in
 * it, because its content is public and part of the site's address on IPFS.
 */
export function serverFiles(rules: readonly HeaderRule[]): HostFiles {
  return { 'vercel.json': toVercel(rules), 'nginx.conf': toNginx(rules), Caddyfile: toCaddyfile(rules) }
}

/**
 * `_headers` for Cloudflare Pages and Netlify. They can enforce the whole list; for Cloudflare, lines must stay
 * short (`tooLongForCloudflare`).
 */
export function toHeadersFile(rules: readonly HeaderRule[]): string {
  const blocks = rules.map(({ path, headers }) => {
    const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)
    return [path, ...lines].join('\n')
  })
  return `${[`# ${hostLimits.headersFile}`, ...blocks].join('\n\n')}\n`
}

/** Parses a `_headers` file as documented: comments, and paths each with indented `Name: value` lines. */
export function readHeadersFile(text: string): readonly HeaderRule[] {
  const rules: { path: string; headers: Record<string, string> }[] = []
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue
    if (!/^\s/.test(line)) {
      rules.push({ path: line, headers: {} })
      continue
    }
    const colon = line.indexOf(':')
    const rule = rules.at(-1)
    if (!rule || colon < 0) throw new Error(`Neither a path nor a header: ${line}`)
    rule.headers[line.slice(0, colon).trim()] = line.slice(colon + 1).trim()
  }
  return rules
}

/**
 * A sentence if Cloudflare Pages would ignore a line of `_headers`, and with it perhaps the policy, without a
 * word.
 * @see https://developers.cloudflare.com/pages/configuration/headers/
 */
export function tooLongForCloudflare(rules: readonly HeaderRule[]): string | null {
  const long = toHeadersFile(rules)
    .split('\n')
    .find((line) => line.length > 2000)
  if (long === undefined) return null
  const name = long.trim().split(':')[0]
  return `Cloudflare Pages ignores ${name} in _headers, because its line has ${long.length} characters, more than 2,000: configure fewer addresses, or choose another host.`
}

/**
 * `vercel.json`, which can enforce the whole list. The format has no comments, so only `docs/hosting.md` says
 * where the file has to be. Sources are patterns of path-to-regexp; where two set the same header, the last wins.
 * @see https://vercel.com/docs/project-configuration/vercel-json#headers
 */
export function toVercel(rules: readonly HeaderRule[]): string {
  const headers = rules.map((rule) => ({
    source: plain(rule.path, /^[\w./-]+\*?$/, 'path').replace(/\*$/, '(.*)'),
    headers: Object.entries(rule.headers).map(([key, value]) => ({ key, value })),
  }))
  return `${JSON.stringify({ $schema: 'https://openapi.vercel.sh/vercel.json', headers }, null, 2)}\n`
}

/**
 * A `server` block for nginx, which can enforce the whole list; HTTPS, without which browsers ignore
 * Strict-Transport-Security, is the hoster's.
 *
 * A location with an `add_header` of its own loses those of the server, so each repeats all headers of its
 * paths. Cache-Control is the only one not sent with errors: a file that is missing for a moment must not be
 * remembered as missing for a year.
 * @see https://nginx.org/en/docs/http/ngx_http_headers_module.html
 */
export function toNginx(rules: readonly HeaderRule[]): string {
  const locations = rules.map(({ path }) => {
    const start = path.replace(/\*$/, '')
    const modifier = start === path ? '= ' : ''
    const type = contentTypes[path]
    return `
    location ${modifier}${plain(start, /^[\w./-]+$/, 'path')} {${type ? `\n        types { }\n        default_type ${type};` : ''}
        try_files ${path === '/' ? '/index.html' : '$uri'} =404;
${indented(8, headersFor(rules, path), (name, value) => `add_header ${name} ${quoted(value)}${name === 'Cache-Control' ? '' : ' always'};`)}
    }
`
  })
  return `# ${hostLimits.nginx}
# Set the three lines below; the rest follows from the portal's list of response headers.
server {
    listen 80;
    server_name _;
    set $portal_root /var/www/portal;

    root $portal_root;
    charset utf-8;
    error_page 404 /404.html;
    types {
        text/html html;
        text/css css;
        text/javascript js;
        application/json json;
        image/svg+xml svg;
        image/png png;
        font/woff2 woff2;
    }
    default_type application/octet-stream;

    gzip on;
    gzip_vary on;
    gzip_proxied any;
    gzip_types text/css text/javascript application/json application/manifest+json image/svg+xml;
${locations.join('')}}
`
}

/**
 * A `Caddyfile`, which can enforce the whole list; for a host name Caddy also sets up HTTPS, without which
 * browsers ignore Strict-Transport-Security.
 *
 * Rules for a folder ask whether the file exists, because headers are also sent with errors: a file that is
 * missing for a moment must not be remembered as missing for a year.
 * @see https://caddyserver.com/docs/caddyfile/directives/header
 */
export function toCaddyfile(rules: readonly HeaderRule[]): string {
  const headers = rules.map((rule, index) => {
    const path = plain(rule.path, /^[\w./-]+\*?$/, 'path')
    const folder = path.endsWith('*') && path !== '/*'
    const type = contentTypes[path]
    const all = type ? { ...rule.headers, 'Content-Type': type } : rule.headers
    return `${folder ? `\n\t@files${index} {\n\t\tpath ${path}\n\t\tfile\n\t}` : ''}
	header ${folder ? `@files${index}` : path} {
${indented(0, all, (name, value) => `\t\t${name} ${quoted(value)}`)}
	}
`
  })
  return `# ${hostLimits.caddy}
# Set PORTAL_ADDRESS to the host name and PORTAL_ROOT to the folder of the build, here or in Caddy's environment.
{$PORTAL_ADDRESS:localhost} {
	root * "{$PORTAL_ROOT:/var/www/portal}"
	encode gzip
	file_server
	handle_errors {
		@missing expression \`{http.error.status_code} == 404\`
		rewrite @missing /404.html
		file_server
	}
${headers.join('')}}
`
}

/**
 * GitHub Pages takes no headers; the policy in the page still holds. Without this file it skips every file whose name
 * begins with an underscore, such as `_headers`, or scripts that the bundler may name like that. Only the name of
 * this file counts.
 */
function noJekyll(): string {
  return `${hostLimits.githubPages}\n`
}

/** The types of files whose name is not enough. Safe{Wallet} reads either type; browsers want this one. */
const contentTypes: Readonly<Record<string, string>> = { '/manifest.json': 'application/manifest+json' }

function indented(
  width: number,
  headers: Readonly<Record<string, string>>,
  line: (name: string, value: string) => string,
): string {
  return Object.entries(headers)
    .map(([name, value]) => ' '.repeat(width) + line(name, value))
    .join('\n')
}

/** A header's value in nginx and Caddy, both of which would read `$` or `{` in it as a variable. */
function quoted(value: string): string {
  return `"${plain(value, /^[^"\\${}\n]*$/, 'value')}"`
}

function plain(text: string, allowed: RegExp, what: 'path' | 'value'): string {
  if (allowed.test(text)) return text
  throw new Error(
    `The header ${what} ${JSON.stringify(text)} has a sign that a host would read as its own syntax.`,
  )
}
