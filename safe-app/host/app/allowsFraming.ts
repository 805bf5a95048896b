/**
 * Whether `frame-ancestors` in all of these policies allows a page to frame `self`. Null if none of them has that
 * directive.
 */
export function allowsFraming(policies: readonly string[], ancestor: URL, self: URL): boolean | null {
  const lists = policies
    .flatMap((policy) => policy.split(','))
    .flatMap((policy) => {
      const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/))
      // Of a directive that is given twice, the first counts.
      const found = directives.find(([name]) => name?.toLowerCase() === 'frame-ancestors')
      return found ? [found.slice(1)] : []
    })
  if (lists.length === 0) return null
  return lists.every((sources) => sources.some((source) => matchesSource(source, ancestor, self)))
}

function matchesSource(source: string, ancestor: URL, self: URL): boolean {
  const text = source.toLowerCase()
  if (text === '*') return true
  if (text === "'self'") return ancestor.origin === self.origin
  if (/^[a-z][a-z0-9+.-]*:$/.test(text)) return hasScheme(text, ancestor)
  const [, scheme, host = '', port] =
    /^(?:([a-z][a-z0-9+.-]*:)\/\/)?(\*|(?:\*\.)?[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::(\d+|\*))?(?:\/.*)?$/.exec(
      text,
    ) ?? []
  if (host === '' || !hasScheme(scheme ?? self.protocol, ancestor)) return false
  const name = ancestor.hostname
  const fits = host === '*' || (host.startsWith('*.') ? name.endsWith(host.slice(1)) : name === host)
  return fits && (port === '*' || portOf(ancestor) === (port ?? defaultPort(ancestor.protocol)))
}

/** A secure page passes where an insecure one is named. */
function hasScheme(scheme: string, { protocol }: URL): boolean {
  return scheme === protocol || (scheme === 'http:' && protocol === 'https:')
}

function portOf({ port, protocol }: URL): string {
  return port || defaultPort(protocol)
}

function defaultPort(protocol: string): string {
  return protocol === 'https:' ? '443' : '80'
}
