import type { Token } from '#chain/money/Token.ts'
import { isBlank } from '#chain/names/trimEdges.ts'
import { unitOf } from './amountUnit.ts'
import { onlyColumn, plainTitle } from './columnTitles.ts'
import {
  countsRows,
  countValues,
  differs,
  type Leftover,
  type LeftoverKind,
  type LeftoverValue,
  namesElsewhere,
  namesThisChain,
} from './leftovers.ts'
import { markOf } from './lineKinds.ts'
import { listWords } from './listWords.ts'
import type { Column, Place } from './mapColumns.ts'
import type { Table } from './readTable.ts'
import type { RowRecord } from './records.ts'
import { inSlices, type Slices } from './slices.ts'

/** The values of the columns that are not used to pay, and the marks around rows. */
export type TableValues = Awaited<ReturnType<typeof tableValues>>

/** Gathers what the rows say beside their payments, in slices. @throws the reason of the signal of `slices` */
export async function tableValues(
  rows: readonly RowRecord[],
  { mapping, header, width }: Pick<Table, 'mapping' | 'header' | 'width'>,
  isFree: boolean,
  slices: Slices,
) {
  const { payee, amount, token, tokenType } = mapping
  const columns = Array.from({ length: width }, (_, index) =>
    [payee, amount, token, tokenType].includes(index) ? undefined : countValues(),
  )
  const marks = countValues()
  await inSlices(rows, slices, (record) => {
    if (record.kind !== 'cells' || record.cells.length > width) return
    for (const [index, column] of columns.entries()) column?.add(record.cells[index] ?? '', record.line)
    const first = record.start ?? record.cells.find((cell) => cell !== '') ?? ''
    marks.add(markOf(first, isFree ? null : (record.cells[payee ?? -1] ?? '')), record.line)
  })
  const all = columns.map((column) => column?.values() ?? [])
  const used = Object.values(mapping)
  const handles = all.flatMap((values, index) => {
    const isOpen = !used.includes(index) || index === mapping.name || index === mapping.handle
    return isOpen && areHandles(values) ? [index] : []
  })
  const places = all.map((values, index): Place => {
    if (values.every(({ key }) => key === '')) return 'blank'
    return countsRows(values, index === 0) ? 'number' : 'left over'
  })
  const campaign = onlyColumn(listWords.campaign, header ?? [])
  return {
    /** By column; undefined for one that is used to pay. */
    columns,
    marks,
    /** The place of each column, if nothing uses it. */
    places,
    /** A column of handles that has no known title; null for none. */
    handle: handles.length === 1 ? (handles[0] ?? null) : null,
    /** The only column with a title of campaigns; null for none. */
    campaign: used.includes(campaign) ? null : campaign,
  }
}

function areHandles(values: readonly LeftoverValue[]): boolean {
  const filled = values.filter(({ key }) => key !== '')
  return filled.length > 0 && filled.every(({ text }) => /^@[\w.]{2,40}$/.test(text))
}

/** The leftovers of a list: those a person decides about, and those that are only named. */
export function leftoversOf(read: {
  readonly columns: readonly Column[]
  readonly values: TableValues
  readonly table: Table
  readonly comments: readonly string[]
  readonly isFree: boolean
  readonly isPerson: (text: string) => boolean
  /** Chosen for rows that name none. */
  readonly token: Token | null
}): readonly Leftover[] {
  const { values, table, isFree, isPerson } = read
  const leftovers: Leftover[] = []
  const add = (kind: LeftoverKind, title: string, found: readonly LeftoverValue[], isAsked: boolean) => {
    const id = `${kind}/${kind === 'column' || kind === 'heading' ? plainTitle(title) : ''}`
    const isTaken = leftovers.some((one) => one.id === id)
    if (found.length > 0) {
      leftovers.push({ id: isTaken ? `${id}/${leftovers.length}` : id, kind, title, values: found, isAsked })
    }
  }
  const above = [...table.titles.flatMap(textOf), ...read.comments].join(' · ')
  if (above !== '') {
    const lines = table.titles.map(({ line }) => line)
    add(
      'above',
      'Words above the list',
      valuesOf(above, lines),
      namesElsewhere(above) || namesOtherToken(above, table, read.token),
    )
  }
  for (const column of [table.mapping.payee, table.mapping.amount, table.mapping.token]) {
    const title = table.header?.[column ?? -1] ?? ''
    if (namesElsewhere(title)) add('heading', title, valuesOf(title, []), true)
  }
  // A marked row is usually one that was set aside.
  const marked = values.marks.values().filter(({ key }) => key !== '')
  add(
    'mark',
    'Marks',
    marked.map((value) => ({ ...value, isDoubtful: true })),
    true,
  )
  // A column that can still turn out to be the amounts is asked about as such first.
  const possible = table.unclear.flatMap((use) => table.choices[use])
  read.columns.forEach(({ title, place }, index) => {
    const found = values.columns[index]?.values() ?? []
    if (isFree) {
      const said = found.filter(
        ({ key, text }) => key !== '' && !namesThisChain(text) && !(place === 'name' && isPerson(text)),
      )
      if (place === 'name') add('before', 'Words before the address', said, true)
      if (place === 'note') add('words', 'Other words', said, true)
    } else if (place === 'left over') {
      add('column', title, found, differs(found) && !possible.includes(index))
    } else if (place === 'reference' || place === 'note') {
      if (differs(found, true)) add('column', title, found, true)
    } else if (place === 'name' || place === 'handle') {
      if (!areNames(found)) add('column', title, found, true)
    }
  })
  return leftovers
}

/** True if a column tells people apart. One with few values sorts its rows, and a note in brackets is no name. */
function areNames(values: readonly LeftoverValue[]): boolean {
  const rows = values.reduce((sum, { lines }) => sum + lines.length, 0)
  const noted = values.filter(({ text }) => /[([{]/.test(text))
  if (noted.length > 0 && noted.length < values.length) return false
  return values.length === 1 || values.length === rows || (values.length > 2 && values.length * 2 > rows)
}

function textOf(record: RowRecord): readonly string[] {
  return record.kind === 'cells' ? [record.cells.filter((cell) => !isBlank(cell)).join(' ')] : []
}

function valuesOf(text: string, lines: readonly number[]): readonly LeftoverValue[] {
  return [{ key: text.toLowerCase().slice(0, 200), text, lines, isDoubtful: namesElsewhere(text) }]
}

/** True if words above the list name another token than the chosen one, and no column and no unit says which one is meant. */
function namesOtherToken(
  text: string,
  { mapping, unit }: Pick<Table, 'mapping' | 'unit'>,
  token: Token | null,
): boolean {
  if (unit !== null || mapping.token !== null || mapping.tokenType !== null) return false
  return text.split(/[^\p{L}\p{N}$₮-]+/u).some((word) => {
    const said = unitOf(word)
    return said?.kind === 'token' && said.token.address !== token?.address
  })
}
