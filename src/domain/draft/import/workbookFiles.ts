import { SaxesParser } from 'saxes'

/** Bytes that the files of a workbook may unpack to; a list of 100,000 rows takes a third of it. */
const MOST_BYTES = 150_000_000
const MOST_FILES = 2_000
/** Elements inside each other, and attributes of one. Workbooks have about 15 and 50. */
const DEEPEST = 100
const MOST_ATTRIBUTES = 500

/** A workbook with more content than a list of payments has. */
export class TooLarge extends Error {}

/** A file in a ZIP file, still packed. The sizes are in bytes. */
type PackedFile = {
  readonly packed: Uint8Array<ArrayBuffer>
  readonly isDeflated: boolean
  readonly size: number
  readonly crc: number
}

/** The files of a workbook, by path. */
export type WorkbookFiles = ReadonlyMap<string, PackedFile>

const END = 0x06054b50
const END_64 = 0x06064b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
/** The end record and the longest comment behind it. */
const LONGEST_END = 22 + 65_535
/** A field of 32 bits whose value has 64, in the extra field of the entry. */
const IN_64 = 0xffffffff

/**
 * The files that the directory of a ZIP file lists. Nothing is unpacked. Source: PKWARE APPNOTE 4.3 and 4.5.3
 * @throws TooLarge if they claim to unpack to more than a workbook may
 * @throws RangeError for bytes that are no ZIP file
 */
export function listPacked(bytes: Uint8Array<ArrayBuffer>): WorkbookFiles {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const long = (at: number) => Number(view.getBigUint64(at, true))
  let end = bytes.length - 22
  while (view.getUint32(end, true) !== END)
    if (bytes.length - --end > LONGEST_END) throw new RangeError('end')
  const end64 = end >= 20 && view.getUint32(end - 20, true) === 0x07064b50 ? long(end - 12) : null
  if (end64 !== null && view.getUint32(end64, true) !== END_64) throw new RangeError('end')
  let left = end64 === null ? view.getUint16(end + 10, true) : long(end64 + 32)
  let at = end64 === null ? view.getUint32(end + 16, true) : long(end64 + 48)
  if (left > MOST_FILES) throw new TooLarge()
  const files = new Map<string, PackedFile>()
  let total = 0
  for (; left > 0; left--) {
    if (view.getUint32(at, true) !== ENTRY) throw new RangeError('entry')
    const name = at + 46
    const extra = name + view.getUint16(at + 28, true)
    const comment = extra + view.getUint16(at + 30, true)
    let field = extra
    while (field < comment && view.getUint16(field, true) !== 1) field += 4 + view.getUint16(field + 2, true)
    field += 4
    const sized = (place: number) => {
      const value = view.getUint32(at + place, true)
      if (value !== IN_64 || end64 === null) return value
      field += 8
      return long(field - 8)
    }
    const [size, packed, start] = [sized(24), sized(20), sized(42)]
    total += size
    if (total > MOST_BYTES) throw new TooLarge()
    if (view.getUint32(start, true) !== LOCAL) throw new RangeError('file')
    const content = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true)
    const path = new TextDecoder().decode(bytes.subarray(name, extra))
    // Two readers of such a file may each take another one.
    if (files.has(path) || content + packed > bytes.length) throw new RangeError('file')
    files.set(path, {
      packed: bytes.subarray(content, content + packed),
      isDeflated: view.getUint16(at + 10, true) !== 0,
      size,
      crc: view.getUint32(at + 16, true),
    })
    at = comment + view.getUint16(at + 32, true)
  }
  return files
}

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1
  return crc
})

/**
 * Unpacks a file piece by piece, so that one that is longer than it claims ends there. The checksum is compared because
 * a wrong bit can be another digit.
 */
async function* unpack({ packed, isDeflated, size, crc }: PackedFile): AsyncGenerator<Uint8Array> {
  const stream = new Blob([packed]).stream()
  const unpacking = isDeflated ? stream.pipeThrough(new DecompressionStream('deflate-raw')) : stream
  const reader = unpacking.getReader()
  let [left, sum] = [size, 0xffffffff]
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      left -= value.length
      if (left < 0) break
      for (const byte of value) sum = (CRC[(sum ^ byte) & 255] ?? 0) ^ (sum >>> 8)
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
  // A few programs state no checksum.
  if (left !== 0 || (crc !== 0 && ~sum >>> 0 !== crc)) throw new RangeError('content')
}

export type Attributes = Readonly<Record<string, string | undefined>>

/** Called for each element and text. `path` has the names of the open elements, without prefixes, the innermost last. */
type XmlHandlers = {
  /** `path` does not have the element yet. */
  readonly open: (name: string, attributes: Attributes, path: readonly string[]) => void
  readonly text?: (text: string, path: readonly string[]) => void
  /** `path` does not have the element any more. */
  readonly close?: (name: string, path: readonly string[]) => void
}

/**
 * Reads an XML file of a workbook. One that declares entities is refused: no spreadsheet writes a DOCTYPE.
 * @throws Error if the file is missing, damaged or not well-formed
 */
export async function readXml(files: WorkbookFiles, name: string, on: XmlHandlers): Promise<void> {
  const file = files.get(name)
  if (!file) throw new RangeError(name)
  const parser = new SaxesParser({ position: false, xmlns: false })
  const path: string[] = []
  let attributes = 0
  const text = (found: string) => on.text?.(found, path)
  const refuse = () => {
    throw new RangeError(name)
  }
  parser.on('doctype', refuse)
  parser.on('attribute', () => ++attributes > MOST_ATTRIBUTES && refuse())
  parser.on('opentag', (tag) => {
    if (path.length >= DEEPEST) refuse()
    attributes = 0
    const local = tag.name.slice(tag.name.indexOf(':') + 1)
    on.open(local, tag.attributes, path)
    path.push(local)
  })
  parser.on('text', text)
  parser.on('cdata', text)
  parser.on('closetag', () => {
    const closed = path.pop() ?? ''
    on.close?.(closed, path)
  })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const bytes of unpack(file)) parser.write(decoder.decode(bytes, { stream: true }))
  parser.write(decoder.decode()).close()
}
