import { crc32, deflateRawSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { packed, xlsxFiles } from '#tests/support/rawWorkbooks.ts'
import { readWorkbook } from './readWorkbook.ts'

/** A file of an archive: its content, and the size that the directory claims, which is the true one by default. */
type Entry = { readonly name: string; readonly content: Buffer; readonly claimed?: number }

/** Writes a ZIP file by hand, so that its directory may lie. Source: PKWARE APPNOTE 4.3 */
function zipOf(entries: readonly Entry[]): Uint8Array<ArrayBuffer> {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, claimed = content.length } of entries) {
    const deflated = deflateRawSync(content, { level: 9 })
    const local = Buffer.concat([localHeader(name, deflated.length, claimed), deflated])
    files.push(local)
    directory.push(directoryEntry(name, deflated.length, claimed, at, crc32(content)))
    at += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Uint8Array.from(Buffer.concat([...files, listed, end]))
}

function localHeader(name: string, size: number, claimed: number): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(8, 8)
  header.writeUInt32LE(size, 18)
  header.writeUInt32LE(claimed, 22)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, Buffer.from(name)])
}

function directoryEntry(
  name: string,
  size: number,
  claimed: number,
  at: number,
  crc: number,
  extra = 0,
): Buffer {
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(crc, 16)
  entry.writeUInt32LE(size, 20)
  entry.writeUInt32LE(claimed, 24)
  entry.writeUInt16LE(name.length, 28)
  entry.writeUInt16LE(extra, 30)
  entry.writeUInt32LE(at, 42)
  return Buffer.concat([entry, Buffer.from(name)])
}

const types = { name: '[Content_Types].xml', content: Buffer.from('<Types/>') }
const tooLarge = { kind: 'fault', fault: 'unpacks-too-large' }
const damaged = { kind: 'fault', fault: 'damaged' }

describe('a workbook in a small file', () => {
  test('error: that unpacks to more than 150 MB is refused for its size', async () => {
    const bytes = zipOf([types, { name: 'bomb.xml', content: Buffer.alloc(160_000_000) }])
    expect(bytes.length).toBeLessThan(300_000)
    expect(await readWorkbook(bytes, null)).toEqual(tooLarge)
  })

  test('error: in which a file looks like an entry of the directory does not hide the entries behind it', async () => {
    // An entry with a very long extra field: whoever searches for entries skips the true directory.
    const fake = { name: 'x.txt', content: directoryEntry('', 0, 0, 0, 0, 65_535) }
    const bytes = zipOf([types, { name: 'bomb.xml', content: Buffer.alloc(160_000_000) }, fake])
    expect(await readWorkbook(bytes, null)).toEqual(tooLarge)
  })

  test('error: with more than 2,000 files is refused', async () => {
    const many = Array.from({ length: 2_001 }, (_, at) => ({ name: `${at}`, content: Buffer.alloc(0) }))
    expect(await readWorkbook(zipOf(many), null)).toEqual(tooLarge)
  })

  test('error: that claims less than it unpacks to is damaged, and no more than it claims is unpacked', async () => {
    const names = vi.spyOn(TextDecoder.prototype, 'decode')
    const bytes = zipOf([{ name: '_rels/.rels', content: Buffer.alloc(200_000_000, ' '), claimed: 100_000 }])
    expect(await readWorkbook(bytes, null)).toEqual(damaged)
    const decoded = names.mock.calls.reduce((sum, [piece]) => sum + (piece?.byteLength ?? 0), 0)
    names.mockRestore()
    expect(decoded).toBeLessThanOrEqual(100_000 + '_rels/.rels'.length)
  })

  test.each([
    ['claims more than it has', (at: number) => at + 24],
    ['has another checksum', (at: number) => at + 16],
  ])('error: whose file %s is damaged', async (_, place) => {
    const bytes = packed(xlsxFiles({ sheets: ['<sheetData><row><c><v>1</v></c></row></sheetData>'] }))
    expect(await readWorkbook(bytes, null)).toMatchObject({ kind: 'sheet' })
    const at = place(Buffer.from(bytes).indexOf('PK\x01\x02', 0, 'latin1'))
    bytes[at] = (bytes[at] ?? 0) + 1
    expect(await readWorkbook(bytes, null)).toEqual(damaged)
  })

  test('error: that lists a file twice is damaged, because two readers could take another one each', async () => {
    const files = Object.entries(xlsxFiles({ sheets: ['<sheetData/>'] }))
    const entries = [...files, ...files.slice(-1)].map(([name, text]) => ({
      name,
      content: Buffer.from(text),
    }))
    expect(await readWorkbook(zipOf(entries), null)).toEqual(damaged)
  })
})
