import { type RowRecord, readRecords, type Separator } from './records.ts'
import type { Slices } from './slices.ts'

/** All records of a text that are rows, a header or errors, and how many lines are none of these. */
export type CountedRecords = {
  readonly records: readonly RowRecord[]
  /** Physical lines. */
  readonly lines: number
  readonly blank: number
  readonly comment: number
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
  const counts = { lines: 0, blank: 0, comment: 0 }
  for (const record of readRecords(text, separator)) {
    counts.lines += record.lines
    if (record.kind === 'blank' || record.kind === 'comment') counts[record.kind] += record.lines
    else {
      records.push(record)
      if (record.kind === 'cells') {
        widths.set(record.cells.length, (widths.get(record.cells.length) ?? 0) + 1)
      }
    }
    if (slices.isOver()) await slices.pause()
  }
  const [usual] = [...widths].sort(([a, often], [b, times]) => times - often || a - b)
  return { ...counts, records, usualWidth: usual?.[0] ?? 0 }
}
