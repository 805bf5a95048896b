import { env } from '#env.ts'

/** Address of this portal, up to the `#`. */
export function portalUrl(): string {
  return env.publicUrl ?? `${window.location.origin}${window.location.pathname}`
}
