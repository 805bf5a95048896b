import { isHexAddress } from '#chain/hex.ts'
import { trimEdges } from '#chain/names/trimEdges.ts'
import type { PayeeOptions } from '#domain/payee/checkPayee.ts'
import { looksLikeToken } from './rowToken.ts'

/** The content of a column. Every other column is a note. */
type ColumnUse = 'payee' | 'amount' | 'token' | 'tokenType' | Label

/** A column of free text about the payee or the payment. */
type Label = 'name' | 'reference'

const names: Readonly<Record<Exclude<ColumnUse, Label>, readonly string[]>> = {
  payee: [
    ...['payee', 'receiver', 'recipient', 'address', 'wallet', 'to', 'account', 'pay to'],
    ...['wallet address', 'receiver address', 'recipient address', 'payee address', 'to address'],
  ],
  amount: ['amount', 'value', 'sum', 'total'],
  token: ['token', 'currency', 'symbol', 'asset', 'token address', 'token symbol'],
  tokenType: ['token type'],
}

/** The label column has the first of these titles that exactly one column has. Other free texts are notes. */
const labelTitles: Readonly<Record<Label, readonly string[]>> = {
  name: [
    ...['name', 'full name', 'display name', 'payee name', 'recipient name', 'receiver name'],
    ...['influencer', 'creator', 'username', 'nickname', 'handle'],
  ],
  reference: ['reference', 'ref', 'invoice', 'invoice no', 'invoice number', 'memo', 'note', 'label'],
}

/** The use of a column, by its header title; null for an unknown title. */
function useOfTitle(title: string): Exclude<ColumnUse, Label> | null {
  const plain = plainTitle(title)
  for (const [use, known] of Object.entries(names)) {
    if (known.includes(plain)) return use as Exclude<ColumnUse, Label>
  }
  return null
}

/** A title in lower case, with single spaces between its words. */
function plainTitle(title: string): string {
  return title
    .slice(0, 100)
    .toLowerCase()
    .replace(/[\s_\-./:\p{C}]+/gu, ' ')
    .trim()
}

/** Longer cells are free text. */
const LONGEST = 100

/** True for a cell meant as an address, valid or not, of any network, or as a name for one. */
export function looksLikeAddress(cell: string): boolean {
  if (cell.length > LONGEST) return false
  const text = trimEdges(cell)
  return (
    /^'?(?:[\w-]+:){0,3}0[xX][0-9a-zA-Z]{10,}$/.test(text) ||
    isHexAddress(`0x${text}`) ||
    /^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text) ||
    /^(?:bnb|bc)1[a-z0-9]{20,}$/i.test(text) ||
    /^\S+\.(?:eth|bnb)$/i.test(text)
  )
}

/** True for a cell meant as a number in any style, valid or not. */
function looksLikeNumber(cell: string): boolean {
  if (cell.length > LONGEST) return false
  return /^[+-]?[$€£]?[0-9][0-9.,'’ \u00a0\u202f\u2009]*(?:e[+-]?[0-9]+|%|x[0-9a-f]{1,8})?$/i.test(
    trimEdges(cell),
  )
}

/** Which column contains what, counted from 0; null if there is none, or if a person must choose. */
export type Mapping = { readonly [use in ColumnUse]: number | null }

/** A column as shown: its title, or its number if it has no title. */
export type Column = { readonly title: string; readonly use: ColumnUse | 'note' }

export type MappedColumns = {
  /** Titles in the first line; null if the first line is a row. */
  readonly header: readonly string[] | null
  readonly mapping: Mapping
  /** Columns that could not be identified. A person must choose them before anything is read. */
  readonly unclear: readonly ('payee' | 'amount' | 'token')[]
  /** The number of cells in a record: that of the first line, else the most common one. */
  readonly width: number
}

/** How many records are sampled to identify columns. */
const SAMPLE = 500

type Options = Pick<PayeeOptions, 'tokens' | 'named'> & { readonly header?: boolean | undefined }

/**
 * Identifies the columns of a table by the titles in its first line, or by their cells if that line is not a
 * header. Unknown and duplicate titles are left to a person: a column of numbers beside addresses may count
 * followers.
 * @param records cells of all records, or of the first few hundred, starting with the first line
 * @param usualWidth the most common number of cells
 */
export function mapColumns(
  records: readonly (readonly string[])[],
  usualWidth: number,
  options: Options,
): MappedColumns {
  const [first = []] = records
  const sample = records.slice(0, SAMPLE)
  const titled = withNames(byTitles(first), sample.slice(1), options)
  const found = byContent(sample, usualWidth, options)
  if (options.header ?? isHeader(first, titled.mapping.amount ?? found.mapping.amount, options)) {
    return { header: first.map((title) => title.trim()), ...titled, width: first.length }
  }
  return { header: null, ...found, width: usualWidth }
}

/** All columns of a table, in order, as shown. */
export function columnsOf(header: readonly string[] | null, width: number, mapping: Mapping): Column[] {
  const uses = new Map(Object.entries(mapping).map(([use, column]) => [column, use as ColumnUse]))
  return Array.from({ length: width }, (_, index) => ({
    title: header?.[index] || `Column ${index + 1}`,
    use: uses.get(index) ?? 'note',
  }))
}

function isHeader(first: readonly string[], amount: number | null, { named }: Options): boolean {
  if (first.some((cell) => looksLikeAddress(cell) || isPerson(cell, named))) return false
  return amount === null ? !first.some(looksLikeNumber) : !looksLikeNumber(first[amount] ?? '')
}

function byTitles(titles: readonly string[]): Pick<MappedColumns, 'mapping' | 'unclear'> {
  const columns = (use: ColumnUse) =>
    titles.flatMap((title, index) => (useOfTitle(title) === use ? [index] : []))
  const [payee, amount, token, type] = [
    columns('payee'),
    columns('amount'),
    columns('token'),
    columns('tokenType'),
  ]
  const mapping = {
    payee: onlyOne(payee),
    amount: onlyOne(amount),
    token: onlyOne(token),
    tokenType: onlyOne(type),
    name: labelColumn('name', titles),
    reference: labelColumn('reference', titles),
  }
  return {
    mapping,
    unclear: [
      ...(mapping.payee === null ? (['payee'] as const) : []),
      ...(mapping.amount === null ? (['amount'] as const) : []),
      ...(token.length > 1 || type.length > 1 ? (['token'] as const) : []),
    ],
  }
}

/** Uses the column of names in place of a missing column of addresses, if most of them are names of people. */
function withNames(
  found: Pick<MappedColumns, 'mapping' | 'unclear'>,
  rows: readonly (readonly string[])[],
  { named }: Options,
): Pick<MappedColumns, 'mapping' | 'unclear'> {
  const { mapping, unclear } = found
  const { payee, name } = mapping
  if (payee !== null || name === null) return found
  const count = rows.filter((cells) => isPerson(cells[name] ?? '', named)).length
  if (count === 0 || count * 2 < rows.length) return found
  return { mapping: { ...mapping, payee: name }, unclear: unclear.filter((use) => use !== 'payee') }
}

function labelColumn(label: Label, titles: readonly string[]): number | null {
  const plain = titles.map(plainTitle)
  const title = labelTitles[label].find((known) => plain.filter((one) => one === known).length === 1)
  return title === undefined ? null : plain.indexOf(title)
}

function byContent(
  records: readonly (readonly string[])[],
  width: number,
  { tokens, named }: Options,
): Pick<MappedColumns, 'mapping' | 'unclear'> {
  const all = Array.from({ length: Math.min(width, 100) }, (_, column) => column)
  const count = (column: number, test: (cell: string) => boolean) =>
    records.filter((cells) => test(cells[column] ?? '')).length
  const mostly = (test: (cell: string) => boolean) =>
    all.filter((column) => count(column, test) * 2 >= Math.max(1, records.length))
  const isToken = (cell: string) => looksLikeToken(cell, tokens)
  const token = mostly(isToken)
  const addresses = mostly((cell) => looksLikeAddress(cell) && !isToken(cell))
  // Beside addresses, names are labels.
  const payee =
    addresses.length > 0
      ? addresses
      : mostly((cell) => looksLikeAddress(cell) || (isPerson(cell, named) && !isToken(cell)))
  const numbers = all.filter((column) => count(column, looksLikeNumber) > 0)
  // If several columns contain numbers, only a complete one can be the amounts; otherwise a person must
  // choose.
  const amount = mostly(looksLikeNumber).filter(
    (column) => numbers.length === 1 || count(column, looksLikeNumber) === records.length,
  )
  const mapping = {
    ...{ payee: onlyOne(payee), amount: onlyOne(amount), token: onlyOne(token) },
    ...{ tokenType: null, name: null, reference: null },
  }
  return {
    mapping,
    unclear: [
      ...(mapping.payee === null ? (['payee'] as const) : []),
      ...(mapping.amount === null ? (['amount'] as const) : []),
      ...(token.length > 1 ? (['token'] as const) : []),
    ],
  }
}

function isPerson(cell: string, named: Options['named']): boolean {
  return (named?.(cell) ?? []).length > 0
}

function onlyOne(columns: readonly number[]): number | null {
  return columns.length === 1 ? (columns[0] ?? null) : null
}
