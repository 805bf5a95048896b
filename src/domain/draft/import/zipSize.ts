/** Bytes that the files of a workbook may unpack to; a list of 100,000 rows takes a third of it. */
const MOST_BYTES = 150_000_000
/** Files in a workbook. */
const MOST_FILES = 2_000

const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_ENTRY = 0x04034b50
const DEFLATED = 8

/**
 * True if a ZIP file unpacks to no more than a workbook may. Every file in it is unpacked and counted, because the sizes
 * that a ZIP file states are claims. Source: PKWARE APPNOTE 4.3
 */
export async function isSmallZip(bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let [left, files] = [MOST_BYTES, 0]
  for (let at = 0; at + 46 <= bytes.length; at++) {
    if (view.getUint32(at, true) !== DIRECTORY_ENTRY) continue
    if (++files > MOST_FILES) return false
    const unpacked = await unpackedSize(bytes, view, at, left)
    if (unpacked === null) return false
    left -= unpacked
    const names =
      view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    at += 45 + names
  }
  return files > 0
}

/** Bytes of one file; null if it is larger than `left`, or damaged. */
async function unpackedSize(
  bytes: Uint8Array<ArrayBuffer>,
  view: DataView,
  entry: number,
  left: number,
): Promise<number | null> {
  const packed = view.getUint32(entry + 20, true)
  const start = view.getUint32(entry + 42, true)
  if (start + 30 > bytes.length || view.getUint32(start, true) !== LOCAL_ENTRY) return null
  const content = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true)
  if (content + packed > bytes.length) return null
  if (view.getUint16(entry + 10, true) !== DEFLATED) return packed <= left ? packed : null
  const unpacking = new Blob([bytes.subarray(content, content + packed)])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'))
    .getReader()
  let size = 0
  try {
    for (;;) {
      const { done, value } = await unpacking.read()
      if (done) return size
      size += value.length
      if (size > left) {
        await unpacking.cancel()
        return null
      }
    }
  } catch {
    return null
  }
}
