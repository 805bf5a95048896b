import * as v from 'valibot'
import * as Amount from '#chain/money/Amount.ts'
import { isAddressLike } from '#chain/names/addressLike.ts'
import { cleanLabel, labelLength } from '#chain/text/label.ts'
import { campaignFields, formatCampaign, parseCampaign } from '#domain/shared/tags.ts'
import { type Payout, payoutName } from './Payout.ts'

/** In characters, see `labelLength`. */
export const LONGEST_TITLE = 80

type ReadTitle =
  | { readonly ok: true; readonly title: string | null }
  | { readonly ok: false; readonly fault: string }

/** Reads the title that a person typed for a payout; null for none. */
export function readPayoutTitle(typed: string): ReadTitle {
  const title = cleanLabel(typed)
  if (labelLength(title) > LONGEST_TITLE)
    return { ok: false, fault: `Use at most ${LONGEST_TITLE} characters.` }
  if (isAddressLike(title))
    return { ok: false, fault: 'This looks like an address. Enter a title that no one can take for one.' }
  return { ok: true, title: title || null }
}

const storedTitle = v.pipe(
  v.string(),
  v.check((text) => {
    const read = readPayoutTitle(text)
    return read.ok && read.title === text
  }),
)

/** The fields of a stored list for its campaign and its title, as untrusted input. Older documents have no title. */
export const labelFields = { ...campaignFields, title: v.optional(storedTitle) }

/** The campaign and the title of a list as they are stored. */
export function formatLabels(of: { readonly tag?: string | null; readonly title?: string | null }) {
  return { ...(of.tag && formatCampaign(of.tag)), ...(of.title && { title: of.title }) }
}

/** The stored campaign and title of a list, as far as it has them. */
export function parseLabels(
  stored: Parameters<typeof parseCampaign>[0] & { readonly title?: string | undefined },
): { readonly tag?: string; readonly title?: string } {
  const tag = parseCampaign(stored)
  return { ...(tag && { tag }), ...(stored.title && { title: stored.title }) }
}

/** A payout as lists call it: by its name, or else by its totals, `500 USDT and 1 BNB`. */
export function payoutNameOrTotals(payout: Pick<Payout, 'title' | 'tag' | 'rows'>): string {
  return payoutName(payout) ?? Amount.totalsOf(payout.rows).map(Amount.format).join(' and ')
}
