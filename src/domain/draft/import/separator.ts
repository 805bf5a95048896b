import { looksLikeAddress } from './mapColumns.ts'
import { readRecords, type Separator } from './records.ts'
import type { Slices } from './slices.ts'

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
