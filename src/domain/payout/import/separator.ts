import { looksLikeAddress } from './mapColumns.ts'
import type { Separator } from './records.ts'
import { readRecords } from './records.ts'

/** Long work in slices: between two of them the page answers to whoever uses it. */
export type Slices = {
  /** True when this slice has lasted long enough. Cheap enough to be asked for every row. */
  isOver(): boolean
  /** Lets everything else run first. @throws the reason of the signal once it is aborted */
  pause(): Promise<void>
}

/** ms; with what a single row may take on a slow machine it stays far below the 50 of a long task. */
const LONGEST = 12

/** Starts the first slice. @throws the reason of the signal when it is aborted already */
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

/** Works on each item, in slices. @throws the reason of the signal of `slices` */
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

/** A message comes as a task of its own, which no timer does without a delay, and comes in hidden tabs, too. */
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

/** What separates the cells of a text: found, chosen by a person, or one of several that a person has to choose from. */
export type SeparatorFinding =
  | { readonly state: 'found' | 'chosen'; readonly separator: Separator }
  | { readonly state: 'ambiguous'; readonly options: readonly Separator[] }

const CANDIDATES: readonly Separator[] = ['\t', ';', ',']
/** So many records show how a file is made. */
const SAMPLE = 500
/** A separator that makes so many times more addresses than another one needs no question. */
const CLEARLY = 20

/**
 * Finds the one separator of a text. The right one cuts addresses free; where none does, it is the only one there is.
 * Where two could be meant, `1;5,0x…`, nothing is guessed. Works in slices.
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

/** How many records a separator cuts, and how many of those then have an address alone in a cell. */
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
