import {
  collectRows,
  numberCell,
  numberWriter,
  richText,
  type Sheet,
  type SheetRows,
  type TextRun,
  type WriteNumber,
} from './workbookCells.ts'
import { type Attributes, readXml, type WorkbookFiles } from './workbookFiles.ts'

/** Numbers of the formats that a workbook does not spell out. Source: ECMA-376 18.8.30 */
function builtInFormat(id: number): string {
  if ([9, 10].includes(id)) return '0%'
  if ([5, 6, 7, 8, 42, 44].includes(id)) return '$0'
  const dates = [
    [14, 22],
    [27, 36],
    [45, 47],
    [50, 58],
  ] as const
  return dates.some(([from, to]) => id >= from && id <= to) ? 'y' : ''
}

const isOn = (value: string | undefined) => value === '1' || value === 'true'

type Relation = { readonly id: string; readonly type: string; readonly path: string }

/** The file with the relations of a part. */
const relationsOf = (part: string) => part.replace(/[^/]*$/, '_rels/$&.rels')

async function readRelations(files: WorkbookFiles, part: string): Promise<readonly Relation[]> {
  const found: Relation[] = []
  await readXml(files, relationsOf(part), {
    open: (name, { Id = '', Type = '', Target = '', TargetMode }) => {
      if (name !== 'Relationship' || TargetMode === 'External') return
      const path = new URL(Target, `https://workbook/${part}`).pathname.slice(1)
      found.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), path })
    },
  })
  return found
}

/** Reads the visible sheets of a workbook of Excel. Source: ECMA-376 part 1, 18 */
export async function readXlsx(
  files: WorkbookFiles,
  isWanted: (name: string) => boolean,
): Promise<readonly Sheet[]> {
  const main = (await readRelations(files, '')).find(({ type }) => type === 'officeDocument')
  if (!main) throw new RangeError('workbook')
  const relations = await readRelations(files, main.path)
  const pathOf = (kind: string) => relations.find(({ type }) => type === kind)?.path
  const listed = new Map<string, string>()
  let is1904 = false
  await readXml(files, main.path, {
    open: (element, { name = '', state = 'visible', date1904, ...others }) => {
      if (element === 'workbookPr') is1904 = isOn(date1904)
      if (element !== 'sheet' || state !== 'visible' || !isWanted(name)) return
      const id = Object.keys(others).find((key) => key.endsWith(':id')) ?? ''
      const part = relations.find((relation) => relation.id === others[id])
      if (part?.type === 'worksheet') listed.set(part.path, name)
    },
  })
  const styles = await readStyles(files, pathOf('styles'), is1904)
  const strings = await readStrings(files, pathOf('sharedStrings'))
  const sheets: Sheet[] = []
  for (const [path, name] of listed)
    sheets.push({ name, rows: await readSheet(files, path, strings, styles) })
  return sheets
}

/** The comments on the cells of a sheet, by row from 0. A threaded one stands there behind a notice of Excel. */
async function readComments(files: WorkbookFiles, sheet: string): Promise<ReadonlyMap<number, string>> {
  const found = new Map<number, string>()
  const hasRelations = files.has(relationsOf(sheet))
  const relations = hasRelations ? await readRelations(files, sheet) : []
  const part = relations.find(({ type }) => type === 'comments')
  let [row, shown] = [0, '']
  if (part)
    await readXml(files, part.path, {
      open: (name, { ref = '' }) => {
        if (name === 'comment') [row, shown] = [Number(ref.replace(/^[A-Z]{1,3}/, '')) - 1, '']
      },
      text: (text, path) => {
        if (isShown(path)) shown += text
      },
      close: (name) => {
        if (name !== 'comment') return
        const text = withEscapes(shown).replace(/^\[Threaded comment\][\s\S]{0,500}?Comment:/, '')
        found.set(row, `${found.get(row) ?? ''} ${text}`.trim())
      },
    })
  return found
}

type CellStyle = { readonly write: WriteNumber; readonly isStruck: boolean }

async function readStyles(files: WorkbookFiles, path: string | undefined, is1904: boolean) {
  const formats = new Map<string, string>()
  const struckFonts: boolean[] = []
  const styles: CellStyle[] = []
  if (path === undefined) return styles
  await readXml(files, path, {
    open: (name, attributes, path) => {
      const [above, parent] = path.slice(-2)
      if (name === 'numFmt' && parent === 'numFmts')
        formats.set(attributes.numFmtId ?? '', attributes.formatCode ?? '')
      if (name === 'font' && parent === 'fonts') struckFonts.push(false)
      if (name === 'strike' && above === 'fonts')
        struckFonts[struckFonts.length - 1] = isOn(attributes.val ?? '1')
      if (name !== 'xf' || parent !== 'cellXfs') return
      const { numFmtId = '', fontId } = attributes
      const format = formats.get(numFmtId) ?? builtInFormat(Number(numFmtId))
      styles.push({ write: numberWriter(format, is1904), isStruck: struckFonts[Number(fontId)] ?? false })
    },
  })
  return styles
}

/** `t` has text; inside `rPh` it says how another is pronounced. */
const isShown = (path: readonly string[]) => path.at(-1) === 't' && path.at(-2) !== 'rPh'

/** Characters that XML cannot hold are written as `_x000D_`. Source: ECMA-376 22.9.2.19 */
const withEscapes = (text: string) =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

type RichText = ReturnType<typeof richText>

/** Collects the runs of a text, each of which can be struck through by itself. */
function collectRuns() {
  let [runs, isStruck] = [[] as TextRun[], false]
  return {
    open: (name: string, { val = '1' }: Attributes, path: readonly string[]) => {
      if (name === 'r' || name === 't') isStruck &&= name === 't' && path.at(-1) === 'r'
      if (name === 'strike' && path.at(-1) === 'rPr') isStruck = isOn(val)
    },
    text: (text: string) => void runs.push([text, isStruck]),
    end: (): RichText => {
      const { text, isStruck: isAnyStruck } = richText(runs)
      ;[runs, isStruck] = [[], false]
      return { text: withEscapes(text), isStruck: isAnyStruck }
    },
  }
}

async function readStrings(files: WorkbookFiles, path: string | undefined): Promise<readonly RichText[]> {
  const strings: RichText[] = []
  const runs = collectRuns()
  if (path === undefined) return strings
  await readXml(files, path, {
    open: runs.open,
    text: (text, path) => {
      if (isShown(path)) runs.text(text)
    },
    close: (name) => {
      if (name === 'si') strings.push(runs.end())
    },
  })
  return strings
}

async function readSheet(
  files: WorkbookFiles,
  path: string,
  strings: readonly RichText[],
  styles: readonly CellStyle[],
): Promise<readonly SheetRows[]> {
  const { rows, hide, put, note, end } = collectRows()
  const comments = await readComments(files, path)
  let [row, column, value] = [-1, -1, '']
  let [rowOf, cellOf] = [{} as Attributes, {} as Attributes]
  const runs = collectRuns()
  await readXml(files, path, {
    open: (name, attributes, path) => {
      const parent = path.at(-1)
      runs.open(name, attributes, path)
      if (name === 'col' && isOn(attributes.hidden)) {
        const [from, to] = [Number(attributes.min), Number(attributes.max)]
        hide(from - 1, to - from + 1)
      } else if (name === 'row' && parent === 'sheetData') {
        row = next(row, attributes.r === undefined ? row + 1 : Number(attributes.r) - 1)
        ;[column, rowOf] = [-1, attributes]
      } else if (name === 'c' && parent === 'row') {
        column = next(column, attributes.r === undefined ? column + 1 : columnOf(attributes.r))
        ;[value, cellOf] = ['', attributes]
      }
    },
    text: (text, path) => {
      if (path.at(-1) === 'v') value += text
      else if (isShown(path)) runs.text(text)
    },
    close: (name, path) => {
      if (name === 'row' && path.at(-1) === 'sheetData') {
        note(comments.get(row) ?? '')
        end(row, 1, isOn(rowOf.hidden) || Number(rowOf.ht ?? '1') === 0)
      }
      if (name !== 'c' || path.at(-1) !== 'row') return
      const style = styles[Number(cellOf.s ?? '0')]
      const inline = runs.end()
      const shared = cellOf.t === 's' ? strings[Number(value)] : undefined
      const [text, isText] = cellText(
        cellOf.t,
        value + inline.text,
        shared,
        style?.write ?? ((raw) => numberCell(raw, null)),
      )
      put(column, 1, text, isText, style?.isStruck || inline.isStruck || (shared?.isStruck ?? false))
    },
  })
  return rows
}

/** @throws RangeError for a place that is not behind the last one: two readers could take another cell each. */
function next(last: number, place: number): number {
  if (!(place > last)) throw new RangeError('order')
  return place
}

function columnOf(reference: string): number {
  const [letters = ''] = /^[A-Z]{1,3}/.exec(reference) ?? []
  return [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0) - 1
}

function cellText(
  type: string | undefined,
  value: string,
  shared: RichText | undefined,
  write: WriteNumber,
): readonly [text: string, isText: boolean] {
  if (value === '') return ['', false]
  switch (type) {
    case 's':
      if (shared === undefined) throw new RangeError('string')
      return [shared.text, true]
    case 'str':
    case 'inlineStr':
    case 'e':
      return [withEscapes(value), true]
    case 'b':
      return [isOn(value) ? 'TRUE' : 'FALSE', false]
    case 'd':
      return [value.slice(0, 10), true]
    default:
      return [write(value), false]
  }
}
