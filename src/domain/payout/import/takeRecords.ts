import { type RowRecord, readRecords } from './records.ts'
import { inSlices, type Slices } from './slices.ts'
import type { Separator } from './swallowed.ts'

/** All records of a text that are rows, a header or errors, and how many lines are none of these. */
export type CountedRecords = {
  readonly records: readonly RowRecord[]
  /** Physical lines. */
  readonly lines: number
  readonly blank: number
  readonly comment: number
  /** Comments that hold an address. */
  readonly setAside: number
  /** How many cells most records have; of two numbers that are as usual, the smaller. */
  readonly usualWidth: number
}

/** Takes a text apart, in slices. @throws the reason of the signal of `slices` */
export async function takeRecords(
  text: string,
  separator: Separator,
  slices: Slices,
): Promise<CountedRecords> {
  const records: RowRecord[] = []
  const widths = new Map<number, number>()
  const counts = { lines: 0, blank: 0, comment: 0, setAside: 0 }
  await inSlices(readRecords(text, separator), slices, (record) => {
    counts.lines += record.lines
    if (record.kind === 'blank' || record.kind === 'comment') {
      counts[record.kind] += record.lines
      if (record.kind === 'comment' && record.hasAddress) counts.setAside++
      return
    }
    records.push(record)
    const width = record.kind === 'cells' ? record.cells.length : null
    if (width !== null) widths.set(width, (widths.get(width) ?? 0) + 1)
  })
  const [usual] = [...widths].sort(([a, often], [b, times]) => times - often || a - b)
  return { ...counts, records, usualWidth: usual?.[0] ?? 0 }
}
