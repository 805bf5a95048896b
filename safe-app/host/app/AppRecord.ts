/** The host's record of the app in its frame. */
export type AppRecord = {
  /** `unknown` was opened by its URL, `custom` was added by the user, `listed` is in the backend's list. */
  readonly kind: 'unknown' | 'custom' | 'listed'
  readonly url: string
  readonly name: string
  readonly iconUrl: string
  /** Browser features that the manifest requests. */
  readonly permissions: readonly string[]
}

/**
 * The record of an app that is neither listed nor added: no manifest, no features, and the name "unknown".
 */
export function unknown(url: string): AppRecord {
  return { kind: 'unknown', url, name: 'unknown', iconUrl: '', permissions: [] }
}

/** Safe{Wallet} trims an origin to this many characters, the service's limit. */
const MAX_ORIGIN = 200

/** Safe{Wallet} accepts a note of up to this many characters. */
export const MAX_NOTE = 60

/**
 * The `origin` of a proposal as Safe{Wallet} writes it: JSON text with the app's origin and path and its name. Texts
 * that are too long are cut, the name first.
 */
export function originOf({ url, name }: Pick<AppRecord, 'url' | 'name'>): string {
  const room = MAX_ORIGIN - JSON.stringify({ url: '', name: '' }).length
  const trimmed = originAndPath(url).slice(0, room)
  return JSON.stringify({ url: trimmed, name: name.slice(0, Math.max(0, room - trimmed.length)) })
}

/** An origin with a note, without tags and cut to the same limit as Safe{Wallet} does. */
export function withNote(origin: string, note: string): string {
  const plain = note.replace(/<\/?[^>]+(>|$)/g, '')
  const write = (text: string) => JSON.stringify({ ...(JSON.parse(origin) as object), note: text })
  return write(plain).length > MAX_ORIGIN ? write(plain.slice(0, MAX_ORIGIN - origin.length)) : write(plain)
}

function originAndPath(text: string): string {
  if (!URL.canParse(text)) return text
  const { origin, pathname } = new URL(text)
  return origin + (pathname === '/' ? '' : pathname)
}

export function trimTrailingSlash(url: string): string {
  return url.replace(/\/$/, '')
}

/** The real host compares URLs as text, except for a trailing slash. */
export function isSameUrl(a: string, b: string): boolean {
  return trimTrailingSlash(a) === trimTrailingSlash(b)
}

const CUSTOM_APPS_KEY = 'customSafeApps'

/** The apps that the user added, oldest first. */
export function customApps(): readonly AppRecord[] {
  try {
    return JSON.parse(localStorage.getItem(CUSTOM_APPS_KEY) ?? '[]') as AppRecord[]
  } catch {
    return []
  }
}

export function addCustomApp(app: AppRecord): void {
  const others = customApps().filter((other) => !isSameUrl(other.url, app.url))
  localStorage.setItem(CUSTOM_APPS_KEY, JSON.stringify([...others, app]))
}
