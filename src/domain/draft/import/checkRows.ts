import type { Address } from '#chain/money/Address.ts'
import * as Token from '#chain/money/Token.ts'
import { findAlike, type KnownPayees, noChecksumDoubt } from '#domain/payee/checkPayee.ts'
import type { LookAlikePayee, PayoutRow, RowChecks, RowDoubt, RowPayment } from './PayoutRow.ts'
import type { Work } from './readRows.ts'
import { inSlices, type Slices, startSlices } from './slices.ts'

type Paid = RowPayment & { readonly line: number; readonly hasChecksum: boolean }

/** Rows above this multiple of their token's median need confirmation. */
const OUTLIER = 10n
/** With fewer rows of a token there is no usual amount. */
const FEW = 5

/**
 * Compares all parsed rows with each other and with the known payees. Works in slices.
 * @param known see `findAlike`
 * @throws the reason of the signal once it is aborted
 */
export async function checkRows(
  rows: readonly PayoutRow[],
  known: KnownPayees,
  work: Work = {},
): Promise<RowChecks> {
  const slices = startSlices(work.signal)
  const paid: Paid[] = []
  const cut: Paid[] = []
  const names = new Map<Address, Map<string, { readonly name: string; readonly lines: number[] }>>()
  await inSlices(rows, slices, ({ line, read, maybeCut, hasChecksum, name }) => {
    if (!read.ok) return
    const { payee, amount } = read.payment
    const row = { payee, amount, line, hasChecksum }
    paid.push(row)
    if (maybeCut) cut.push(row)
    if (!name) return
    const ofPayee = names.get(payee) ?? new Map()
    names.set(payee, ofPayee)
    const known = ofPayee.get(name.toLowerCase())
    if (known) known.lines.push(line)
    else ofPayee.set(name.toLowerCase(), { name, lines: [line] })
  })
  const duplicates = await sameRows(paid, slices)
  const { doubtful, lookAlikes } = await payeeRows(paid, known, slices)
  const outliers = await outlierRows(paid, slices)
  return {
    doubts: [
      ...duplicates,
      ...doubtful,
      ...outliers,
      ...maybeCut(cut),
      ...[...names].flatMap(([payee, found]) => severalNames(payee, [...found.values()])),
    ],
    lookAlikes,
  }
}

/** One doubt about all amounts that may be cut. Its id names them, so that a tick covers no others. */
function maybeCut(rows: readonly Paid[]): readonly RowDoubt[] {
  if (rows.length === 0) return []
  const id = `maybe-cut/${rows.map(({ line, amount }) => `${line}:${amount.value}`).join()}`
  return [{ kind: 'maybe-cut', id, lines: rows.map(({ line }) => line) }]
}

/** A doubt about an address that has several names: one of them may be a copy of the row above. */
function severalNames(
  payee: Address,
  found: readonly { readonly name: string; readonly lines: readonly number[] }[],
): readonly RowDoubt[] {
  if (found.length < 2) return []
  const names = found.map(({ name }) => name)
  const lines = found.flatMap((one) => one.lines).sort((a, b) => a - b)
  return [{ kind: 'two-names', id: `two-names/${payee}/${names.toSorted().join('/')}`, payee, names, lines }]
}

async function sameRows(paid: readonly Paid[], slices: Slices): Promise<readonly RowDoubt[]> {
  const byPayee = new Map<string, { first: Paid; byAmount: Map<bigint, number[]> }>()
  await inSlices(paid, slices, (row) => {
    const key = `${row.payee}/${Token.key(row.amount.token)}`
    const group = byPayee.get(key) ?? { first: row, byAmount: new Map<bigint, number[]>() }
    byPayee.set(key, group)
    const same = group.byAmount.get(row.amount.value)
    if (same) same.push(row.line)
    else group.byAmount.set(row.amount.value, [row.line])
  })
  const duplicates: RowDoubt[] = []
  await inSlices(byPayee, slices, ([key, { first, byAmount }]) => {
    const { payee } = first
    const { token } = first.amount
    for (const [value, same] of byAmount) {
      if (same.length < 2) continue
      const id = `duplicate/${key}/${value}/${same.length}`
      duplicates.push({ kind: 'duplicate', id, payee, amount: { token, value }, lines: same })
    }
  })
  return duplicates
}

/** The payees in row order, with the lines of each and the lines in which it has no checksum. */
async function payeesOf(
  paid: readonly Paid[],
  slices: Slices,
): Promise<ReadonlyMap<Address, { readonly lines: number[]; readonly unsure: number[] }>> {
  const payees = new Map<Address, { lines: number[]; unsure: number[] }>()
  await inSlices(paid, slices, ({ payee, line, hasChecksum }) => {
    const found = payees.get(payee) ?? { lines: [], unsure: [] }
    payees.set(payee, found)
    found.lines.push(line)
    if (!hasChecksum) found.unsure.push(line)
  })
  return payees
}

async function payeeRows(
  paid: readonly Paid[],
  known: KnownPayees,
  slices: Slices,
): Promise<{ doubtful: RowDoubt[]; lookAlikes: LookAlikePayee[] }> {
  const payees = await payeesOf(paid, slices)
  const doubtful: RowDoubt[] = []
  const lookAlikes: LookAlikePayee[] = []
  const pairs = new Set<string>()
  await inSlices(findAlike(payees.keys(), known), slices, (alike) => {
    // Two rows that look alike are one question.
    if (!alike || pairs.has(`${alike.like}/${alike.payee}`)) return
    pairs.add(`${alike.payee}/${alike.like}`)
    const lines = [...(payees.get(alike.payee)?.lines ?? []), ...(payees.get(alike.like)?.lines ?? [])]
    if (alike.kind === 'look-alike') lookAlikes.push({ ...alike, lines })
    else doubtful.push({ ...alike, kind: alike.kind, lines })
  })
  await inSlices(payees, slices, ([payee, { unsure }]) => {
    if (unsure.length > 0) doubtful.push({ ...noChecksumDoubt(payee), lines: unsure })
  })
  return { doubtful, lookAlikes }
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

/**
 * The element at index `at` of the sorted values, found without sorting, so that no step takes long.
 * @throws the reason of the signal of `slices`
 */
async function nthSmallest(values: readonly bigint[], at: number, slices: Slices): Promise<bigint | null> {
  let left = values
  let rest = at
  for (;;) {
    const pivot = left[left.length >> 1]
    if (pivot === undefined || rest < 0 || rest >= left.length) return null
    const below = left.filter((value) => value < pivot)
    const above = left.filter((value) => value > pivot)
    const same = left.length - below.length - above.length
    if (rest < below.length) left = below
    else if (rest < below.length + same) return pivot
    else {
      rest -= below.length + same
      left = above
    }
    if (slices.isOver()) await slices.pause()
  }
}

/** Twice the median, which is always a whole number. Null for an empty list. */
export async function twiceTheMedian(values: readonly bigint[], slices: Slices): Promise<bigint | null> {
  const low = await nthSmallest(values, (values.length - 1) >> 1, slices)
  const high = await nthSmallest(values, values.length >> 1, slices)
  return low === null || high === null ? null : low + high
}
