import type { Lines } from './AppCheck.ts'

/** The lines that send a header, for the servers that most Safe Apps are developed and served with. */
function sendsHeader(path: string, name: string, value: string): readonly Lines[] {
  const quoted = JSON.stringify(value)
  return [
    { where: 'Vite (vite.config.ts)', lines: `server: { headers: { '${name}': ${quoted} } },` },
    {
      where: 'Next.js (next.config.js)',
      lines: `async headers() {\n  return [{ source: '${path === '/' ? '/:path*' : path}', headers: [{ key: '${name}', value: ${quoted} }] }]\n},`,
    },
    {
      where: 'nginx',
      lines: `location ${path === '/' ? '/' : `= ${path}`} {\n  add_header ${name} ${quoted} always;\n}`,
    },
  ]
}

/** The manifest may be read by every page. */
export function allowsReading(path: string): readonly Lines[] {
  const [, next, nginx] = sendsHeader(path, 'Access-Control-Allow-Origin', '*')
  // Vite answers `server.cors` itself, by default for pages on this machine only.
  const vite = { where: 'Vite (vite.config.ts)', lines: "server: { cors: { origin: '*' } }," }
  return [vite, ...(next ? [next] : []), ...(nginx ? [nginx] : [])]
}

/** The page may be framed by Safe{Wallet} and by this host. A browser then ignores `X-Frame-Options`. */
export function allowsFrames(hostOrigins: readonly string[]): readonly Lines[] {
  const value = `frame-ancestors 'self' https://app.safe.global ${hostOrigins.join(' ')}`
  return sendsHeader('/', 'Content-Security-Policy', value)
}

/** The manifest is a file of its own. */
export function servesManifest(path: string): readonly Lines[] {
  const manifest =
    '{\n  "name": "My app",\n  "description": "It does one thing.",\n  "iconPath": "logo.svg"\n}'
  return [
    { where: 'Vite and Next.js (public/manifest.json)', lines: manifest },
    { where: 'nginx', lines: `location = ${path} {\n  try_files $uri =404;\n}` },
  ]
}

/** A line of the manifest. */
export function manifestLines(lines: string): readonly Lines[] {
  return [{ where: 'manifest.json', lines }]
}
