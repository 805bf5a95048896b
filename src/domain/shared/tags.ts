import { cleanLabel, labelLength } from '#chain/text/label.ts'

/** In characters, see `labelLength`. */
export const LONGEST_TAG = 30

/** A tag in the one form that is stored and compared: a clean label in lower case. Idempotent. */
export function toTag(text: string): string {
  return cleanLabel(cleanLabel(text).toLowerCase())
}

/** Tags from a text: separated by commas, each once. */
export function tagsOf(text: string): readonly string[] {
  return [...new Set(text.split(',').map(toTag))].filter(Boolean)
}

/** True for the stored form of exactly one tag. */
export function isTag(text: string): boolean {
  return (
    tagsOf(text).join() === text && !text.includes(',') && text !== '' && labelLength(text) <= LONGEST_TAG
  )
}
