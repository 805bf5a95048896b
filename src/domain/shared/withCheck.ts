/**
 * CRC-32 (IEEE 802.3) of an ASCII text. Two texts that differ within a run of at most 32 bits, such as one
 * character or two swapped neighbours, always have different checksums. It detects mistakes, not forgery.
 */
function crc32(text: string): number {
  let crc = 0xffffffff
  for (let index = 0; index < text.length; index++) {
    crc ^= text.charCodeAt(index)
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}

/** A text with its checksum at the end, in 8 hex digits. */
export function withCheck(text: string, separator: '~' | '/'): string {
  return `${text}${separator}${crc32(text).toString(16).padStart(8, '0')}`
}
