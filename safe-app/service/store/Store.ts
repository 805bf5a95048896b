import type { Address, Hex } from 'viem'
import type { SafeTx, SafeTxHash } from '#safe/tx/SafeTx.ts'
import type { SignatureType } from '../read/Signature.ts'

/** A proposed transaction. Times in ms. */
export type Proposal = {
  readonly safe: Address
  readonly tx: SafeTx
  readonly safeTxHash: SafeTxHash
  readonly submitted: number
  readonly modified: number
  /** JSON text, `{}` if none was given. */
  readonly origin: string
  readonly proposer: Address
  readonly proposedByDelegate: Address | null
  readonly trusted: boolean
}

export type Confirmation = {
  readonly owner: Address
  readonly signature: Hex
  readonly signatureType: SignatureType
  readonly submitted: number
  /** The transaction in which an owner approved the hash on the chain. */
  readonly txHash: Hex | null
}

export type Delegate = {
  readonly safe: Address | null
  readonly delegate: Address
  readonly delegator: Address
  readonly label: string
  /** ISO time, or null. */
  readonly expiryDate: string | null
}

/** A message that a Safe's owners sign off the chain. */
export type SafeMessage = {
  readonly safe: Address
  readonly messageHash: Hex
  /** A text, or EIP-712 typed data. */
  readonly message: unknown
  readonly safeAppId: number | null
  readonly origin: string
  readonly created: number
  readonly modified: number
  readonly confirmations: readonly Confirmation[]
}

/** Data submitted to the service that is not on the chain. Lost when the service stops. */
export type Store = {
  readonly proposals: Map<Hex, Proposal>
  /** By safeTxHash, in order of arrival. */
  readonly confirmations: Map<Hex, readonly Confirmation[]>
  readonly messages: Map<Hex, SafeMessage>
  readonly delegates: Delegate[]
}

/** An empty store. */
export function createStore(): Store {
  return { proposals: new Map(), confirmations: new Map(), messages: new Map(), delegates: [] }
}

/** Copies all data. The returned function writes the copy back. */
export function copyStore(store: Store): () => void {
  const maps = [store.proposals, store.confirmations, store.messages] as const
  const copies = maps.map((map) => [...map] as const)
  const delegates = [...store.delegates]
  return () => {
    maps.forEach((map: Map<Hex, unknown>, index) => {
      map.clear()
      for (const [key, value] of copies[index] ?? []) map.set(key, value)
    })
    store.delegates.splice(0, store.delegates.length, ...delegates)
  }
}

/** Adds a confirmation unless its owner has already confirmed. */
export function addConfirmation(store: Store, safeTxHash: Hex, confirmation: Confirmation): void {
  const known = store.confirmations.get(safeTxHash) ?? []
  if (known.some(({ owner }) => owner === confirmation.owner)) return
  store.confirmations.set(safeTxHash, [...known, confirmation])
  const proposal = store.proposals.get(safeTxHash)
  if (proposal !== undefined) {
    store.proposals.set(safeTxHash, { ...proposal, modified: confirmation.submitted, trusted: true })
  }
}

/** Current delegates who may propose to a Safe: added for it, or for every Safe of one of its owners. */
export function delegatesOf(
  store: Store,
  safe: Address,
  owners: readonly Address[],
  now: number,
): readonly Delegate[] {
  return store.delegates.filter(
    (entry) =>
      (entry.safe === null || entry.safe === safe) &&
      owners.includes(entry.delegator) &&
      (entry.expiryDate === null || Date.parse(entry.expiryDate) > now),
  )
}
