import * as Address from '#chain/Address.ts'
import { gatherLookAlikes } from '#chain/gatherLookAlikes.ts'
import * as Token from '#chain/Token.ts'
import { trimEdges } from './edges.ts'
import { twiceTheMedian } from './middleOf.ts'
import type { PayoutRow, RowPayment } from './PayoutRow.ts'
import type { LookAlikePayee, RowChecks, RowDoubt, SamePayee } from './RowChecks.ts'
import type { Work } from './readRows.ts'
import { inSlices, type Slices, startSlices } from './slices.ts'

type Paid = RowPayment & { readonly line: number }

/** A row of more than so many times the median of its token is asked for. */
const OUTLIER = 10n
/** With fewer rows of a token there is no usual amount. */
const FEW = 5

/**
 * Compares all rows that could be read with each other and with the payees that are known. Works in slices.
 * @param known everybody whom the account paid before or has saved
 * @throws the reason of the signal once it is aborted
 */
export async function checkRows(
  rows: readonly PayoutRow[],
  known: readonly Address.Address[],
  work: Work = {},
): Promise<RowChecks> {
  const slices = startSlices(work.signal)
  const paid: Paid[] = []
  const cut: Paid[] = []
  await inSlices(rows, slices, ({ line, read, maybeCut }) => {
    if (read.ok) paid.push({ payee: read.payment.payee, amount: read.payment.amount, line })
    if (read.ok && maybeCut) cut.push({ ...read.payment, line })
  })
  const { duplicates, samePayees } = await sameRows(paid, slices)
  const { similar, lookAlikes } = await alikePayees(paid, known, slices, work.onProgress)
  const outliers = await outlierRows(paid, slices)
  const maybeCut: RowDoubt[] =
    cut.length > 0
      ? [
          {
            kind: 'maybe-cut',
            id: `maybe-cut/${cut.map(({ line, amount }) => `${line}:${amount.value}`).join()}`,
            lines: cut.map(({ line }) => line),
          },
        ]
      : []
  return { doubts: [...duplicates, ...similar, ...outliers, ...maybeCut], samePayees, lookAlikes }
}

/** True when a person has written the whole address of a look-alike again. */
export function confirmsPayee(text: string, payee: Address.Address): boolean {
  const read = Address.parse(trimEdges(text))
  return read.ok && Address.equal(read.address, payee)
}

async function sameRows(
  paid: readonly Paid[],
  slices: Slices,
): Promise<{ duplicates: RowDoubt[]; samePayees: SamePayee[] }> {
  const byPayee = new Map<string, { first: Paid; lines: number[]; byAmount: Map<bigint, number[]> }>()
  await inSlices(paid, slices, (row) => {
    const key = `${row.payee}/${Token.key(row.amount.token)}`
    const group = byPayee.get(key) ?? { first: row, lines: [], byAmount: new Map<bigint, number[]>() }
    byPayee.set(key, group)
    group.lines.push(row.line)
    const same = group.byAmount.get(row.amount.value)
    if (same) same.push(row.line)
    else group.byAmount.set(row.amount.value, [row.line])
  })
  const duplicates: RowDoubt[] = []
  const samePayees: SamePayee[] = []
  await inSlices(byPayee, slices, ([key, { first, lines, byAmount }]) => {
    const { payee } = first
    const { token } = first.amount
    if (byAmount.size > 1) samePayees.push({ payee, token, lines })
    for (const [value, same] of byAmount) {
      if (same.length < 2) continue
      const id = `duplicate/${key}/${value}/${same.length}`
      duplicates.push({ kind: 'duplicate', id, payee, amount: { token, value }, lines: same })
    }
  })
  return { duplicates, samePayees }
}

async function alikePayees(
  paid: readonly Paid[],
  known: readonly Address.Address[],
  slices: Slices,
  onProgress: Work['onProgress'],
): Promise<{ similar: RowDoubt[]; lookAlikes: LookAlikePayee[] }> {
  const knownKeys = new Set<string>()
  const gathered = gatherLookAlikes()
  // Who is known is added first, and so found first.
  await inSlices(known, slices, (address) => {
    knownKeys.add(address.toLowerCase())
    gathered.add(address)
  })
  const payees = new Map<Address.Address, number[]>()
  await inSlices(paid, slices, ({ payee, line }) => {
    const lines = payees.get(payee)
    if (lines) lines.push(line)
    else {
      payees.set(payee, [line])
      gathered.add(payee)
    }
  })
  const similar: RowDoubt[] = []
  const lookAlikes: LookAlikePayee[] = []
  let done = 0
  for (const [payee, lines] of payees) {
    const like = knownKeys.has(payee.toLowerCase()) ? null : gathered.find(payee)
    const isKnown = like !== null && knownKeys.has(like.known.toLowerCase())
    if (like?.kind === 'look-alike') lookAlikes.push({ payee, lines, like: like.known, isKnown })
    else if (like) {
      const id = `similar/${payee}/${like.known}`
      similar.push({ kind: 'similar', id, payee, lines, like: like.known, isKnown })
    }
    done++
    if (slices.isOver()) {
      onProgress?.(done, payees.size)
      await slices.pause()
    }
  }
  return { similar, lookAlikes }
}

async function outlierRows(paid: readonly Paid[], slices: Slices): Promise<RowDoubt[]> {
  const byToken = new Map<string, { rows: Paid[]; values: bigint[] }>()
  await inSlices(paid, slices, (row) => {
    const key = Token.key(row.amount.token)
    const group = byToken.get(key) ?? { rows: [], values: [] }
    byToken.set(key, group)
    group.rows.push(row)
    group.values.push(row.amount.value)
  })
  const outliers: RowDoubt[] = []
  for (const [key, { rows, values }] of byToken) {
    const twice = rows.length < FEW ? null : await twiceTheMedian(values, slices)
    if (twice === null) continue
    await inSlices(rows, slices, ({ payee, amount, line }) => {
      if (amount.value * 2n <= OUTLIER * twice) return
      const id = `outlier/${payee}/${key}/${amount.value}`
      outliers.push({ kind: 'outlier', id, payee, amount, lines: [line] })
    })
  }
  return outliers
}
