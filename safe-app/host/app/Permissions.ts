/** A capability of the host that an app was granted or refused (EIP-2255 shape). */
export type Permission = {
  readonly parentCapability: string
  readonly invoker: string
  readonly date: number
  readonly caveats: readonly { readonly type: 'userRestricted'; readonly value: boolean }[]
}

const SAFE_PERMISSIONS_KEY = 'SafeApps__safePermissions'
const BROWSER_PERMISSIONS_KEY = 'SafeApps__browserPermissions'

function readAll<T>(key: string): Record<string, T> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, T>
  } catch {
    return {}
  }
}

/** The granted and refused capabilities of an origin. */
export function ofOrigin(origin: string): readonly Permission[] {
  return readAll<Permission[]>(SAFE_PERMISSIONS_KEY)[origin] ?? []
}

/** True if an origin has a capability that was not refused. */
export function holds(origin: string, capability: string): boolean {
  const found = ofOrigin(origin).find((permission) => permission.parentCapability === capability)
  return found !== undefined && !found.caveats.some((caveat) => caveat.type === 'userRestricted')
}

/** Stores the answer to a request for capabilities and returns all of the origin's permissions. */
export function decide(
  origin: string,
  capabilities: readonly string[],
  granted: boolean,
): readonly Permission[] {
  const kept = ofOrigin(origin).filter((permission) => !capabilities.includes(permission.parentCapability))
  const decided: Permission[] = capabilities.map((parentCapability) => ({
    parentCapability,
    invoker: origin,
    date: Date.now(),
    caveats: granted ? [] : [{ type: 'userRestricted', value: true }],
  }))
  const all = { ...readAll<Permission[]>(SAFE_PERMISSIONS_KEY), [origin]: [...kept, ...decided] }
  localStorage.setItem(SAFE_PERMISSIONS_KEY, JSON.stringify(all))
  return all[origin] ?? []
}

type Feature = { readonly feature: string; readonly status: 'granted' | 'denied' }

/** The features among `wanted` without a decision for this origin. */
export function undecidedFeatures(origin: string, wanted: readonly string[]): readonly string[] {
  const known = readAll<Feature[]>(BROWSER_PERMISSIONS_KEY)[origin] ?? []
  return wanted.filter((feature) => !known.some((other) => other.feature === feature))
}

export function decideFeatures(origin: string, features: readonly string[], granted: boolean): void {
  const all = readAll<Feature[]>(BROWSER_PERMISSIONS_KEY)
  const kept = (all[origin] ?? []).filter((known) => !features.includes(known.feature))
  const status = granted ? 'granted' : 'denied'
  all[origin] = [...kept, ...features.map((feature) => ({ feature, status }) as const)]
  localStorage.setItem(BROWSER_PERMISSIONS_KEY, JSON.stringify(all))
}

/** The frame's `allow` attribute: the manifest's features that the user granted. */
export function allowAttribute(origin: string, wanted: readonly string[]): string {
  const known = readAll<Feature[]>(BROWSER_PERMISSIONS_KEY)[origin] ?? []
  return known
    .filter(({ feature, status }) => status === 'granted' && wanted.includes(feature))
    .map(({ feature }) => feature)
    .join('; ')
}
