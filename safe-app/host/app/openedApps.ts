/** An app that was opened in this host before. */
export type OpenedApp = {
  readonly url: string
  /** From its manifest; `unknown` if it was opened by its URL. */
  readonly name: string
}

const STORAGE_KEY = 'SafeLocal__openedApps'

/** More would not be looked through. */
const KEPT = 8

/** The apps opened before, the latest first; empty if unreadable. */
export function openedApps(): readonly OpenedApp[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isOpenedApp) : []
  } catch {
    return []
  }
}

/** Puts an app at the top of the list. */
export function rememberOpened(app: OpenedApp): void {
  const others = openedApps().filter(({ url }) => url !== app.url)
  save([app, ...others].slice(0, KEPT))
}

/** Removes an app from the list. */
export function forgetOpened(url: string): void {
  save(openedApps().filter((app) => app.url !== url))
}

function save(apps: readonly OpenedApp[]): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify(apps))
}

function isOpenedApp(value: unknown): value is OpenedApp {
  const { url, name } = Object(value) as Partial<Record<string, unknown>>
  return typeof url === 'string' && typeof name === 'string'
}
