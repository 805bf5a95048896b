import type { Address, Hex } from 'viem'
import type { PersonaName } from '../chain/personas.ts'

/** A person of the local world with the public test key that acts for them. */
export type HostPersona = {
  readonly index: number
  readonly name: string
  readonly role: string
  readonly address: Address
  readonly key: Hex
}

/** A Safe that the host offers, with what is known of it before it is deployed. */
export type HostSafe = {
  readonly address: Address
  readonly name: string
  readonly threshold: number
  readonly owners: readonly Address[]
  readonly version: string
  readonly deployed: boolean
}

/** An endpoint through which the portal reads the chain, and whom it behaves like at first. */
export type HostEndpoint = { readonly url: string; readonly persona: PersonaName }

/** What the host page is told when it opens: where the chain, the service and the portal are, and who lives here. */
export type HostConfig = {
  readonly serviceUrl: string
  readonly rpcUrl: string
  readonly portalUrl: string
  readonly personas: readonly HostPersona[]
  readonly safes: readonly HostSafe[]
  /** Whose manners the Faults tab can change. */
  readonly endpoints: readonly HostEndpoint[]
}

/** The element of the page that the server writes the configuration into, as JSON. */
const ELEMENT_ID = 'host-config'
const PLACEHOLDER = `id="${ELEMENT_ID}">null<`

/** Puts the configuration into the page's text, so that the page asks nobody before it shows. */
export function embed(html: string, config: HostConfig): string {
  if (!html.includes(PLACEHOLDER)) throw new Error('The page has no place for its configuration.')
  const json = JSON.stringify(config).replaceAll('<', '\\u003c')
  return html.replace(PLACEHOLDER, () => `id="${ELEMENT_ID}">${json}<`)
}

/** Reads the configuration that the server put into the page. Throws when there is none. */
export function read(document: Document): HostConfig {
  const config = JSON.parse(document.getElementById(ELEMENT_ID)?.textContent ?? 'null') as HostConfig | null
  if (!config) throw new Error('The host page was opened without its server.')
  return config
}

/** The name of an address in this local world, or undefined. */
export function nameOf(config: HostConfig, address: string): string | undefined {
  const wanted = address.toLowerCase()
  return (
    config.personas.find((persona) => persona.address.toLowerCase() === wanted)?.name ??
    config.safes.find((safe) => safe.address.toLowerCase() === wanted)?.name
  )
}
