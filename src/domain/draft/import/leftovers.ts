import { addressesIn } from '#chain/hex.ts'
import type { Token } from '#chain/money/Token.ts'
import { BSC_NAME, namesElsewhere, networkOf } from '#chain/networks.ts'
import { readTag, toTag } from '#domain/shared/tags.ts'
import { isScale, namesScale, unitOf } from './amountUnit.ts'
import { isDate } from './columnFacts.ts'
import { isCountTitle, isNetworkTitle, onlyColumn, plainTitle } from './columnTitles.ts'
import {
  areHandles,
  areNames,
  areOnlyNames,
  areSettled,
  countsRows,
  countValues,
  differs,
  isOtherNetwork,
  type LeftoverValue,
  NOTED,
} from './leftoverValues.ts'
import { markOf, says, signsOf, wordsIn } from './lineKinds.ts'
import { listWords } from './listWords.ts'
import type { Column, Place } from './mapColumns.ts'
import type { Table } from './readTable.ts'
import type { RowRecord } from './records.ts'
import { inSlices, type Slices } from './slices.ts'

const { settled, caution } = listWords

/** The part of a list that is not used to pay: a column, or words and signs around the rows. */
type LeftoverKind =
  /** A column that is not used to pay. */
  | 'column'
  /** Words in front of the address and the amount of free lines: often names. */
  | 'before'
  /** Other words of free lines. */
  | 'words'
  /** Signs around a row, see `markOf`. */
  | 'mark'
  /** Words above the table, and comments. */
  | 'above'
  /** The name of the file, with that of the sheet. */
  | 'file'
  /** Words between the rows. */
  | 'section'
  /** The title of a column that is used. */
  | 'heading'

/** Something that a list says and that is not used to pay. If rows differ in it, a person decides about its values. */
export type Leftover = {
  /** The same in every list with such a column, so that an answer can be kept. */
  readonly id: string
  readonly kind: LeftoverKind
  readonly title: string
  /** In the order of their first rows. */
  readonly values: readonly LeftoverValue[]
  /** False if it is only named: it is the same in all rows, or an id, a link or a date that differs in each. */
  readonly isAsked: boolean
}

/** True for the words that the reader of workbooks writes beside a row. */
export function isOfSheet(text: string): boolean {
  return /^(?:hidden in the sheet|struck through)/.test(text) || isComment(text)
}

/** True for a comment on a cell, as the reader of workbooks writes it beside a row. */
export function isComment(text: string): boolean {
  return text.startsWith('Comment: ')
}

/** The values of the columns that are not used to pay, and the marks around rows. */
export type TableValues = Awaited<ReturnType<typeof tableValues>>

/** Gathers what the rows say beside their payments, in slices. @throws the reason of the signal of `slices` */
export async function tableValues(
  rows: readonly RowRecord[],
  { mapping, header, width, isChosen }: Pick<Table, 'mapping' | 'header' | 'width' | 'isChosen'>,
  isFree: boolean,
  slices: Slices,
) {
  const { payee, amount, token, tokenType } = mapping
  const columns = Array.from({ length: width }, (_, index) =>
    [payee, amount, token, tokenType].includes(index) ? undefined : countValues(),
  )
  const [marks, signs, either] = [countValues(), countValues(), countValues()]
  await inSlices(rows, slices, (record) => {
    if (record.kind !== 'cells' || record.cells.length > width) return
    for (const [index, column] of columns.entries()) column?.add(record.cells[index] ?? '', record.line)
    const first = record.start ?? record.cells.find((cell) => cell !== '') ?? ''
    const payeeCell = isFree ? null : (record.cells[payee ?? -1] ?? '')
    const [mark, sign] = [markOf(first, payeeCell), signsOf(first, payeeCell)]
    marks.add(mark, record.line)
    if (mark === '') signs.add(sign, record.line)
    either.add(mark || sign, record.line)
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
  const [handle, another] = handles
  const hasHandles = handle !== undefined && another === undefined
  // Without titles, different words in front of the addresses are usually names. A person says whether they are.
  const [name, otherName] = all.flatMap((values, index) =>
    header === null &&
    !isFree &&
    !isChosen &&
    index < (payee ?? 0) &&
    places[index] === 'left over' &&
    areOnlyNames(values)
      ? [index]
      : [],
  )
  const named = name === undefined || otherName !== undefined ? mapping : { ...mapping, name }
  return {
    /** A column of handles has no names, whatever its title. */
    mapping: hasHandles ? { ...named, handle, name: named.name === handle ? null : named.name } : named,
    /** By column; undefined for one that is used to pay. */
    columns,
    /** Bullets and other signs are marks only where the rows differ in them. */
    marks: signs.values().length > 1 ? either : marks,
    /** The place of each column, if nothing uses it. */
    places,
    campaign: isFree ? null : campaignIn(all, header ?? [], used),
  }
}

/** The column that gives every row the same campaign, and its name; null for none. */
function campaignIn(
  columns: readonly (readonly LeftoverValue[])[],
  header: readonly string[],
  used: readonly (number | null)[],
) {
  const column = onlyColumn(listWords.campaign, header)
  const values = columns[column ?? -1] ?? []
  const read = readTag(values[0]?.text ?? '')
  const isSame = values.every(({ text }) => toTag(text) === toTag(values[0]?.text ?? ''))
  return column !== null && !used.includes(column) && read.ok && read.tag !== null && isSame
    ? { column, name: read.tag }
    : null
}

/** The leftovers of a list: those a person decides about, and those that are only named. */
export function leftoversOf(read: {
  readonly columns: readonly Column[]
  readonly values: TableValues
  readonly table: Table
  readonly isFree: boolean
  readonly isPerson: (text: string) => boolean
  /** Chosen for rows that name none. */
  readonly token: Token | null
  /** True if a column, an amount or a title says which tokens are meant. */
  readonly namesTokens: boolean
  /** The tokens that the rows pay. */
  readonly paid: readonly Token[]
  /** The name of the file, with that of the sheet; null for a pasted text. */
  readonly source: string | null
}): readonly Leftover[] {
  const { values, table, isFree, isPerson, paid, source } = read
  const leftovers: Leftover[] = []
  const add = (kind: LeftoverKind, title: string, found: readonly LeftoverValue[], isAsked: boolean) => {
    const id = `${kind}/${kind === 'column' || kind === 'heading' ? plainTitle(title) : ''}`
    const isTaken = leftovers.some((one) => one.id === id)
    if (found.length > 0) {
      leftovers.push({ id: isTaken ? `${id}/${leftovers.length}` : id, kind, title, values: found, isAsked })
    }
  }
  const sections = sectionsOf(table)
  const last = table.rows.at(-1)?.line ?? 0
  const words = table.words.filter(({ line }) => sections.length === 0 || line > last)
  const above = textOf(words)
  if (above !== '') {
    const isAsked =
      namesElsewhere(above) ||
      namesScale(above) ||
      namesOtherToken(above, table, read.token) ||
      namesToken(above, paid) ||
      namesPart(above) ||
      says(caution, above) ||
      namesPayee(above, values.columns[table.mapping.name ?? -1]?.values() ?? []) ||
      words.some(({ line, text }) => line > last || settled.includes(wordsIn(text)))
    const lines = words.map(({ line }) => line)
    add('above', 'Words above the list', valuesOf(above, lines), isAsked)
  }
  if (source !== null && (namesElsewhere(source) || says([...settled, ...caution], source)))
    add('file', 'Name of the file', valuesOf(source, []), true)
  add('section', 'Heading', sections, true)
  for (const column of [table.mapping.payee, table.mapping.amount, table.mapping.token]) {
    const title = table.header?.[column ?? -1] ?? ''
    // `BNB wallet` names the network.
    const rest = title.replace(/\bBNB\b/gi, '')
    const isOff = column === table.mapping.payee && says([...caution, ...settled], title)
    if (isOff || namesElsewhere(title) || (!read.namesTokens && namesOtherToken(rest, table, read.token)))
      add('heading', title, valuesOf(title, []), true)
  }
  // A marked row is usually one that was set aside.
  const marked = values.marks.values().filter(({ key }) => key !== '')
  const doubted = marked.map((value) => ({ ...value, isDoubtful: true }))
  add('mark', 'Marks', doubted, true)
  // Words about another payee, token or multiple are decided about even where every row has them.
  const saysOther = ({ text }: LeftoverValue) =>
    (addressesIn(text).length > 0 && text.includes(' ')) || namesToken(text, paid) || isScale(text)
  // `50% now` or `only after the call` in every note.
  const isShare = (found: readonly LeftoverValue[]) =>
    found.length === 1 && found.some(({ text }) => namesPart(text) || says(caution, text))
  // A column that can still turn out to be the amounts is asked about as such first.
  const possible = table.unclear.flatMap((use) => table.choices[use])
  read.columns.forEach(({ title, place }, index) => {
    const found = values.columns[index]?.values() ?? []
    if (isFree) {
      const said = found.filter(
        ({ key, text }) =>
          key !== '' && networkOf(text) !== BSC_NAME && !(place === 'name' && isPerson(text)),
      )
      if (place === 'name') add('before', 'Words before the address', said, true)
      if (place === 'note') add('words', 'Other words', said, true)
    } else if (place === 'left over') {
      const isDated = table.header === null || listWords.dates.includes(plainTitle(title))
      // `Paid` with what was paid or when, and `Status: Completed` in all rows.
      const isPast = says(settled, title)
      const isSettled = (isPast && found.some(({ key }) => key !== '')) || areSettled(found)
      const values = found.map((one) => (isPast && isDate(one.text) ? { ...one, isDoubtful: true } : one))
      const isNetwork = isNetworkTitle(title) && found.some(isOtherNetwork)
      const isToken =
        !read.namesTokens && found.length === 1 && found.some(({ text }) => isOtherUnit(text, read.token))
      const isCounted = isCountTitle(title)
      const isSaid =
        isSettled || isNetwork || isToken || found.some(saysOther) || (!isCounted && isShare(found))
      const isAsked = isSaid || differs(found, isDated ? 'dates' : isCounted ? 'counts' : null)
      add('column', title, values, isAsked && !possible.includes(index))
    } else if (place === 'reference' || place === 'note') {
      if (areSettled(found) || found.some(saysOther) || isShare(found) || differs(found, `${place}s`))
        add('column', title, found, true)
    } else if (place === 'name' && table.header === null && !areHandles(found)) {
      // Without a title, words in front of the addresses can be anything.
      add('before', 'Words before the address', found, true)
    } else if (place === 'name' || place === 'handle') {
      const isOther = found.some(({ text }) => {
        const isNoted =
          (NOTED.test(text) || / (?:on|via) /i.test(text)) && (namesToken(text, paid) || namesElsewhere(text))
        return isNoted || (addressesIn(text).length > 0 && text.includes(' '))
      })
      if (areSettled(found) || isOther || !areNames(found)) add('column', title, found, true)
    }
  })
  return leftovers
}

const textOf = (words: Table['words']) => words.map(({ text }) => text).join(' · ')

/** Groups the rows by the heading or comment above them. Empty if they all share one. */
function sectionsOf({ rows, words }: Pick<Table, 'rows' | 'words'>): readonly LeftoverValue[] {
  const found = countValues()
  let [said, at] = ['', 0]
  for (const { line } of rows) {
    const from = at
    while ((words[at]?.line ?? line) < line) at++
    if (at > from) said = textOf(words.slice(from, at))
    found.add(said, line)
  }
  const values = found.values()
  return values.length > 1 ? values : []
}

function valuesOf(text: string, lines: readonly number[]): readonly LeftoverValue[] {
  return [{ key: text.toLowerCase().slice(0, 200), text, lines, isDoubtful: namesElsewhere(text) }]
}

/**
 * True if the words above the list or a title name a currency, or a token other than the chosen one, and neither a column
 * nor a unit settles it.
 */
function namesOtherToken(
  text: string,
  { mapping, unit }: Pick<Table, 'mapping' | 'unit'>,
  token: Token | null,
): boolean {
  if (unit !== null || mapping.token !== null || mapping.tokenType !== null) return false
  if (/(?![$₮])\p{Sc}|\$(?!\p{L})/u.test(text)) return true
  return text.split(/[^\p{L}\p{N}$₮-]+/u).some((word, index, words) => {
    const isUnit = unitOf(word) !== null || /^(?:in|en|em|в)$/iu.test(words[index - 1] ?? '')
    return isUnit && isOtherUnit(word, token)
  })
}

/** True for words that name a token that no row pays. BNB beside such a word is the name of the network. */
function namesToken(text: string, paid: readonly Token[]): boolean {
  const words = text.replace(/\b(?:bnb|binance) (?:smart )?(?:chain|network|address|wallet)\b/gi, ' ')
  return words.split(/[^\p{L}\p{N}$₮.-]+/u).some((word) => {
    const unit = unitOf(word)
    return (
      unit?.kind === 'token' && paid.length > 0 && !paid.some(({ address }) => address === unit.token.address)
    )
  })
}

/** True for a share or a multiple, which may be meant for every row: `-10%`, `x2`. */
function namesPart(text: string): boolean {
  return /[%‰½¼¾]|(?<![\p{L}\p{N}])[x×*] ?[0-9]|[0-9] ?[x×](?![\p{L}\p{N}])/iu.test(text)
}

/** True for words that name one of the payees: `except Ben`. */
function namesPayee(text: string, names: readonly LeftoverValue[]): boolean {
  const words = names.flatMap(({ text: name }) => [name, name.split(' ')[0] ?? ''].map(wordsIn))
  return says(
    words.filter((word) => word.length > 2),
    text,
  )
}

/**
 * True for a word that may be a unit of amounts, known or not, and isn't the chosen token. Until one is chosen, a known
 * token is no second question beside that. Sheets write a ticked box as `TRUE`.
 */
function isOtherUnit(text: string, token: Token | null): boolean {
  const said = unitOf(text)
  if (said !== null) return said.kind !== 'token' || (token !== null && said.token.address !== token.address)
  return /^(?!TRUE$|FALSE$)\$?[A-Z][A-Z0-9]{2,9}$/.test(text) && networkOf(text) === null
}
