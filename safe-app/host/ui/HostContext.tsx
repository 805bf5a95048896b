import { createContext, useContext } from 'react'
import type { Hex } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import { privateKeyToAccount } from 'viem/accounts'
import type { AnswerContext } from '../bridge/answer.ts'
import type { Communicator } from '../bridge/Communicator.ts'
import type { SafeRef } from '../chain/SafeRef.ts'
import { acting, type HostState } from '../state/Host.ts'
import { useStore } from '../state/Store.ts'

/** The context of every part of the host page. */
export type Host = AnswerContext & {
  /** The current frame's communicator. */
  readonly current: { communicator: Communicator | null }
}

export const HostContext = createContext<Host | null>(null)

/** The host; throws outside its provider. */
export function useHost(): Host {
  const host = useContext(HostContext)
  if (!host) throw new Error('No host around this component.')
  return host
}

/**
 * Subscribes to a part of the host's state; `select` must keep its result's identity while nothing changed.
 */
export function useHostState<Part>(select: (state: HostState) => Part): Part {
  return useStore(useHost().store, select)
}

/** Simulates a wallet whose user rejects (4001) as often as the fault says. Throws then. */
export function refuseIfTold({ store }: Host): void {
  const { faults } = store.get()
  if (faults.refuse === 0) return
  store.set({ faults: { ...faults, refuse: faults.refuse - 1 } })
  throw new Error('User rejected signing.')
}

/**
 * Cached by key: every row of the queue needs the account on each change, and deriving an address takes
 * milliseconds.
 */
const accounts = new Map<Hex, LocalAccount>()

/** The current signing account: the acting persona's public test key, or null without a wallet. */
export function signer({ config, store }: Host): LocalAccount | null {
  const persona = acting(config, store.get().settings)
  if (!persona) return null
  const account = accounts.get(persona.key) ?? privateKeyToAccount(persona.key)
  accounts.set(persona.key, account)
  return account
}

/** The open Safe, with the version that new Safes have while it is not loaded. */
export function safeRef({ config }: Pick<Host, 'config'>, { settings, safe }: HostState): SafeRef {
  return {
    address: settings.safe,
    version: safe?.version ?? '1.4.1',
    chainId: config.network.id,
  }
}
