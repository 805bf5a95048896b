/** An app in Safe's own list. */
export type RegisteredApp = {
  readonly id: number
  readonly url: string
  readonly name: string
  readonly iconUrl: string | null
  readonly description: string
  readonly chainIds: readonly string[]
  readonly provider: null
  readonly accessControl: { readonly type: 'NO_RESTRICTIONS'; readonly value: null }
  readonly tags: readonly string[]
  readonly features: readonly string[]
  readonly developerWebsite: null
  readonly socialProfiles: readonly never[]
  readonly featured: boolean
}

/** Empty while Safe accepts no new apps: any app is added as a custom app. */
export const registeredApps: readonly RegisteredApp[] = []
