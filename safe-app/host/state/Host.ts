import type { Network } from '../../chain/Network.ts'
import * as AppRecord from '../app/AppRecord.ts'

import type { Flow } from '../bridge/Flow.ts'
import { noTraffic, type Traffic } from '../bridge/TrafficLog.ts'
import type * as Service from '../chain/Service.ts'
import type { HostConfig, HostPersona, HostSafe } from '../HostConfig.ts'
import * as Batch from './Batch.ts'
import type { Faults } from './Faults.ts'
import * as Settings from './Settings.ts'
import * as Store from './Store.ts'
import type { Toast } from './Toasts.ts'

/** Everything that changes while the host is open. */
export type HostState = {
  readonly network: Network
  readonly settings: Settings.Settings
  readonly faults: Faults
  readonly app: AppRecord.AppRecord
  readonly chain: Service.Chain | null
  /** From the service's last answer; the real host polls every 15 s, so an app may see an old state. */
  readonly safe: Service.SafeState | null
  readonly flow: Flow | null
  /** The open discard question. */
  readonly question: ((discard: boolean) => void) | null
  readonly permission: PermissionQuestion | null
  /** Calls in the host that will be proposed together. */
  readonly batches: Batch.Batches
  /** Messages over the app, oldest first. */
  readonly toasts: readonly Toast[]
  /** The messages between the open app and the host. */
  readonly traffic: Traffic
  /** Increases with each of the host's own actions, so that lists are read again at once. */
  readonly actions: number
  /** Increases each time the app is opened again. */
  readonly opened: number
  /** Why the service did not return the Safe, or null. */
  readonly serviceError: string | null
}

export type PermissionQuestion = {
  readonly requestId: string
  readonly origin: string
  readonly capabilities: readonly string[]
}

export type HostStore = Store.Store<HostState>

export function create(network: Network, settings: Settings.Settings, faults: Faults): HostStore {
  return Store.create<HostState>({
    network,
    settings,
    faults,
    app: AppRecord.unknown(settings.appUrl ?? ''),
    chain: null,
    safe: null,
    flow: null,
    question: null,
    permission: null,
    batches: Batch.read(),
    toasts: [],
    traffic: noTraffic,
    actions: 0,
    opened: 0,
    serviceError: null,
  })
}

/** Changes the user's choices and the address bar, so that a reload keeps them. */
export function choose(
  store: HostStore,
  settings: Partial<Settings.Settings>,
  faults: Partial<Faults> = {},
): void {
  const next = {
    settings: { ...store.get().settings, ...settings },
    faults: { ...store.get().faults, ...faults },
  }
  history.replaceState(null, '', Settings.link(store.get().network, next.settings, next.faults))
  store.set(next)
}

/** The persona whose key is connected, or null for no wallet. */
export function acting(config: HostConfig, settings: Settings.Settings): HostPersona | null {
  return config.personas.find((persona) => persona.index === settings.owner) ?? null
}

/** A Safe's configuration from before the service answers, or undefined if it is not on the host's list. */
export function seeded(config: HostConfig, settings: Settings.Settings): HostSafe | undefined {
  return config.safes.find((safe) => safe.address === settings.safe)
}

/** True if the connected persona is an owner of the Safe. */
export function isOwner(state: HostState, config: HostConfig): boolean {
  const persona = acting(config, state.settings)
  return persona !== null && (state.safe?.owners.some((owner) => owner.value === persona.address) ?? false)
}
