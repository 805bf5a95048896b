import { registeredApps } from './safeApps.ts'

/** The app that proposed a transaction, if the gateway's list has one at the proposal's URL. */
export function safeAppInfo(origin: string): { name: string; url: string; logoUri: string | null } | null {
  const url = field(origin, 'url')
  const app = url === null ? undefined : registeredApps.find((entry) => entry.url === url)
  return app === undefined ? null : { name: app.name, url: app.url, logoUri: app.iconUrl }
}

/** The proposer's note for a transaction, without HTML tags. */
export function noteOf(origin: string): string | null {
  return field(origin, 'note')?.replace(/<[^>]*>/g, '') ?? null
}

/** The gateway stores an origin only if it is a JSON object, and cleans its note. */
export function cleanOrigin(origin: string | null): string | null {
  if (origin === null) return null
  try {
    const parsed: unknown = JSON.parse(origin)
    if (typeof parsed !== 'object' || parsed === null) return null
    return JSON.stringify({ ...parsed, note: noteOf(origin) })
  } catch {
    return null
  }
}

function field(origin: string, name: string): string | null {
  try {
    const parsed: unknown = JSON.parse(origin)
    if (typeof parsed !== 'object' || parsed === null) return null
    const value: unknown = Reflect.get(parsed, name)
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}
