import type { Rpc } from './Rpc.ts'
import { withDeadline } from './withDeadline.ts'

/**
 * What operators say of one thing. Only `agreed` is a proof (`docs/money.md` 1); the others are leads.
 * - `agreed` two operators say the same
 * - `alone` one operator says so: the only one that is configured, or the only one that answered
 * - `split` several answered, and no two of them the same; `values` in the order of the operators
 */
export type Quorum<T> =
  | { readonly kind: 'agreed'; readonly value: T }
  | { readonly kind: 'alone'; readonly value: T }
  | { readonly kind: 'split'; readonly values: readonly T[] }

/**
 * Asks operators for the same thing until two have given the same answer, whichever two; the first two at once.
 * @param read asks one of them
 * @param keyOf what has to be the same; null for an answer that agrees with no other one
 * @throws what the first operator threw, when none of them answered
 */
export async function readWithQuorum<T>(
  rpc: Rpc,
  read: (node: Rpc) => Promise<T>,
  keyOf: (value: T) => string | null = contentOf,
): Promise<Quorum<T>> {
  const { witnesses = [] } = rpc
  const [first, second, ...others] = witnesses
  if (!first || !second) return { kind: 'alone', value: await read(rpc) }
  const faults: unknown[] = []
  const values: T[] = []
  const ask = async (node: Rpc) => {
    const answer = await withDeadline(read(node)).then(
      (value) => ({ value }),
      (fault: unknown) => void faults.push(fault),
    )
    if (answer) values.push(answer.value)
  }
  await Promise.all([ask(first), ask(second)])
  for (const other of others) {
    if (twin(values, keyOf)) break
    await ask(other)
  }
  const agreed = twin(values, keyOf)
  if (agreed) return { kind: 'agreed', value: agreed.value }
  const [only] = values
  if (only === undefined) throw faults[0]
  return values.length === 1 ? { kind: 'alone', value: only } : { kind: 'split', values }
}

/** The first value that a later one repeats. */
function twin<T>(values: readonly T[], keyOf: (value: T) => string | null): { readonly value: T } | null {
  const keys = values.map(keyOf)
  const index = keys.findIndex((key, at) => key !== null && keys.lastIndexOf(key) > at)
  return index < 0 ? null : { value: values[index] as T }
}

/** All of a value as text: two answers are the same when nothing in them differs. */
export function contentOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part)) ?? ''
}
