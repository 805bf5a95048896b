import * as AppRecord from '../app/AppRecord.ts'
import type { Traffic } from '../bridge/Communicator.ts'
import type { Flow } from '../bridge/Flow.ts'
import type * as Service from '../chain/Service.ts'
import type { HostConfig, HostPersona, HostSafe } from '../HostConfig.ts'
import * as Batch from './Batch.ts'
import type { Faults } from './Faults.ts'
import * as Settings from './Settings.ts'
import * as Store from './Store.ts'

/** Everything that changes while the host is open. */
export type HostState = {
  readonly settings: Settings.Settings
  readonly faults: Faults
  readonly app: AppRecord.AppRecord
  readonly chain: Service.Chain | null
  /** As the service told it last; the real host polls it every 15 s, so an app may see it late. */
  readonly safe: Service.SafeState | null
  readonly flow: Flow | null
  /** The discard question that waits for an answer. */
  readonly question: ((discard: boolean) => void) | null
  readonly permission: PermissionQuestion | null
  /** Calls that wait in the host to be proposed together. */
  readonly batches: Batch.Batches
  readonly traffic: readonly Traffic[]
  /** Grows with each of the host's own actions, so that lists are read again at once. */
  readonly actions: number
  /** Grows each time the app is opened anew. */
  readonly opened: number
  /** Why the service did not tell of the Safe, or null. */
  readonly serviceError: string | null
}

export type PermissionQuestion = {
  readonly requestId: string
  readonly origin: string
  readonly capabilities: readonly string[]
}

export type HostStore = Store.Store<HostState>

export function create(settings: Settings.Settings, faults: Faults): HostStore {
  return Store.create<HostState>({
    settings,
    faults,
    app: AppRecord.unknown(settings.appUrl),
    chain: null,
    safe: null,
    flow: null,
    question: null,
    permission: null,
    batches: Batch.read(),
    traffic: [],
    actions: 0,
    opened: 0,
    serviceError: null,
  })
}

/** Changes what a person chose, and the address bar with it, so that a reload keeps it. */
export function choose(
  store: HostStore,
  settings: Partial<Settings.Settings>,
  faults: Partial<Faults> = {},
): void {
  const next = {
    settings: { ...store.get().settings, ...settings },
    faults: { ...store.get().faults, ...faults },
  }
  history.replaceState(null, '', Settings.link(next.settings, next.faults))
  store.set(next)
}

/** The persona whose key is connected, or null for no wallet. */
export function acting(config: HostConfig, settings: Settings.Settings): HostPersona | null {
  return config.personas.find((persona) => persona.index === settings.owner) ?? null
}

/** What was known of a Safe before the service was asked, or undefined for one that is not on the host's list. */
export function seeded(config: HostConfig, settings: Settings.Settings): HostSafe | undefined {
  return config.safes.find((safe) => safe.address === settings.safe)
}

/** True when the connected persona is an owner of the Safe. */
export function isOwner(state: HostState, config: HostConfig): boolean {
  const persona = acting(config, state.settings)
  return persona !== null && (state.safe?.owners.some((owner) => owner.value === persona.address) ?? false)
}
