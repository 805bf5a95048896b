/**
 * CRC-32 (IEEE 802.3) of an ASCII text. Any two texts that differ in one run of at most 32 bits, such as one character
 * or two neighbours that changed places, have different ones. It finds mistakes, not forgery.
 */
export function crc32(text: string): number {
  let crc = 0xffffffff
  for (let index = 0; index < text.length; index++) {
    crc ^= text.charCodeAt(index)
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}
