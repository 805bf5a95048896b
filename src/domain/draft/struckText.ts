import { richText, type TextRun } from './import/workbookCells.ts'

/** More struck texts are not looked for one by one: every line is marked, so that a person is asked about all. */
const MOST_STRUCK = 1_000

/** Elements without a content of their own, which are never closed. */
const VOID = /^(?:area|br|col|embed|hr|img|input|link|meta|source|wbr)$/
const STRIKE = /^(?:s|strike|del)$/
const STRUCK = /line-through|display: ?none|visibility: ?(?:hidden|collapse)|mso-hide: ?all/i
/** Stands for what is not struck through between two texts that are. */
const BETWEEN = '\u0000'
const HIDDEN = /\shidden(?=[\s=>])/i

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/**
 * Reads a pasted or dropped text, with `~~` in front of the lines that its author struck through or hid. Sheets, documents
 * and chats say that only in the HTML beside the text, and the rows would be paid like the others. What the mark means, a
 * person decides. In a cell that is struck through in part, `~~` stands around that part: `300` struck before `250` is
 * not the number 300250.
 */
export function readPastedLines(data: Pick<DataTransfer, 'getData'>): string {
  const [text, html] = [data.getData('text/plain'), data.getData('text/html')]
  const { struck, parts } = struckTexts(html)
  if (struck.length === 0) return text
  const lines = text.split('\n').map((line) => ({ line, said: ` ${plain(line)} ` }))
  const filled = lines.filter(({ said }) => said.trim() !== '')
  const marked = new Set(
    struck.length > MOST_STRUCK ? filled : struck.flatMap((one) => linesWith(filled, one)),
  )
  return lines
    .map((one) => (marked.has(one) ? withParts(one.line, parts).replace(/^"?/, '$&~~') : one.line))
    .join('\n')
}

type Line = { readonly line: string; readonly said: string }

/** The lines with a struck text: as words of their own, or else as a part of others. */
function linesWith(lines: readonly Line[], struck: string): readonly Line[] {
  const found = lines.filter(({ said }) => said.includes(` ${struck} `))
  return found.length > 0 ? found : lines.filter(({ said }) => said.includes(struck))
}

function withParts(line: string, parts: ReadonlyMap<string, string>): string {
  if (parts.size === 0) return line
  const cells = line.split('\t').map((cell) => parts.get(plain(cell)) ?? cell)
  return cells.join('\t')
}

/**
 * Words with one space between them. A comma or a quote around a word is no part of it. Letters beyond ASCII are all
 * alike, because HTML has many names for them, and capitals may be made by a style.
 */
function plain(text: string): string {
  return text
    .replace(/[\s"',;|]+/g, ' ')
    .replace(/[^ -~]+/g, '?')
    .trim()
    .toLowerCase()
}

/** The texts that are struck through or hidden, each once, and the cells that are in part, as `richText` writes them. */
function struckTexts(html: string) {
  const found = new Set<string>()
  const parts = new Map<string, string>()
  const isAny = STRUCK.test(html) || HIDDEN.test(html) || /<(?:s|strike|del)[\s>]/i.test(html)
  const classes = isAny ? struckClasses(html) : new Set<string>()
  const isOfClass = (tag: string) =>
    (/\sclass=["']?([^"'>]+)/i.exec(tag)?.[1] ?? '').split(/\s+/).some((name) => classes.has(name))
  const open: { readonly name: string; readonly isStruck: boolean }[] = []
  const depths = new Map<string, number>()
  let runs: TextRun[] = []
  const end = () => {
    const struck = runs.map(([text, isStruck]) => (isStruck ? text : BETWEEN)).join('')
    const texts = struck.split(BETWEEN).flatMap((one) => plain(one) || [])
    for (const one of texts) found.add(one)
    const whole = plain(runs.map(([text]) => text).join(''))
    if (texts.length > 0 && texts[0] !== whole) parts.set(whole, richText(runs).text.trim())
    runs = []
  }
  for (const { text, name, isEnd, tag } of isAny ? htmlParts(html) : []) {
    if (name === '') {
      runs.push([
        text.replace(/&(#x?[0-9a-f]+|\w+);/gi, (_, entity: string) => entityText(entity)),
        open.at(-1)?.isStruck === true,
      ])
      continue
    }
    // The text of one cell, line or paragraph is one text, whatever its letters look like.
    if (!/^(?:font|span|b|i|u|a|s|strike|del|em|strong)$/.test(name)) end()
    if (VOID.test(name)) continue
    const depth = depths.get(name) ?? 0
    if (!isEnd) {
      const isStruck =
        open.at(-1)?.isStruck === true ||
        STRIKE.test(name) ||
        STRUCK.test(tag) ||
        HIDDEN.test(tag) ||
        isOfClass(tag)
      open.push({ name, isStruck })
      depths.set(name, depth + 1)
    } else if (depth > 0) {
      for (let closed = open.pop(); closed; closed = closed.name === name ? undefined : open.pop())
        depths.set(closed.name, (depths.get(closed.name) ?? 1) - 1)
    }
  }
  end()
  return { struck: [...found], parts }
}

/** A letter whose name is not known is some letter beyond ASCII, see `plain`. */
function entityText(entity: string): string {
  const [, hex, digits] = /^#(?:x([0-9a-f]{1,6})|([0-9]{1,7}))$/i.exec(entity) ?? []
  const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16)
  return entities[entity] ?? (code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd')
}

/**
 * The tags and texts of HTML in their order, without comments. A `<` or `>` in a quoted attribute, as in a sheet's
 * formula, is no end of its tag. Goes forward only.
 */
function* htmlParts(html: string) {
  const start = /<(\/?)([a-z][a-z0-9]*)/iy
  const indexOf = (mark: string, from: number) => {
    const found = html.indexOf(mark, from)
    return found < 0 ? html.length : found
  }
  for (let at = 0; at < html.length; ) {
    const isComment = html.startsWith('<!--', at)
    start.lastIndex = at
    const [whole, slash, word = ''] = (isComment ? null : start.exec(html)) ?? []
    const from = at
    if (isComment) at = indexOf('-->', at) + 3
    else if (whole === undefined) {
      at = indexOf('<', at + 1)
      yield { text: html.slice(from, at), name: '', isEnd: false, tag: '' }
    } else {
      at = tagEnd(html, at + whole.length)
      yield { text: '', name: word.toLowerCase(), isEnd: slash !== '', tag: html.slice(from, at) }
    }
  }
}

/** The position behind the tag that has its attributes from here on. */
function tagEnd(html: string, from: number): number {
  const stop = /=\s{0,9}["']|>/g
  stop.lastIndex = from
  for (let found = stop.exec(html); found; found = stop.exec(html)) {
    if (found[0] === '>') return stop.lastIndex
    const close = html.indexOf(found[0].at(-1) ?? '', stop.lastIndex)
    if (close < 0) break
    stop.lastIndex = close + 1
  }
  return html.length
}

/** The classes that strike a text through, as Excel names the styles of its cells. */
function struckClasses(html: string): ReadonlySet<string> {
  const rules = html.split('}').flatMap((part) => {
    const at = part.lastIndexOf('{')
    return at >= 0 && STRUCK.test(part.slice(at)) ? [part.slice(0, at)] : []
  })
  return new Set(rules.flatMap((rule) => rule.match(/\.[\w-]+/g) ?? []).map((name) => name.slice(1)))
}
