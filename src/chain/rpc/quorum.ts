import { type Rpc, withDeadline } from './Rpc.ts'

/**
 * The operators' answers about one fact. Only `agreed` is proof (`docs/money.md` 1); the others are leads.
 * - `agreed` two operators report the same; `second` differs from `value` only in parts that are not compared
 * - `alone` one operator reports it, the only one configured or the only one that answered
 * - `split` several answered, no two alike; `values` in the order of the operators
 */
type Quorum<T> =
  | { readonly kind: 'agreed'; readonly value: T; readonly second: T }
  | { readonly kind: 'alone'; readonly value: T }
  | { readonly kind: 'split'; readonly values: readonly T[] }

/** If two operators have not agreed after this time (ms), another one is read in parallel. */
const PATIENCE = 1_500

/**
 * Reads the same fact from operators until any two agree. Starts with two and adds another when one fails,
 * differs or is slow.
 * @param read reads from one operator
 * @param keyOf the part that must be equal; null for an answer that agrees with no other
 * @throws the first operator's error, when none of them answered
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
    const node = left.shift()
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
    if (await outlasts(open, PATIENCE)) askNext()
    agreed = twins(values, keyOf)
  }
  if (agreed) return { kind: 'agreed', ...agreed }
  const [only] = values
  if (only === undefined) throw faults[0]
  return values.length === 1 ? { kind: 'alone', value: only } : { kind: 'split', values }
}

/** Waits for the first of the open answers. True if none arrived within `ms`. */
async function outlasts(open: ReadonlySet<Promise<void>>, ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<true>((resolve) => {
    timer = setTimeout(resolve, ms, true)
  })
  const first = await Promise.race([late, ...open])
  clearTimeout(timer)
  return first === true
}

/** The first value that is repeated, and its repetition. */
function twins<T>(
  values: readonly T[],
  keyOf: (value: T) => string | null,
): { readonly value: T; readonly second: T } | null {
  const keys = values.map(keyOf)
  const index = keys.findIndex((key, at) => key !== null && keys.lastIndexOf(key) > at)
  if (index < 0) return null
  return { value: values[index] as T, second: values[keys.indexOf(keys[index] ?? null, index + 1)] as T }
}

/** A value as canonical text: two answers are the same only if nothing in them differs. */
export function contentOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part)) ?? ''
}
