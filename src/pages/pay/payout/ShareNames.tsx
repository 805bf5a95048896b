import { useState } from 'react'
import { transfersOf } from '#chain/money/Call.ts'
import { cleanLabel } from '#chain/text/label.ts'
import { usePeople } from '#components/payee/usePeople.ts'
import { submissionOf } from '#domain/ledger/Attempt.ts'
import { attemptOf, batchCalls, type Payout } from '#domain/payout/Payout.ts'
import { encodeSharedNames, LONGEST_BY } from '#domain/payout/sharedNames.ts'
import { plural } from '#domain/shared/format.ts'
import { proposalUrl } from '#domain/shared/paths.ts'
import { TextField } from '#ui/form/TextField.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import { CopyButton } from '#ui/page/CopyButton.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'

/** Links to the proposals of a payout that carry its names, for the other owners. Hidden without names. */
export function ShareNames({ payout }: { payout: Payout }) {
  const [by, setBy] = useState('')
  const { nameOf } = usePeople()
  const listed = new Map(payout.rows.flatMap(({ payee, name }) => (name ? [[payee, name]] : [])))
  const links = payout.batches.flatMap((batch, index) => {
    const attempt = attemptOf(payout, index)
    const submission = attempt && submissionOf(attempt)
    if (submission?.kind !== 'proposed') return []
    const { safe, safeTxHash } = submission
    const payments = { account: safe, transfers: transfersOf(batchCalls(payout, batch)) }
    const names = encodeSharedNames(
      payments,
      cleanLabel(by),
      (payee) => nameOf(payee) ?? listed.get(payee) ?? null,
    )
    return names ? [{ index, url: proposalUrl(safe, safeTxHash, names) }] : []
  })
  if (links.length === 0) return null
  return (
    <Disclosure summary="Share your names with co-signers">
      <p className="text-small">
        The names travel in the link only. Co-signers see them as yours, beside the addresses. Nothing is
        saved.
      </p>
      <TextField
        label="Your name (optional)"
        hint="Shown as whose names these are."
        value={by}
        maxLength={LONGEST_BY}
        onText={setBy}
      />
      <Actions>
        {links.map(({ index, url }) => {
          const words = plural(links.length, 'Copy link with names', `Copy link of batch ${index + 1}`)
          return <CopyButton key={index} text={url} label={words} words={words} />
        })}
      </Actions>
    </Disclosure>
  )
}
