import { type AppRecord, trimTrailingSlash } from './AppRecord.ts'

/** The messages for an app that cannot be added, taken from the real host. */
export const NOT_A_SAFE_APP = "The app doesn't support Safe App functionality"
export const INVALID_URL = 'The url is invalid'
export const ALREADY_IN_LIST = 'This Safe App is already in the list'

type Manifest = {
  readonly name: string
  readonly description: string
  readonly icons?: readonly { readonly src: string; readonly sizes: string; readonly type?: string }[]
  readonly iconPath?: string
  readonly safe_apps_permissions?: readonly string[]
}

const TIMEOUT_MS = 5000
const MIN_ICON_WIDTH = 128

export function isValidUrl(text: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(text).protocol)
  } catch {
    return false
  }
}

/**
 * Fetches `<url without query, trailing slash trimmed>/manifest.json` from this page, so the app must send
 * CORS headers. Throws if it takes over 5 s, is not JSON, or lacks name, description or an icon.
 */
export async function fetchApp(appUrl: string, kind: 'custom' | 'listed'): Promise<AppRecord> {
  const base = trimTrailingSlash(appUrl.split(/[?#]/)[0] ?? appUrl)
  const response = await fetch(`${base}/manifest.json`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`The manifest answered ${response.status}.`)
  const manifest: unknown = await response.json()
  if (!isValid(manifest)) throw new Error('The manifest lacks name, description or icons.')
  return {
    kind,
    url: base,
    name: manifest.name,
    iconUrl: iconUrl(base, manifest),
    permissions: manifest.safe_apps_permissions ?? [],
  }
}

function isValid(json: unknown): json is Manifest {
  return (
    typeof json === 'object' &&
    json !== null &&
    'name' in json &&
    'description' in json &&
    ('icons' in json || 'iconPath' in json)
  )
}

/** The address of the icon that a manifest names; null if it names none. Throws where Safe{Wallet} would. */
export function iconAddress(base: string, manifest: unknown): string | null {
  return isValid(manifest) ? iconUrl(base, manifest) : null
}

function iconUrl(base: string, { icons = [], iconPath = '' }: Manifest): string {
  const path = icons.length > 0 ? bestIcon(icons) : iconPath
  if (path.startsWith('https://')) return path
  return `${base}${/^[./]/.test(path) ? '' : '/'}${path}`
}

/**
 * A vector icon, otherwise the first that is wide enough. Throws on a raster icon without `sizes`, like the
 * real host.
 */
function bestIcon(icons: NonNullable<Manifest['icons']>): string {
  const vector = icons.find((icon) => icon.sizes?.includes('any') || icon.type === 'image/svg+xml')
  const wide = icons.find((icon) =>
    icon.sizes.split(' ').some((size) => Number(size.split('x')[0]) >= MIN_ICON_WIDTH),
  )
  return (vector ?? wide ?? icons[0])?.src ?? ''
}
