import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { findAlike, type KnownPayees, noChecksumDoubt, type PayeeOptions } from '#domain/payee/checkPayee.ts'
import type { LookAlikePayee, PayoutRow, RowDoubt, RowPayment } from './PayoutRow.ts'
import { inSlices, type Slices, startSlices } from './slices.ts'

type Paid = RowPayment & Pick<PayoutRow, 'line' | 'hasChecksum' | 'maybeCut' | 'name'>

/** Rows above this multiple of their token's median need confirmation. */
const OUTLIER = 10n
/** With fewer rows of a token there is no usual amount. */
const FEW = 5

/**
 * Compares all parsed rows with each other and with the known payees. Works in slices.
 * @param known see `findAlike`
 * @param named the addresses of the saved people of a name, see `PayeeOptions`
 * @throws the reason of the signal once it is aborted
 */
export async function checkRows(
  rows: Iterable<PayoutRow>,
  known: KnownPayees,
  signal?: AbortSignal,
  named?: PayeeOptions['named'],
) {
  const slices = startSlices(signal)
  const paid: Paid[] = []
  const totals = new Map<string, Amount.Amount>()
  await inSlices(rows, slices, ({ line, read, maybeCut, hasChecksum, name }) => {
    if (!read.ok) return
    const { payee, amount } = read.payment
    paid.push({ payee, amount, line, hasChecksum, maybeCut, name })
    Amount.addTo(totals, amount)
  })
  const payees = await groupRows(paid, slices, ({ payee }) => payee)
  const duplicates = await findDuplicates(paid, slices)
  const { doubtful, lookAlikes } = await checkPayees(payees, known, slices)
  const outliers = await findOutliers(paid, slices)
  return {
    doubts: [
      ...duplicates,
      ...doubtful,
      ...outliers,
      ...cutAmounts(paid),
      ...repeatedPayees(paid),
      ...[...payees].flatMap(([payee, own]) => severalNames(payee, own)),
      ...[...payees].flatMap(([payee, own]) => otherAddresses(payee, own, named)),
    ],
    lookAlikes,
    /** The rows of each payee. */
    payees,
    /** The sums of the rows per token. */
    totals: [...totals.values()],
  }
}

async function groupRows<Key>(rows: readonly Paid[], slices: Slices, keyOf: (row: Paid) => Key) {
  const groups = new Map<Key, Paid[]>()
  await inSlices(rows, slices, (row) => {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  })
  return groups
}

const linesOf = (rows: readonly Paid[]) => rows.map(({ line }) => line)

/** One doubt about all amounts that may be cut. Its id names them, so that a tick covers no others. */
function cutAmounts(paid: readonly Paid[]): readonly RowDoubt[] {
  const rows = paid.filter(({ maybeCut }) => maybeCut)
  if (rows.length === 0) return []
  const id = `maybe-cut/${rows.map(({ line, amount }) => `${line}:${amount.value}`).join()}`
  return [{ kind: 'maybe-cut', id, lines: linesOf(rows) }]
}

/**
 * A doubt about payees that follow each other as they did further up: rows that were pasted once more after their amounts
 * were changed. Rows with the same amounts are duplicates already.
 */
function repeatedPayees(paid: readonly Paid[]): readonly RowDoubt[] {
  const seen = new Map<string, string>()
  const again = new Set<Paid>()
  paid.forEach((row, index) => {
    const next = paid[index + 1]
    if (!next || next.payee === row.payee) return
    const pair = `${row.payee}/${next.payee}`
    const amounts = `${row.amount.value}/${next.amount.value}`
    if ((seen.get(pair) ?? amounts) !== amounts) again.add(row).add(next)
    seen.set(pair, amounts)
  })
  if (again.size === 0) return []
  const rows = [...again]
  const id = `again/${rows.map(({ payee, amount }) => `${payee}:${amount.value}`).join()}`
  return [{ kind: 'again', id, lines: linesOf(rows) }]
}

/** A doubt about an address that has several names: one of them may be a copy of the row above. */
function severalNames(payee: Address, rows: readonly Paid[]): readonly RowDoubt[] {
  const names = new Map<string, string>()
  const named = rows.filter(({ name }) => name)
  for (const { name } of named)
    if (name && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name)
  const found = [...names.values()]
  if (found.length < 2) return []
  const id = `two-names/${payee}/${found.toSorted().join('/')}`
  return [{ kind: 'two-names', id, payee, names: found, lines: linesOf(named).sort((a, b) => a - b) }]
}

/** A doubt about each name of an address for which a person saved other addresses: this one may be a copy, or a forgery. */
function otherAddresses(
  payee: Address,
  rows: readonly Paid[],
  named: PayeeOptions['named'],
): readonly RowDoubt[] {
  const names = new Map(rows.flatMap(({ name }) => (name ? [[name.toLowerCase(), name] as const] : [])))
  return [...names].flatMap(([key, name]): readonly RowDoubt[] => {
    const saved = named?.(name) ?? []
    if (saved.length === 0 || saved.includes(payee)) return []
    const lines = linesOf(rows.filter((row) => row.name?.toLowerCase() === key))
    const id = `other-address/${payee}/${key}/${saved.join('/')}`
    return [{ kind: 'other-address', id, payee, name, saved, lines }]
  })
}

async function findDuplicates(paid: readonly Paid[], slices: Slices): Promise<readonly RowDoubt[]> {
  const duplicates: RowDoubt[] = []
  const keyOf = ({ payee, amount }: Paid) => `${payee}/${Token.key(amount.token)}`
  for (const [key, rows] of await groupRows(paid, slices, keyOf)) {
    if (rows.length < 2) continue
    for (const [value, same] of await groupRows(rows, slices, ({ amount }) => amount.value)) {
      const [first, another] = same
      if (!first || !another) continue
      const id = `duplicate/${key}/${value}/${same.length}`
      const { payee, amount } = first
      duplicates.push({ kind: 'duplicate', id, payee, amount, lines: linesOf(same) })
    }
  }
  return duplicates
}

async function checkPayees(
  payees: ReadonlyMap<Address, readonly Paid[]>,
  known: KnownPayees,
  slices: Slices,
) {
  const doubtful: RowDoubt[] = []
  const lookAlikes: LookAlikePayee[] = []
  const pairs = new Set<string>()
  await inSlices(findAlike(payees.keys(), known), slices, (alike) => {
    // Two rows that look alike are one question.
    if (!alike || pairs.has(`${alike.like}/${alike.payee}`)) return
    pairs.add(`${alike.payee}/${alike.like}`)
    const lines = linesOf([...(payees.get(alike.payee) ?? []), ...(payees.get(alike.like) ?? [])])
    if (alike.kind === 'look-alike') lookAlikes.push({ ...alike, lines })
    else doubtful.push({ ...alike, kind: alike.kind, lines })
  })
  await inSlices(payees, slices, ([payee, rows]) => {
    const unsure = rows.filter(({ hasChecksum }) => !hasChecksum)
    if (unsure.length > 0) doubtful.push({ ...noChecksumDoubt(payee), lines: linesOf(unsure) })
  })
  return { doubtful, lookAlikes }
}

async function findOutliers(paid: readonly Paid[], slices: Slices): Promise<readonly RowDoubt[]> {
  const outliers: RowDoubt[] = []
  for (const [key, rows] of await groupRows(paid, slices, ({ amount }) => Token.key(amount.token))) {
    const values = rows.map(({ amount }) => amount.value)
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
