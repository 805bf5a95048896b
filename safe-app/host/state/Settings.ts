import { type Address, getAddress, isAddress } from 'viem'
import type { Network } from '../../chain/Network.ts'
import { type FeeToken, feeTokensOf } from '../chain/networkFee.ts'
import type { HostConfig } from '../HostConfig.ts'
import * as Faults from './Faults.ts'

/** The user's choices in the host's panels. */
export type Settings = {
  readonly safe: Address
  /** Index of the persona whose key is connected, or null for no wallet. */
  readonly owner: number | null
  /** The app exactly as given: the real host compares it with the browser's normalised URL. Null on the start page. */
  readonly appUrl: string | null
  readonly theme: 'dark' | 'light'
  /** The chain that the host reports; the world's own unless a wrong chain is tested. */
  readonly chainId: number
  /** The host's own setting: sign messages by a transaction instead of off chain. */
  readonly onChainSigning: boolean
  /** The token in which the Safe pays the network fee; null if the executor pays it. */
  readonly feeToken: FeeToken | null
  /** Keep the frame when the Safe changes; the real host removes it. */
  readonly keepFrame: boolean
  /** Treat the app as listed by the backend, which rebuilds the communicator. */
  readonly listed: boolean
}

/** Reads the deep link `?safe=eth:0x…&appUrl=…&owner=…`; missing or unreadable values get their defaults. */
export function read(query: URLSearchParams, config: HostConfig): Settings {
  const { network } = config
  const safe = (query.get('safe') ?? '').replace(/^[a-z0-9-]+:/, '')
  const first = config.safes[0]
  if (!first) throw new Error('No Safe is configured.')
  return {
    safe: isAddress(safe) ? getAddress(safe) : first.address,
    owner: readOwner(query.get('owner'), config),
    appUrl: query.get('appUrl') ?? (config.appUrl === null ? null : new URL(config.appUrl).href),
    theme: query.get('theme') === 'light' ? 'light' : 'dark',
    chainId: Number(/^\d{1,9}$/.exec(query.get('chain') ?? '')?.[0] ?? network.id),
    onChainSigning: query.get('onChainSigning') === '1',
    feeToken: feeTokensOf(network).find((token) => token === query.get('feeToken')) ?? null,
    keepFrame: query.get('keepFrame') === '1',
    listed: query.get('listed') === '1',
  }
}

/** The deep link of settings and faults, starting with `?`. */
export function link(network: Network, settings: Settings, faults: Faults.Faults): string {
  const query = new URLSearchParams({ safe: `${network.shortName}:${settings.safe}` })
  if (settings.appUrl !== null) query.set('appUrl', settings.appUrl)
  query.set('owner', settings.owner === null ? 'none' : String(settings.owner))
  if (settings.theme === 'light') query.set('theme', 'light')
  if (settings.chainId !== network.id) query.set('chain', String(settings.chainId))
  for (const name of ['onChainSigning', 'keepFrame', 'listed'] as const) {
    if (settings[name]) query.set(name, '1')
  }
  if (settings.feeToken !== null) query.set('feeToken', settings.feeToken)
  Faults.write(faults, query)
  return `?${query}`
}

function readOwner(text: string | null, config: HostConfig): number | null {
  if (text === 'none') return null
  const index = Number(text ?? 0)
  return config.personas.some((persona) => persona.index === index) ? index : null
}
