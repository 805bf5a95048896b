import { labelLength } from '#chain/text/label.ts'
import { LONGEST_TAG, tagsOf } from '#domain/shared/tags.ts'

type ReadTag =
  | { readonly ok: true; readonly tag: string | null }
  | { readonly ok: false; readonly fault: string }

/** Reads the campaign that a person typed; null for none. A `#` in front belongs to no tag. */
export function readTag(typed: string): ReadTag {
  const tags = tagsOf(typed.trim().replace(/^#+/, ''))
  const [tag = null, other] = tags
  if (other !== undefined) return { ok: false, fault: 'One campaign only, without a comma.' }
  if (tag !== null && labelLength(tag) > LONGEST_TAG)
    return { ok: false, fault: `Use at most ${LONGEST_TAG} characters.` }
  return { ok: true, tag }
}
