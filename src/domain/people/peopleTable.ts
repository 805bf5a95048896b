import { BSC_NAME, isThisNetwork, networkOf, networkOfChainId, networksIn } from '#chain/networks.ts'
import { isBlank, trimEdges } from '#chain/text/label.ts'
import { looksLikeAddress, tableFacts } from '#domain/draft/import/columnFacts.ts'
import { labelColumn, plainTitle, readTitle } from '#domain/draft/import/columnTitles.ts'
import { isHeaderAgain, isRule } from '#domain/draft/import/lineKinds.ts'
import { type RowRecord, readRecords, SEPARATOR_LINE, type Separator } from '#domain/draft/import/records.ts'
import { cellsOf } from '#domain/draft/import/separator.ts'
import { withoutMark } from '#domain/shared/csvCells.ts'

/** An entry of an address book. `line` counts from 1. */
export type PeopleEntry = {
  readonly line: number
  readonly cells:
    | {
        readonly ok: true
        readonly address: string
        readonly name: string
        /** Missing where a file has no column for it. */
        readonly handle?: string
        readonly chain: string
      }
    /** Why the line has no cells. */
    | { readonly ok: false; readonly reason: string }
}

const SEPARATORS: readonly Separator[] = [',', ';', '\t', '|']
/** The header is one of the first lines. */
const FIRST = 15
/** How many lines show which column has the addresses. */
const SAMPLE = 200

const chainTitles = new Set(
  [
    'chainid,chain id,chain,chains,network,networks,blockchain,netzwerk,kette,réseau,red,rede,rete,netwerk,sieć,ağ',
    'сеть,мережа,网络,链,ネットワーク,네트워크,jaringan,mạng',
  ]
    .join()
    .split(','),
)

/** The columns of a table of people, by their places. */
type Columns = {
  readonly separator: Separator
  readonly header: readonly string[]
  /** The line of the header. */
  readonly line: number
  readonly address: number
  readonly name: number
  readonly chain: number | null
  /** The networks in the title of the addresses, which count where no cell names one; '' for none. */
  readonly titled: string
}

/**
 * Reads a table of people: an address book of Safe{Wallet}, or any list with a column of addresses and one of names, in
 * any order, with titles in any language that lists of payments have. Null for any other text.
 */
export function readPeopleTable(text: string): readonly PeopleEntry[] | null {
  const start = text.slice(0, 10_000)
  const [, said] = SEPARATOR_LINE.exec(start.split(/[\r\n]/)[0] ?? '') ?? []
  const possible = SEPARATORS.filter((one) => (said ? one === said : start.includes(one)))
  const found = possible.flatMap((separator) => findColumns(text, separator) ?? [])
  const [columns] = found.sort((a, b) => b.header.length - a.header.length)
  if (!columns) return null
  const entries: PeopleEntry[] = []
  for (const record of readRecords(text, columns.separator)) {
    if (record.kind === 'blank' || record.kind === 'comment' || record.line <= columns.line) continue
    if (record.kind === 'error') entries.push({ line: record.line, cells: quoteFault(record) })
    else {
      const cells = cellsOf(record, columns.separator)
      if (isRule(cells) || isHeaderAgain(cells, columns.header)) continue
      entries.push({ line: record.line, cells: entryCells(cells, columns) })
    }
  }
  return entries
}

function quoteFault({ fault }: RowRecord & { readonly kind: 'error' }): PeopleEntry['cells'] {
  return {
    ok: false,
    reason: fault === 'too-long' ? 'the line is too long' : 'a quote mark is misplaced or doesn’t close',
  }
}

/** Finds the header and its columns; null if no line has a title of addresses or names. */
function findColumns(text: string, separator: Separator): Columns | null {
  const facts = tableFacts({ tokens: new Map() })
  let header: readonly string[] | null = null
  let [line, read] = [0, 0]
  for (const record of readRecords(text, separator)) {
    if (record.kind === 'blank' || record.kind === 'comment') continue
    if (read++ > SAMPLE || (!header && read > FIRST)) break
    if (record.kind === 'error') continue
    const cells = cellsOf(record, separator)
    if (header) facts.add(cells)
    else if (cells.length > 1 && cells.some(isPeopleTitle) && !cells.some(looksLikeAddress)) {
      header = cells.map(trimEdges)
      line = record.line
    }
  }
  if (!header) return null
  const addresses = facts.facts(header.length).map((column) => column.addresses)
  const titled = header.flatMap((title, index) => (isAddressTitle(title) ? [index] : []))
  const candidates = titled.length > 0 ? titled : header.map((_, index) => index)
  const address = candidates.toSorted((a, b) => (addresses[b] ?? 0) - (addresses[a] ?? 0))[0]
  if (address === undefined || (titled.length !== 1 && !addresses[address])) return null
  // A column of recipients next to one of addresses has their names.
  const others = titled.filter((index) => index !== address)
  const label = ['label', 'title', 'description'].flatMap(
    (title) => header?.map(plainTitle).indexOf(title) ?? [],
  )
  const name = labelColumn('name', header) ?? others[0] ?? label.find((index) => index >= 0)
  if (name === undefined || name === address) return null
  const chain = header.findIndex((title) => chainTitles.has(plainTitle(title)))
  return {
    separator,
    header,
    line,
    address,
    name,
    chain: chain < 0 ? null : chain,
    titled: networksIn(header[address] ?? '').join(','),
  }
}

function isAddressTitle(title: string): boolean {
  const { use, unit } = readTitle(title)
  return use === 'payee' && unit === null
}

function isPeopleTitle(title: string): boolean {
  return isAddressTitle(title) || labelColumn('name', [title]) !== null
}

/** The cells of a line. A separator that is part of a name, or of several networks, has cut it into more cells. */
function entryCells(all: readonly string[], columns: Columns): PeopleEntry['cells'] {
  const { address, name, chain, separator, header } = columns
  const width = header.length
  let cells = all
  while (cells.length > width && isBlank(cells.at(-1) ?? '')) cells = cells.slice(0, -1)
  const surplus = cells.length - width
  if (surplus > 0) {
    const extra = extraNetworks(cells, columns)
    const isBehind = chain !== null && chain > name
    const ofName = surplus - extra
    if (chain !== null) cells = joined(cells, isBehind ? chain + ofName : chain, extra, separator)
    cells = joined(cells, name, ofName, separator)
    if (!looksLikeAddress(cells[address] ?? ''))
      return { ok: false, reason: `${width + surplus} cells instead of ${width}` }
  }
  const cell = (at: number | null) => (at === null ? '' : withoutMark(cells[at] ?? ''))
  return { ok: true, address: cell(address), name: cell(name), chain: cell(chain).trim() || columns.titled }
}

/** How many cells next to the one of networks name networks, too, and are too many for the table. */
function extraNetworks(cells: readonly string[], { chain, name, header }: Columns): number {
  const surplus = cells.length - header.length
  if (chain === null) return 0
  const isKnown = (cell = '') =>
    networkOfChainId(trimEdges(cell)) !== null || networkOf(trimEdges(cell)) !== null
  // A name with separators moves what is behind it, so its networks are counted from their end.
  const [from, step] = chain > name ? [chain + surplus, -1] : [chain, 1]
  let extra = 0
  while (extra < surplus && isKnown(cells[from + step * extra]) && isKnown(cells[from + step * (extra + 1)]))
    extra++
  return extra
}

/** The cells with one of them joined with those behind it. */
function joined(cells: readonly string[], at: number, extra: number, separator: string): readonly string[] {
  return cells.toSpliced(at, extra + 1, cells.slice(at, at + extra + 1).join(separator))
}

function isNetwork(cell: string): boolean {
  const text = trimEdges(cell)
  return /^[0-9]{1,20}$/.test(text) || networkOf(text) !== null
}

/** Why an entry with this cell of networks is not one of BNB Smart Chain; null if it is, or names none. */
export function networkFault(cell: string): string | null {
  const text = trimEdges(cell)
  if (text === '' || isThisNetwork(text)) return null
  const isNumbers = /^[0-9\s]+$/.test(text)
  const parts = text
    .split(isNumbers ? /\s+/ : /[,;|/&+]/)
    .map((part) => trimEdges(part))
    .filter((part) => part !== '')
  const names = parts.map((part) => networkOfChainId(part) ?? networkOf(part))
  if (names.includes(BSC_NAME)) return null
  return parts.every(isNetwork) ? 'for another network' : 'the network can’t be read'
}
