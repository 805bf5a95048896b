import { unitOf } from './amountUnit.ts'
import { collectRows, numberCell, percentCell, richText, type Sheet, type TextRun } from './workbookCells.ts'
import { type Attributes, readXml, type WorkbookFiles } from './workbookFiles.ts'

/** Ancestors of a style that are asked. A damaged file may lead in a circle. */
const MOST_PARENTS = 20

/** True if a file of an OpenDocument is encrypted. Source: OpenDocument 1.3 part 2, 4.4 */
export async function isEncrypted(files: WorkbookFiles): Promise<boolean> {
  let isFound = false
  await readXml(files, 'META-INF/manifest.xml', {
    open: (name) => {
      if (name === 'encryption-data') isFound = true
    },
  })
  return isFound
}

/** Reads the visible sheets of an OpenDocument. Source: OpenDocument 1.3 part 3, 9 */
export async function readOds(
  files: WorkbookFiles,
  isWanted: (name: string) => boolean,
): Promise<readonly Sheet[]> {
  const sheets: Sheet[] = []
  const styles = collectStyles()
  if (files.has('styles.xml')) await readXml(files, 'styles.xml', { open: styles.open })
  let rows: ReturnType<typeof collectRows> | null = null
  let [row, column, columns] = [0, 0, 0]
  let [rowOf, cellOf] = [{} as Attributes, {} as Attributes]
  let [columnStyles, groups] = [[] as (string | undefined)[], [] as boolean[]]
  let [runs, struck, paragraph] = [[] as TextRun[], [] as boolean[], 0]
  let isComment = false
  const isHidden = ({ 'table:visibility': visibility = 'visible' }: Attributes) =>
    visibility !== 'visible' || groups.includes(true)
  await readXml(files, 'content.xml', {
    open: (name, attributes, path) => {
      styles.open(name, attributes, path)
      const parent = path.at(-1)
      if (name === 'table' && rows) throw new RangeError('A table inside another one.')
      if (name === 'table' && parent === 'spreadsheet') {
        const { 'table:name': title = '', 'table:style-name': style } = attributes
        if (styles.isHidden(style) || !isWanted(title)) return
        rows = collectRows()
        sheets.push({ name: title, rows: rows.rows })
        ;[row, columns, columnStyles, groups] = [0, 0, [], []]
      }
      if (!rows) return
      if (isGroup(name)) groups.push(attributes['table:display'] === 'false')
      else if (name === 'table-column') {
        const count = repeated(attributes['table:number-columns-repeated'])
        if (isHidden(attributes)) rows.hide(columns, count)
        for (let at = 0; at < count && columnStyles.length < MOST_COLUMNS; at++)
          columnStyles.push(attributes['table:default-cell-style-name'])
        columns += count
      } else if (name === 'table-row') [column, rowOf] = [0, attributes]
      else if (isCell(name)) [runs, cellOf] = [[], attributes]
      else if (name === 'p' && parent === 'annotation') isComment = true
      else if (name === 'p' && isCell(parent)) {
        if (runs.length > 0) runs.push(['\n', false])
        paragraph = path.length
        struck = [styles.isStruck('paragraph', attributes['text:style-name'])]
      } else if (paragraph > 0 && ['s', 'tab', 'line-break'].includes(name)) runs.push([' ', false])
      else if (paragraph > 0 && name === 'span')
        struck.push(styles.isStruck('text', attributes['text:style-name']))
    },
    text: (text) => {
      if (paragraph > 0) runs.push([text, struck.includes(true)])
      else if (isComment) rows?.note(text)
    },
    close: (name, path) => {
      if (!rows) return
      if (name === 'annotation') isComment = false
      else if (name === 'p' && path.length === paragraph) paragraph = 0
      else if (paragraph > 0 && name === 'span') struck.pop()
      else if (isGroup(name)) groups.pop()
      else if (isCell(name)) {
        const count = repeated(cellOf['table:number-columns-repeated'])
        const style =
          cellOf['table:style-name'] ?? rowOf['table:default-cell-style-name'] ?? columnStyles[column]
        const { text, isStruck } = richText(runs)
        const isOff = isStruck || styles.isStruck('table-cell', style)
        rows.put(column, count, ...cellText(cellOf, text), isOff)
        column += count
      } else if (name === 'table-row') {
        const count = repeated(rowOf['table:number-rows-repeated'])
        rows.end(row, count, isHidden(rowOf))
        row += count
      } else if (name === 'table') rows = null
    },
  })
  return sheets
}

/** Columns whose styles are kept. */
const MOST_COLUMNS = 100

const isCell = (name: string | undefined) => name === 'table-cell' || name === 'covered-table-cell'
const isGroup = (name: string) => name === 'table-row-group' || name === 'table-column-group'

function repeated(times: string | undefined): number {
  const count = Number(times ?? '1')
  if (!Number.isSafeInteger(count) || count < 1) throw new RangeError('repeated')
  return count
}

/** The text of a cell by its type. What the spreadsheet shows of a number is rounded, but has its unit. */
function cellText(cell: Attributes, shown: string): readonly [text: string, isText: boolean] {
  const { 'office:value': value = '' } = cell
  switch (cell['office:value-type']) {
    case 'float':
    case 'currency':
      return [numberCell(value, cell['office:currency'] ?? unitShown(shown)), false]
    case 'percentage':
      return [percentCell(value), false]
    case 'date':
      return [(cell['office:date-value'] ?? '').slice(0, 10), true]
    case 'boolean':
      return [cell['office:boolean-value'] === 'true' ? 'TRUE' : 'FALSE', false]
    default:
      return [cell['office:string-value'] || shown, true]
  }
}

/** Characters of a number on the screen, with its unit. */
const LONGEST_SHOWN = 60

function unitShown(shown: string): string | null {
  const unit = shown
    .slice(0, LONGEST_SHOWN)
    .replace(/[0-9]E[-+]?[0-9]/g, ' ')
    .replace(/[-+0-9.,'’()\s]+/g, ' ')
    .trim()
  return unitOf(unit) !== null || /[\p{L}%‰]/u.test(unit) ? unit : null
}

/** Collects what styles say about cells and sheets. */
function collectStyles() {
  const struck = new Map<string, boolean>()
  const parents = new Map<string, string>()
  const hidden = new Set<string>()
  let current = ''
  return {
    open: (name: string, attributes: Attributes, path: readonly string[]) => {
      if (name === 'style') {
        const { 'style:family': family, 'style:name': own, 'style:parent-style-name': parent } = attributes
        current = `${family} ${own}`
        if (parent !== undefined) parents.set(current, `${family} ${parent}`)
      }
      if (path.at(-1) !== 'style') return
      const line = attributes['style:text-line-through-style'] ?? attributes['style:text-line-through-type']
      if (name === 'text-properties' && line !== undefined) struck.set(current, line !== 'none')
      if (name === 'table-properties' && attributes['table:display'] === 'false') hidden.add(current)
    },
    isHidden: (style: string | undefined) => hidden.has(`table ${style}`),
    isStruck: (family: 'table-cell' | 'paragraph' | 'text', style: string | undefined) => {
      let name: string | undefined = `${family} ${style}`
      for (let left = MOST_PARENTS; name !== undefined && left > 0; left--) {
        const found = struck.get(name)
        if (found !== undefined) return found
        name = parents.get(name)
      }
      return false
    },
  }
}
