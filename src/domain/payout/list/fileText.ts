import { decodeBytes, MAX_BYTES } from '../import/decodeBytes.ts'
import { fileFaultText } from '../import/rowFaultText.ts'

/** The text of a file, or a sentence that says why it is not read and what to do. */
export async function fileText(
  file: Blob,
): Promise<{ readonly ok: true; readonly text: string } | { readonly ok: false; readonly fault: string }> {
  if (file.size > MAX_BYTES) return { ok: false, fault: fileFaultText('too-large') }
  let bytes: ArrayBuffer
  try {
    bytes = await file.arrayBuffer()
  } catch {
    return {
      ok: false,
      fault: 'The file could not be read. It may have been moved or changed: choose it again.',
    }
  }
  const decoded = decodeBytes(new Uint8Array(bytes))
  return decoded.ok ? decoded : { ok: false, fault: fileFaultText(decoded.fault) }
}
