/**
 * CRC-32 (IEEE 802.3) of an ASCII text. Two texts that differ within a run of at most 32 bits, such as one
 * character or two swapped neighbours, always have different checksums. It detects mistakes, not forgery.
 */
export function crc32(text: string): number {
  let crc = 0xffffffff
  for (let index = 0; index < text.length; index++) {
    crc ^= text.charCodeAt(index)
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}
