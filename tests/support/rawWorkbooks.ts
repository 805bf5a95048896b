import { strToU8, zipSync } from 'fflate'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Packs texts by their path, compressed, with true sizes and checksums. */
export function packed(files: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const bytes = Object.entries(files).map(([path, text]) => [path, strToU8(text)])
  return Uint8Array.from(zipSync(Object.fromEntries(bytes)))
}

/** The parts of a workbook of Excel, as XML inside their root elements. */
export type RawXlsx = {
  /** Of each sheet, what `worksheet` contains. */
  readonly sheets: readonly string[]
  /** Attributes of the sheets, such as `state="hidden"`. */
  readonly states?: readonly string[]
  readonly properties?: string
  readonly strings?: string
  readonly styles?: string
}

/** The files of a workbook of Excel (.xlsx) by path. */
export function xlsxFiles(raw: RawXlsx): Readonly<Record<string, string>> {
  const { sheets, states = [], properties = '', strings = '', styles = '' } = raw
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const relations = (content: string) => `<Relationships xmlns="${RELATIONS}">${content}</Relationships>`
  const listed = sheets.map(
    (_, at) => `<sheet name="Sheet${at + 1}" sheetId="${at + 1}" r:id="rId${at}" ${states[at] ?? ''}/>`,
  )
  const parts = sheets.map((_, at) => relation(`rId${at}`, 'worksheet', `worksheets/sheet${at}.xml`))
  return {
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr ${properties}/><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      [
        ...parts,
        relation('s', 'sharedStrings', 'sharedStrings.xml'),
        relation('t', 'styles', '/xl/styles.xml'),
      ].join(''),
    ),
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${strings}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}">${styles}</styleSheet>`,
    ...Object.fromEntries(
      sheets.map((content, at) => [
        `xl/worksheets/sheet${at}.xml`,
        `<worksheet xmlns="${MAIN}">${content}</worksheet>`,
      ]),
    ),
  }
}

const ODF = 'urn:oasis:names:tc:opendocument:xmlns'

/** The files of an OpenDocument (.ods) by path: `tables` and `styles` are XML inside their root elements. */
export function odsFiles(tables: string, styles = '', manifest = ''): Readonly<Record<string, string>> {
  const names = ['office', 'table', 'text', 'style', 'manifest']
  const spaces = names.map((name) => `xmlns:${name}="${ODF}:${name}:1.0"`).join(' ')
  return {
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'META-INF/manifest.xml': `<manifest:manifest ${spaces}>${manifest}</manifest:manifest>`,
    'styles.xml': `<office:document-styles ${spaces}/>`,
    'content.xml': `<office:document-content ${spaces}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
  }
}
