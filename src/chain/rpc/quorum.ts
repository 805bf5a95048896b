import { withDeadline } from '#chain/PortalError.ts'
import type { Rpc } from './Rpc.ts'

/**
 * What operators say of one thing. Only `agreed` is a proof (`docs/money.md` 1); the others are leads.
 * - `agreed` two operators say the same; `second` differs from `value` only in what is not compared
 * - `alone` one operator says so: the only one that is configured, or the only one that answered
 * - `split` several answered, and no two of them the same; `values` in the order of the operators
 */
export type Quorum<T> =
  | { readonly kind: 'agreed'; readonly value: T; readonly second: T }
  | { readonly kind: 'alone'; readonly value: T }
  | { readonly kind: 'split'; readonly values: readonly T[] }

/** Where two operators have not agreed after this long (ms), another one is asked beside them. */
const PATIENCE = 1_500

/**
 * Asks operators for the same thing until two have given the same answer, whichever two. Two are asked at once; another
 * one where one fails, differs or keeps silent.
 * @param read asks one of them
 * @param keyOf what has to be the same; null for an answer that agrees with no other one
 * @throws what the first operator threw, when none of them answered
 */
export async function readWithQuorum<T>(
  rpc: Rpc,
  read: (node: Rpc) => Promise<T>,
  keyOf: (value: T) => string | null = contentOf,
): Promise<Quorum<T>> {
  const left = [...(rpc.witnesses ?? [])]
  if (left.length < 2) return { kind: 'alone', value: await read(rpc) }
  const faults: unknown[] = []
  const values: T[] = []
  const open = new Set<Promise<void>>()
  const askNext = () => {
    const [node] = left.splice(0, 1)
    if (!node) return
    const asked: Promise<void> = withDeadline(read(node))
      .then(
        (value) => void values.push(value),
        (fault: unknown) => void faults.push(fault),
      )
      .finally(() => open.delete(asked))
    open.add(asked)
  }
  let agreed = twins(values, keyOf)
  while (!agreed && left.length + open.size > 0) {
    while (left.length > 0 && open.size + Math.min(values.length, 1) < 2) askNext()
    const isSilent = await outlasts(open, left.length > 0 ? PATIENCE : null)
    if (isSilent) askNext()
    agreed = twins(values, keyOf)
  }
  if (agreed) return { kind: 'agreed', ...agreed }
  const [only] = values
  if (only === undefined) throw faults[0]
  return values.length === 1 ? { kind: 'alone', value: only } : { kind: 'split', values }
}

/** Waits until one of the answers is there. True when none of them came within `ms`. */
async function outlasts(open: ReadonlySet<Promise<void>>, ms: number | null): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<true>((resolve) => {
    if (ms !== null) timer = setTimeout(resolve, ms, true)
  })
  const isSilent = await Promise.race([late, ...[...open].map((one) => one.then(() => false))])
  clearTimeout(timer)
  return isSilent
}

/** The first value that a later one repeats, and that one. */
function twins<T>(
  values: readonly T[],
  keyOf: (value: T) => string | null,
): { readonly value: T; readonly second: T } | null {
  const keys = values.map(keyOf)
  const index = keys.findIndex((key, at) => key !== null && keys.lastIndexOf(key) > at)
  if (index < 0) return null
  return { value: values[index] as T, second: values[keys.indexOf(keys[index] ?? null, index + 1)] as T }
}

/** All of a value as text: two answers are the same when nothing in them differs. */
export function contentOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part)) ?? ''
}
