import * as v from 'valibot'
import type { Address } from '#chain/money/Address.ts'
import { draftText, keepDraft, parseDraftDocument, readDraft } from '#domain/draft/keptDraft.ts'
import type { PayoutDraft } from '#domain/draft/payoutDraft.ts'
import { when } from '#domain/shared/format.ts'
import { accountsWith } from '#storage/browserStorage.ts'
import { type Kind, parseAddress } from './Kind.ts'

/** The draft of an account, and when it was stored (ms). */
type OwnDraft = { readonly account: Address; readonly draft: PayoutDraft; readonly at: number }

/** Lists that are still being edited, one per account. */
export const drafts: Kind<OwnDraft> = {
  read(storage) {
    const found = accountsWith(storage, 'draft').map((account) => ({
      account,
      kept: readDraft(storage, account),
    }))
    return {
      items: found.flatMap(({ account, kept }) =>
        kept === null || kept === 'unreadable' ? [] : [{ account, ...kept }],
      ),
      unreadable: found.filter(({ kept }) => kept === 'unreadable').length,
    }
  },
  parse(raw) {
    const found = v.safeParse(v.object({ account: v.string(), draft: v.unknown() }), raw)
    const account = found.success ? parseAddress(found.output.account) : null
    const kept = found.success ? parseDraftDocument(found.output.draft) : null
    return account && kept && { account, at: kept.at, draft: withoutAnswers(kept.draft) }
  },
  format: ({ account, draft, at }) => ({ account, draft: JSON.parse(draftText(draft, at)) }),
  idOf: ({ account }) => account,
  join(mine, theirs) {
    const textOf = ({ draft }: OwnDraft) => draftText(withoutAnswers(draft), 0)
    return textOf(mine) === textOf(theirs) ? mine : null
  },
  max: Number.POSITIVE_INFINITY,
  write(storage, items) {
    return items.filter(({ account, draft, at }) => !keepDraft(storage, account, draft, at)).length
  },
  label: ({ account, at }) => `${when(at)} · ${account}`,
  fields: ({ draft }) => [['text', [draft.text]]],
}

/** A list without the answers that this browser has to find itself: confirmed doubts, and the addresses of names. */
function withoutAnswers(draft: PayoutDraft): PayoutDraft {
  return { ...draft, ticks: new Set(), names: [] }
}
