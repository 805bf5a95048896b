import { cleanLabel, labelLength } from '#chain/text/label.ts'
import { fromBase64Url, toBase64Url } from './base64url.ts'

/** A label as part of a link: base64url of its UTF-8. */
export function encodeLabel(label: string): string {
  return toBase64Url(new TextEncoder().encode(label))
}

/**
 * The label that a part of a link holds; null for any other text, so that no two texts hold the same label.
 * @param longest in characters, see `labelLength`
 */
export function decodeLabel(text: string, longest: number): string | null {
  const bytes = fromBase64Url(text)
  const label = bytes && readUtf8(bytes)
  if (!label || cleanLabel(label) !== label || labelLength(label) > longest) return null
  return label
}

function readUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
