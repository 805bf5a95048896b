import type { Address } from '#chain/money/Address.ts'
import { findPortalError } from '#chain/PortalError.ts'
import type { ListedTransaction, TransactionPage } from './SafeSource.ts'

/** Reads one page of a queue at a cursor, `limit=20&offset=40`. It begins with the row before the offset. */
export type AskPage = (cursor: string | null) => Promise<TransactionPage>

/** How many rows the gateway gives at once. */
const ROWS = 20
/**
 * How many requests are made around the refused proposals. With more such proposals, the rest of the page stays
 * unread.
 */
const MOST_ASKED = 30

/** After this time (ms), refused rows are looked for again: one of several may have been deleted. */
const REMEMBERED = 300_000

/** A range of rows, and the answer for it; null if it is one row, and refused. */
type Part = { readonly from: number; readonly to: number; readonly page: TransactionPage | null }

/**
 * Reads a page of a queue that the gateway refuses for one proposal that it cannot verify, which anybody who may
 * propose can cause. It is read in parts, around the refused proposals, which are counted as unreadable. Null if no
 * part is served.
 */
export type QueueAround = (
  safe: Address,
  cursor: string | null,
  ask: AskPage,
) => Promise<TransactionPage | null>

/** Remembers which rows were refused, so that the next read need not look for them. */
export function queueAround(): QueueAround {
  const refused = new Map<Address, { readonly rows: readonly number[]; readonly since: number }>()
  return async (safe, cursor, ask) => {
    const from = offsetOf(cursor)
    if (from === null) return null
    const isOfPage = (row: number) => row >= from && row < from + ROWS
    const now = performance.now()
    const last = refused.get(safe)
    const known = last && now - last.since < REMEMBERED ? last : { rows: [], since: now }
    const before = known.rows
    const parts = (await readBetween(before.filter(isOfPage), from, ask)) ?? (await readHalves(from, ask))
    if (parts.every(({ page }) => page === null)) return null
    const found = parts.flatMap((part) => (part.page === null ? [part.from] : []))
    refused.set(safe, { ...known, rows: [...before.filter((row) => !isOfPage(row)), ...found] })
    const end = from + ROWS
    // The last row of the page can be one that only comes with the row after it.
    const after = parts.at(-1)?.page === null ? await read(end, end + 1, ask) : null
    const all = after === null ? parts : [...parts, { from: end, to: end + 1, page: after }]
    return joined(all, end, before.includes(from - 1))
  }
}

/** The page in parts around rows that were refused before; null if that no longer holds. */
async function readBetween(
  known: readonly number[],
  from: number,
  ask: AskPage,
): Promise<readonly Part[] | null> {
  if (known.length === 0) return null
  const parts: Part[] = []
  let next = from
  for (const row of [...known, from + ROWS]) {
    if (row > next) {
      const page = await read(next, row, ask)
      if (page === null) return null
      parts.push({ from: next, to: row, page })
    }
    if (row < from + ROWS) parts.push({ from: row, to: row + 1, page: null })
    next = row + 1
  }
  return parts
}

/** Halves a refused range, until each part is served or is one row. */
async function readHalves(start: number, ask: AskPage): Promise<readonly Part[]> {
  let asked = 0
  const split = async (from: number, to: number): Promise<readonly Part[]> => {
    const page = asked++ < MOST_ASKED ? await read(from, to, ask) : null
    if (page !== null) return [{ from, to, page }]
    if (to - from === 1 || asked >= MOST_ASKED) {
      return Array.from({ length: to - from }, (_, row) => ({
        from: from + row,
        to: from + row + 1,
        page: null,
      }))
    }
    const middle = (from + to) >> 1
    return [...(await split(from, middle)), ...(await split(middle, to))]
  }
  const middle = start + ROWS / 2
  return [...(await split(start, middle)), ...(await split(middle, start + ROWS))]
}

/** The rows between two positions; null if the gateway refuses them. */
async function read(from: number, to: number, ask: AskPage): Promise<TransactionPage | null> {
  return ask(`limit=${to - from}&offset=${from}`).catch((error: unknown) => {
    if (findPortalError(error)?.kind === 'unserved') return null
    throw error
  })
}

/** Joins parts to one page. With `goesOn`, the page before ended with refused rows, which it counted. */
function joined(parts: readonly Part[], end: number, goesOn: boolean): TransactionPage {
  const transactions = new Map<string, ListedTransaction>()
  let unreadable = 0
  let run = 0
  let isCounted = goesOn
  for (const { page } of parts) {
    if (page === null) {
      run++
      continue
    }
    unreadable += page.unreadable + (isCounted ? Math.max(0, run - 1) : lost(run))
    isCounted = false
    run = 0
    for (const one of page.transactions) {
      const known = transactions.get(one.id)
      transactions.set(one.id, { ...one, conflict: one.conflict || known?.conflict === true })
    }
  }
  const last = parts.at(-1)?.page
  return {
    transactions: [...transactions.values()],
    // After a refused end, it is unknown whether the queue goes on.
    cursor: last && last.cursor === null ? null : `limit=${ROWS}&offset=${end}`,
    // A proposal that refuses the end also refuses the start of the next page, and is not counted there.
    unreadable: unreadable + run,
  }
}

/**
 * How many proposals a run of refused rows contains. A page begins with the row before it, so a refused proposal
 * refuses two rows, and the second one is in the next part.
 */
function lost(run: number): number {
  return run > 1 ? run - 1 : run
}

/** The offset of a cursor of the gateway, `limit=20&offset=40`; null for any other text. */
function offsetOf(cursor: string | null): number | null {
  if (cursor === null) return 0
  const offset = new URLSearchParams(cursor).get('offset')
  return offset !== null && /^[0-9]{1,6}$/.test(offset) ? Number(offset) : null
}
