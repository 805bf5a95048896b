import { type Address, type Hex, isAddress, isHex } from 'viem'
import type { Call } from '#chain/money/Call.ts'

/** One call in the host's batch. */
export type BatchRow = {
  readonly call: Call
  /** The name of the requesting app; null if the host's own user added it. */
  readonly app: string | null
}

/** The batches by Safe: each Safe has one. */
export type Batches = Readonly<Record<Address, readonly BatchRow[]>>

/** The part of the host's store that batches need. */
type BatchStore = {
  readonly get: () => { readonly batches: Batches; readonly settings: { readonly safe: Address } }
  readonly set: (change: { readonly batches: Batches }) => void
}

type StoredRow = {
  readonly to: Address
  readonly value: string
  readonly data: Hex
  readonly app: string | null
}

/** Safe{Wallet} stores batches in the browser, so they survive a reload. */
const STORAGE_KEY = 'SafeLocal__batches'

/** The batches of earlier visits; empty if unreadable. */
export function read(): Batches {
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') as Record<string, StoredRow[]>
    return Object.fromEntries(
      Object.entries(stored).map(([safe, rows]) => [
        safe,
        rows
          .filter(({ to, data }) => isAddress(to) && isHex(data))
          .map(({ to, value, data, app }) => ({ call: { to, value: BigInt(value), data }, app })),
      ]),
    )
  } catch {
    return {}
  }
}

/** Adds calls to the open Safe's batch. */
export function add(store: BatchStore, calls: readonly Call[], app: string | null): void {
  change(store, (rows) => [...rows, ...calls.map((call) => ({ call, app }))])
}

/** Removes a row from the open Safe's batch. */
export function remove(store: BatchStore, index: number): void {
  change(store, (rows) => rows.filter((_, at) => at !== index))
}

/** Empties the open Safe's batch. */
export function clear(store: BatchStore): void {
  change(store, () => [])
}

const empty: readonly BatchRow[] = []

/** The batch of one Safe. Returns the same reference while the batch is unchanged. */
export function ofSafe(batches: Batches, safe: Address): readonly BatchRow[] {
  return batches[safe] ?? empty
}

function change(store: BatchStore, edit: (rows: readonly BatchRow[]) => readonly BatchRow[]): void {
  const { batches, settings } = store.get()
  const next: Batches = { ...batches, [settings.safe]: edit(ofSafe(batches, settings.safe)) }
  const stored = Object.entries(next).map(([safe, rows]) => [
    safe,
    rows.map(({ call, app }) => ({ to: call.to, value: `${call.value}`, data: call.data, app })),
  ])
  localStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(stored)))
  store.set({ batches: next })
}
