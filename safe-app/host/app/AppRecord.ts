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

/** The `origin` of a proposal: JSON text, at most 200 characters for the service. */
export function originOf(app: AppRecord): string {
  return JSON.stringify({ url: app.url, name: app.name })
}

export function trimTrailingSlash(url: string): string {
  return url.replace(/\/$/, '')
}

/** The real host compares URLs as text, except for a trailing slash. */
export function isSameUrl(a: string, b: string): boolean {
  return trimTrailingSlash(a) === trimTrailingSlash(b)
}

const CUSTOM_APPS_KEY = 'customSafeApps-56'

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
