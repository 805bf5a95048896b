import type { Amount } from '#chain/money/Amount.ts'
import { looksLikeAddress } from './mapColumns.ts'
import { readRecords, type Separator } from './records.ts'

/** Splits long work into slices, so that the page responds to input in between. */
export type Slices = {
  /** True if this slice has lasted long enough. Cheap enough to call for every row. */
  isOver(): boolean
  /** Lets other work run first. @throws the reason of the signal once it is aborted */
  pause(): Promise<void>
}

/** ms. Even with one slow row on top, this stays well below the 50 ms of a long task. */
const LONGEST = 12

/** Starts the first slice. @throws the reason of the signal if it is already aborted */
export function startSlices(signal?: AbortSignal): Slices {
  signal?.throwIfAborted()
  let from = performance.now()
  return {
    isOver: () => performance.now() - from >= LONGEST,
    async pause() {
      await nextTask()
      signal?.throwIfAborted()
      from = performance.now()
    },
  }
}

/** Processes each item, in slices. @throws the reason of the signal of `slices` */
export async function inSlices<T>(
  items: Iterable<T>,
  slices: Slices,
  work: (item: T) => void,
): Promise<void> {
  for (const item of items) {
    work(item)
    if (slices.isOver()) await slices.pause()
  }
}

/** A message runs as its own task without a delay, unlike timers, and also in hidden tabs. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

/** The cell separator of a text: detected, chosen by a person, or several to choose from. */
export type SeparatorFinding =
  | { readonly state: 'found' | 'chosen'; readonly separator: Separator }
  | { readonly state: 'ambiguous'; readonly options: readonly Separator[] }

const CANDIDATES: readonly Separator[] = ['\t', ';', ',']
/** How many records are sampled. */
const SAMPLE = 500
/** A separator that yields this many times more addresses than another one needs no confirmation. */
const CLEARLY = 20

/**
 * Detects the separator of a text. The right one isolates addresses; if none does, the text has only one
 * column. If two are possible, as in `1;5,0x…`, nothing is guessed. Works in slices.
 */
export async function findSeparator(text: string, slices: Slices): Promise<SeparatorFinding> {
  const tried: (Sample & { readonly separator: Separator })[] = []
  for (const separator of CANDIDATES) tried.push({ separator, ...(await tryOut(text, separator, slices)) })
  const cutting = tried.filter(({ addresses }) => addresses > 0).sort((a, b) => b.addresses - a.addresses)
  const [best, second] = cutting
  if (best && best.addresses >= CLEARLY * (second?.addresses ?? 0)) return found(best.separator)
  const possible = best ? cutting : tried.filter(({ cut }) => cut > 0)
  const [only, other] = possible
  if (!only) return found('none')
  if (!other) return found(only.separator)
  return { state: 'ambiguous', options: possible.map(({ separator }) => separator) }
}

/** How many records a separator splits, and how many of those then have a cell with only an address. */
type Sample = { readonly cut: number; readonly addresses: number }

async function tryOut(text: string, separator: Separator, slices: Slices): Promise<Sample> {
  let [left, cut, addresses] = [SAMPLE, 0, 0]
  for (const record of readRecords(text, separator)) {
    if (slices.isOver()) await slices.pause()
    if (left-- === 0) break
    if (record.kind !== 'cells' || record.cells.length < 2) continue
    cut++
    if (record.cells.some(looksLikeAddress)) addresses++
  }
  return { cut, addresses }
}

function found(separator: Separator): SeparatorFinding {
  return { state: 'found', separator }
}

/** The same amount for every row. */
export function sameForAll(rows: number, amount: Amount): readonly Amount[] {
  return Array.from({ length: rows }, () => amount)
}

/**
 * Splits a total over the rows as evenly as base units allow; the first rows get one more for the remainder.
 * The sum equals the total exactly. Null if a row would get nothing.
 */
export function splitEvenly(total: Amount, rows: number): readonly Amount[] | null {
  return splitBy(
    total,
    Array.from({ length: rows }, () => 1n),
  )
}

type SplitByWeight =
  | { readonly ok: true; readonly amounts: readonly Amount[] }
  /** `index` counts from 0; -1 if no single weight is wrong. */
  | {
      readonly ok: false
      readonly index: number
      readonly fault: 'not-a-weight' | 'zero-weight' | 'nothing-left'
    }

/** A decimal number with one point and at most 30 digits on each side. */
const WEIGHT = /^([0-9]{1,30})(?:\.([0-9]{1,30}))?$/

/**
 * Splits a total by weights such as `1` or `2.5`. Leftover base units go to the largest remainders, earlier
 * rows first. The sum equals the total exactly.
 */
export function splitByWeight(total: Amount, weights: readonly string[]): SplitByWeight {
  const parts = weights.map((weight) => WEIGHT.exec(weight.trim()))
  const wrong = parts.indexOf(null)
  if (wrong >= 0) return { ok: false, index: wrong, fault: 'not-a-weight' }
  const decimals = parts.reduce((most, part) => Math.max(most, part?.[2]?.length ?? 0), 0)
  const whole = parts.map((part) => BigInt(`${part?.[1] ?? ''}${(part?.[2] ?? '').padEnd(decimals, '0')}`))
  const zero = whole.indexOf(0n)
  if (zero >= 0) return { ok: false, index: zero, fault: 'zero-weight' }
  const amounts = splitBy(total, whole)
  return amounts ? { ok: true, amounts } : { ok: false, index: -1, fault: 'nothing-left' }
}

/** Largest remainder method. Null if there are no rows, or a row would get nothing. */
function splitBy({ token, value }: Amount, weights: readonly bigint[]): readonly Amount[] | null {
  const sum = weights.reduce((all, weight) => all + weight, 0n)
  if (sum === 0n) return null
  const shares = weights.map((weight) => (value * weight) / sum)
  const rests = weights.map((weight, index) => ({ index, rest: (value * weight) % sum }))
  const left = Number(value - shares.reduce((all, share) => all + share, 0n))
  rests.sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
  for (const { index } of rests.slice(0, left)) shares[index] = (shares[index] ?? 0n) + 1n
  return shares.every((share) => share > 0n) ? shares.map((share) => ({ token, value: share })) : null
}
