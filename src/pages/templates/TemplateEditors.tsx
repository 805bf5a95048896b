import { useState } from 'react'
import type { Account } from '#account/Account.ts'
import { usePeople } from '#components/payee/usePeople.ts'
import { usePayoutContext, usePayouts } from '#components/payout/usePayouts.ts'
import { useTemplates, useToday } from '#components/payout/useTemplates.ts'
import { addMonths } from '#domain/shared/calendar.ts'
import { plural } from '#domain/shared/format.ts'
import { MOST_TEMPLATES } from '#domain/templates/Template.ts'
import { repeatFault, templateOf } from '#domain/templates/templateDraft.ts'
import { scheduleOf } from '#domain/templates/templateSchedule.ts'
import { dayWords } from '#domain/templates/templateWords.ts'
import { Notice } from '#ui/Notice.tsx'
import { TemplateForm } from './TemplateForm.tsx'
import type { Said } from './TemplateList.tsx'

/** Makes a template of a payout. */
export function NewTemplate({
  account,
  payout: id,
  onDone,
}: {
  account: Account
  payout: string
  onDone: (said: Said | null) => void
}) {
  const { payouts } = usePayoutContext(account)
  const { all, keep } = useTemplates(account.address)
  const { nameOf } = usePeople()
  const today = useToday()
  const payout = payouts.read(id)
  const fault = !payout
    ? 'This payout isn’t saved in this browser.'
    : all.length >= MOST_TEMPLATES
      ? `This browser keeps at most ${MOST_TEMPLATES} templates. Remove one first.`
      : repeatFault(payout)
  if (!payout || fault !== null) return <Notice tone="warn" title={fault ?? ''} />
  return (
    <TemplateForm
      account={account}
      title={`Repeat ${plural(payout.rows.length, 'this payment', `these ${payout.rows.length} payments`)}`}
      initial={{
        name: payout.title ?? '',
        rhythm: 'month',
        next: addMonths(today, 1),
        campaign: payout.tag ?? '',
      }}
      today={today}
      planned={null}
      onSave={(fields) => {
        const fault = keep([templateOf(payout, fields, nameOf, Date.now())])
        onDone({ words: fault ?? `${fields.name} is saved. It’s due on ${dayWords(fields.anchor)}.` })
      }}
      onCancel={() => onDone(null)}
    />
  )
}

/** Changes or removes a template. */
export function ChangedTemplate({
  account,
  id,
  onDone,
}: {
  account: Account
  id: string
  onDone: (said: Said | null) => void
}) {
  const { payouts } = usePayouts(usePayoutContext(account))
  const { templates, keep, replace, forget } = useTemplates(account.address)
  const today = useToday()
  // The template as it was opened: changes by another tab since then are not overwritten.
  const [template] = useState(() => templates.find((one) => one.id === id))
  const [next] = useState(() => template && scheduleOf(template, payouts, today).next)
  if (!template || next === undefined)
    return <Notice tone="warn" title="This template isn’t saved in this browser for this address." />
  const { name, rhythm, tag } = template
  return (
    <TemplateForm
      account={account}
      title={`Edit ${name}`}
      initial={{ name, rhythm, next, campaign: tag ?? '' }}
      today={today}
      planned={next}
      onSave={(fields) => {
        // An unchanged date keeps the day of the month that a shorter month may have cut.
        const isSame = fields.anchor === next && fields.rhythm === rhythm
        const anchor = isSame ? template.anchor : fields.anchor
        const fault = replace(template, { ...template, ...fields, anchor, isRestored: false })
        onDone({ words: fault ?? `${fields.name} is saved.` })
      }}
      onRemove={() => {
        forget(template)
        onDone({ words: `${name} is removed.`, undo: () => keep([template]) })
      }}
      onCancel={() => onDone(null)}
    />
  )
}
