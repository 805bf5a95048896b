import type { Reply } from './Reply.ts'

/** A request for a route. `params` are the `:names` of its path, decoded. */
export type Request = {
  /** Absolute, as the client reached the service. */
  readonly url: URL
  readonly params: Readonly<Record<string, string>>
  /** Parsed JSON, or undefined without a body. */
  readonly body: unknown
}

export type Route = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** For example `/v1/chains/:chainId/safes/:safe`; a trailing slash is ignored. */
  readonly path: string
  readonly handle: (request: Request) => Promise<Reply> | Reply
}

/** A route with its path parameters. */
export type Match = { readonly route: Route; readonly params: Readonly<Record<string, string>> }

/** The first route for a method and path; null if there is none. */
export function match(routes: readonly Route[], method: string, pathname: string): Match | null {
  const parts = split(pathname)
  for (const route of routes) {
    const params = route.method === method ? matchParts(split(route.path), parts) : null
    if (params !== null) return { route, params }
  }
  return null
}

function split(path: string): readonly string[] {
  return path.split('/').filter((part) => part !== '')
}

function matchParts(pattern: readonly string[], parts: readonly string[]): Record<string, string> | null {
  if (pattern.length !== parts.length) return null
  const params: Record<string, string> = {}
  for (const [index, name] of pattern.entries()) {
    const part = parts[index] ?? ''
    if (name.startsWith(':')) params[name.slice(1)] = decode(part)
    else if (name !== part) return null
  }
  return params
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
