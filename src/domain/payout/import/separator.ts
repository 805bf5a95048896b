import { looksLikeAddress } from './cellKinds.ts'
import { readRecords } from './records.ts'
import type { Slices } from './slices.ts'
import type { Separator } from './swallowed.ts'

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
