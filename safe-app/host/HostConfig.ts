import type { Address, Hex } from 'viem'
import type { Network } from '../chain/Network.ts'
import type { PersonaName } from '../chain/personas.ts'

/** A person of the local world, with their public test key. */
export type HostPersona = {
  readonly index: number
  readonly name: string
  readonly role: string
  readonly address: Address
  readonly key: Hex
}

/** A Safe that the host offers, with its details from before the deployment. */
export type HostSafe = {
  readonly address: Address
  readonly name: string
  readonly threshold: number
  readonly owners: readonly Address[]
  readonly version: string
  readonly deployed: boolean
}

/** One of the app's endpoints for the chain, with its initial persona. */
export type HostEndpoint = { readonly url: string; readonly persona: PersonaName }

/** The host page's configuration: its chain, the addresses of the other servers, and the people. */
export type HostConfig = {
  readonly network: Network
  /** The service's origin. */
  readonly serviceUrl: string
  /** The routes of this chain in the gateway, e.g. `http://127.0.0.1:5175/v1/chains/56`. */
  readonly gatewayUrl: string
  readonly rpcUrl: string
  /** The app that the host opens if its link names none; null for its start page. */
  readonly appUrl: string | null
  readonly personas: readonly HostPersona[]
  readonly safes: readonly HostSafe[]
  /** The endpoints whose behavior the Faults tab can change. */
  readonly endpoints: readonly HostEndpoint[]
}

/** The page's element for the configuration, which the server writes as JSON. */
const ELEMENT_ID = 'host-config'
const PLACEHOLDER = `id="${ELEMENT_ID}">null<`

/** Embeds the configuration in the page, so that it needs no request before it shows. */
export function embed(html: string, config: HostConfig): string {
  if (!html.includes(PLACEHOLDER)) throw new Error('The page has no place for its configuration.')
  const json = JSON.stringify(config).replaceAll('<', '\\u003c')
  return html.replace(PLACEHOLDER, () => `id="${ELEMENT_ID}">${json}<`)
}

/** Reads the configuration that the server embedded. Throws if there is none. */
export function read(document: Document): HostConfig {
  const config = JSON.parse(document.getElementById(ELEMENT_ID)?.textContent ?? 'null') as HostConfig | null
  if (!config) throw new Error('The host page was opened without its server.')
  return config
}

/** The name of an address in the local world, or undefined. */
export function nameOf(config: HostConfig, address: string): string | undefined {
  const wanted = address.toLowerCase()
  return (
    config.personas.find((persona) => persona.address.toLowerCase() === wanted)?.name ??
    config.safes.find((safe) => safe.address.toLowerCase() === wanted)?.name
  )
}
