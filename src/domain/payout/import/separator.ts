import { looksLikeAddress } from './mapColumns.ts'
import type { Separator } from './records.ts'
import { readRecords } from './records.ts'

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
