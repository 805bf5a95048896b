/** A value of a message as text: JSON where that can say it, and only its beginning if it is long. */
export type Payload = {
  /** At most `PAYLOAD_SHOWN` characters. */
  readonly text: string
  /** Characters of the whole text; a lower bound if the value has too many parts to count. */
  readonly size: number
  readonly isCut: boolean
}

/** An app may send 10 MB; nobody reads more than this. */
const PAYLOAD_SHOWN = 100_000

/** Limits of the walk, because messages may nest for ever and contain themselves. */
const MOST_PARTS = 100_000
const DEEPEST = 40

/** Describes any value that a window can post, without ever throwing or walking for long. */
export function describePayload(value: unknown): Payload {
  let text = ''
  let size = 0
  let parts = 0
  let isCut = false

  function write(token: string, length = token.length): void {
    size += length
    if (text.length < PAYLOAD_SHOWN) text += token.slice(0, PAYLOAD_SHOWN - text.length)
  }

  function writeText(string: string): void {
    // Escaping ten million characters to show a few of them would take as long as the message is.
    const shown = string.length > PAYLOAD_SHOWN ? string.slice(0, PAYLOAD_SHOWN) : string
    const quoted = JSON.stringify(shown)
    write(quoted, quoted.length + string.length - shown.length)
  }

  function writeEntries(entries: Iterable<readonly [string | null, unknown]>, depth: number): void {
    let first = true
    for (const [key, each] of entries) {
      if (!first) write(',')
      first = false
      if (key !== null) {
        writeText(key)
        write(':')
      }
      walk(each, depth + 1)
      if (parts > MOST_PARTS) return
    }
  }

  function walk(each: unknown, depth: number): void {
    parts += 1
    if (parts > MOST_PARTS || depth > DEEPEST) {
      isCut = true
      write('"…"')
      return
    }
    if (typeof each === 'string') writeText(each)
    else if (typeof each === 'bigint') writeText(`${each}n`)
    else if (ArrayBuffer.isView(each) || each instanceof ArrayBuffer) writeText(`${each.byteLength} bytes`)
    else if (Array.isArray(each)) {
      write('[')
      writeEntries(items(each), depth)
      write(']')
    } else if (each instanceof Date) writeText(String(each))
    else if (typeof each === 'object' && each !== null) {
      write('{')
      writeEntries(definedEntries(each), depth)
      write('}')
    } else write(typeof each === 'number' || typeof each === 'boolean' ? String(each) : 'null')
  }

  if (value !== undefined) walk(value, 0)
  return { text, size, isCut: isCut || size > text.length }
}

function* items(list: readonly unknown[]): Generator<readonly [null, unknown]> {
  for (const each of list) yield [null, each]
}

function* definedEntries(value: object): Generator<readonly [string, unknown]> {
  for (const key in value) {
    const each: unknown = Reflect.get(value, key)
    if (Object.hasOwn(value, key) && each !== undefined) yield [key, each]
  }
}

/** A size for people: characters of a text are bytes, nearly. */
export function sizeText(size: number): string {
  if (size < 1_000) return `${size} B`
  return size < 1_000_000 ? `${(size / 1_000).toFixed(1)} kB` : `${(size / 1_000_000).toFixed(1)} MB`
}
