import type { WorkbookFault } from './readWorkbook.ts'

/** Why bytes are not accepted as text. */
export type FileFault =
  | 'empty'
  | 'too-large'
  /** A workbook, which `readWorkbook` reads; or another ZIP file. */
  | 'workbook'
  | 'old-spreadsheet'
  | 'not-utf-8'
  | 'not-utf-16'
  | 'nul-bytes'

/** Why a file is not read, and what to do. */
export const fileFaultText: Readonly<Record<Exclude<FileFault, 'workbook'> | WorkbookFault, string>> = {
  empty: 'The file is empty.',
  'too-large': 'The file is larger than 20 MB. Split it into several files.',
  'unpacks-too-large': 'This workbook is too large to open. Copy the list and paste it here.',
  encrypted: 'This workbook has a password. Remove it, or copy the list and paste it here.',
  damaged: 'We couldn’t open this file as a workbook. Copy the list and paste it here, or save it as CSV.',
  'no-rows': 'There’s nothing in this workbook.',
  'too-many-rows': 'This sheet has more than 100,000 rows. Split it into several files.',
  'old-spreadsheet': 'That’s an old Excel file, not text. Save it as CSV UTF-8, or paste its cells here.',
  'not-utf-8': 'The file isn’t UTF-8 (maybe Windows-1252 or Latin-1). Save it as “CSV UTF-8”.',
  'not-utf-16': 'The file claims to be UTF-16, but isn’t. Save it as “CSV UTF-8”.',
  'nul-bytes': 'The file contains NUL bytes, so it isn’t plain text. Save it as “CSV UTF-8”.',
}

type DecodedBytes =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly fault: FileFault }

/** Bytes. Anything larger is not a list of payments. */
export const MAX_BYTES = 20_000_000

/** First bytes of a ZIP file (.xlsx, .ods, .numbers). */
const ZIP = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
  [0x50, 0x4b, 0x07, 0x08],
]
/** First bytes of a compound file (.xls). */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

/**
 * Decodes a file: UTF-8, or UTF-16 with a byte order mark. Other encodings are reported and never guessed,
 * because names would be wrong and digits might be.
 */
export function decodeBytes(bytes: Uint8Array): DecodedBytes {
  if (bytes.length === 0) return { ok: false, fault: 'empty' }
  if (bytes.length > MAX_BYTES) return { ok: false, fault: 'too-large' }
  if (ZIP.some((signature) => startsWith(bytes, signature))) return { ok: false, fault: 'workbook' }
  if (startsWith(bytes, COMPOUND)) return { ok: false, fault: 'old-spreadsheet' }
  const encoding = startsWith(bytes, [0xff, 0xfe])
    ? 'utf-16le'
    : startsWith(bytes, [0xfe, 0xff])
      ? 'utf-16be'
      : 'utf-8'
  // The order matters: UTF-16 without a byte order mark can also be invalid UTF-8, and its NULs are the
  // better evidence.
  if (encoding === 'utf-8' && bytes.includes(0)) return { ok: false, fault: 'nul-bytes' }
  const text = decoded(bytes, encoding)
  if (text === null) return { ok: false, fault: encoding === 'utf-8' ? 'not-utf-8' : 'not-utf-16' }
  if (text === '') return { ok: false, fault: 'empty' }
  if (text.includes('\0')) return { ok: false, fault: 'nul-bytes' }
  return { ok: true, text }
}

function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte)
}
