import * as v from 'valibot'
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

type ReadTag =
  | { readonly ok: true; readonly tag: string | null }
  | { readonly ok: false; readonly fault: string }

/** Reads the campaign that a person typed, with its spelling; null for none. A `#` in front belongs to no tag. */
export function readTag(typed: string): ReadTag {
  const tags = campaignsIn(typed.trim().replace(/^#+/, ''))
  const [tag = null, other] = tags
  if (other !== undefined) return { ok: false, fault: 'One campaign only, without a comma.' }
  if (tag !== null && labelLength(toTag(tag)) > LONGEST_TAG)
    return { ok: false, fault: `Use at most ${LONGEST_TAG} characters.` }
  return { ok: true, tag }
}

/** Campaigns from a text as their person spells them: separated by commas, each once in any case. */
function campaignsIn(text: string): readonly string[] {
  const named = new Map(text.split(',').map((one) => [toTag(one), cleanLabel(one)]))
  return [...named.values()].filter(Boolean)
}

/** True for one campaign as its person spells it. Two are the same if their tags are. */
function isCampaign(text: string): boolean {
  return cleanLabel(text) === text && isTag(toTag(text))
}

/** The fields of a stored campaign: its tag, and its spelling if that differs. Older documents have the tag alone. */
export const campaignFields = {
  tag: v.optional(v.nullable(v.pipe(v.string(), v.check(isTag)))),
  spelled: v.optional(v.pipe(v.string(), v.check(isCampaign))),
}

/** A campaign as it is stored. Pages of older releases read the tag. */
export function formatCampaign(campaign: string) {
  const tag = toTag(campaign)
  return { tag, ...(tag !== campaign && { spelled: campaign }) }
}

/** The spelling of a stored campaign; null for none. */
export function parseCampaign(stored: {
  readonly tag?: string | null | undefined
  readonly spelled?: string | undefined
}): string | null {
  const { tag = null, spelled } = stored
  return spelled !== undefined && toTag(spelled) === tag ? spelled : tag
}
