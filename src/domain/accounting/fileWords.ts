import type { PagedList } from '#domain/activity/pagedList.ts'
import type { ItemRows } from './accountingRows.ts'

/** Why payments of a list that was loaded may be missing in its file. */
export function missingWords(list: PagedList, { unread }: Pick<ItemRows, 'unread'>): readonly string[] {
  const unreadable = list.unreadable.head + list.unreadable.rest
  return [
    list.cursor !== null && 'Only what was loaded is in this file; the list has more.',
    list.cut && 'The list ends although its service has more; the explorer shows all.',
    unreadable > 0 && `${count(unreadable, 'item')} of the list could not be read.`,
    unread > 0 &&
      `${count(unread, 'transaction')} of several calls could not be read, with all payments inside.`,
  ].filter((words) => words !== false)
}

/** What else a file says of itself. `unchecked` rows only quote a service because nobody asked the chain. */
export function noteWords(parts: {
  source: string
  coverage: string
  suspicious: number
  others: number
  unchecked: number
}): readonly string[] {
  const { source, coverage, suspicious, others, unchecked } = parts
  return [
    source && `From the ${source}.`,
    coverage,
    'Only what is called Paid, Received or Success is proven by the chain. Count nothing else as money.',
    'A memo was written by whoever proposed the payment. Nobody checked it.',
    suspicious > 0 && `Left out as suspicious: ${count(suspicious, 'transfer')}.`,
    others > 0 && `Left out because no payment is in it: ${count(others, 'entry', 'entries')}.`,
    unchecked > 0 && `Not compared with the chain: ${count(unchecked, 'entry', 'entries')}.`,
  ].filter((words): words is string => words !== false && words !== '')
}

function count(number: number, one: string, many = `${one}s`): string {
  return number === 1 ? `1 ${one}` : `${number} ${many}`
}
