/** More struck texts are not looked for one by one: every line is marked, so that a person is asked about all. */
const MOST_STRUCK = 1_000

/** Elements without a content of their own, which are never closed. */
const VOID = /^(?:area|br|col|embed|hr|img|input|link|meta|source|wbr)$/
const STRIKE = /^(?:s|strike|del)$/
const STRUCK = /line-through|display: ?none/i

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#39': "'",
}

/**
 * Reads a pasted or dropped text, with `~~` in front of the lines that its author struck through or hid. Sheets, documents
 * and chats say that only in the HTML beside the text, and the rows would be paid like the others. What the mark means, a
 * person decides.
 */
export function readPastedLines(data: Pick<DataTransfer, 'getData'>): string {
  const [text, html] = [data.getData('text/plain'), data.getData('text/html')]
  const struck = struckTexts(html)
  if (struck.length === 0) return text
  const isStruck = (line: string) => {
    const said = ` ${plain(line)} `
    return (
      said.trim() !== '' && (struck.length > MOST_STRUCK || struck.some((one) => said.includes(` ${one} `)))
    )
  }
  return text
    .split('\n')
    .map((line) => (isStruck(line) ? line.replace(/^"?/, '$&~~') : line))
    .join('\n')
}

/** Words with one space between them. A comma or a quote around a word is no part of it. */
function plain(text: string): string {
  return text.replace(/[\s"',;|]+/g, ' ').trim()
}

/** The texts that are struck through, each once. */
function struckTexts(html: string): readonly string[] {
  if (!STRUCK.test(html) && !/<(?:s|strike|del)[\s>]/i.test(html)) return []
  const classes = struckClasses(html)
  const isOfClass = (tag: string) =>
    (/\sclass=["']?([^"'>]+)/i.exec(tag)?.[1] ?? '').split(/\s+/).some((name) => classes.has(name))
  const found = new Set<string>()
  const open: { readonly name: string; readonly isStruck: boolean }[] = []
  let said = ''
  const end = () => {
    if (plain(said) !== '') found.add(plain(said))
    said = ''
  }
  for (const [tag, slash, word] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)[^<>]*>|[^<]+/gi)) {
    const name = word?.toLowerCase()
    const isInside = open.at(-1)?.isStruck === true
    if (name === undefined) {
      if (isInside) said += tag.replace(/&(\w+|#39);/g, (whole, entity: string) => entities[entity] ?? whole)
      continue
    }
    // The text of one cell, line or paragraph is one text, whatever its letters look like.
    if (!/^(?:font|span|b|i|u|a)$/.test(name)) end()
    if (VOID.test(name)) continue
    if (slash === '')
      open.push({ name, isStruck: isInside || STRIKE.test(name) || STRUCK.test(tag) || isOfClass(tag) })
    else {
      const at = open.findLastIndex((one) => one.name === name)
      if (at >= 0) open.length = at
    }
  }
  end()
  return [...found]
}

/** The classes that strike a text through, as Excel names the styles of its cells. */
function struckClasses(html: string): ReadonlySet<string> {
  const rules = html.split('}').flatMap((part) => {
    const at = part.lastIndexOf('{')
    return at >= 0 && STRUCK.test(part.slice(at)) ? [part.slice(0, at)] : []
  })
  return new Set(rules.flatMap((rule) => rule.match(/\.[\w-]+/g) ?? []).map((name) => name.slice(1)))
}
