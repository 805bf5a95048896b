import { useState } from 'react'
import { Link, useLocation, useRoute } from 'wouter'
import type { Account } from '#account/Account.ts'
import * as Amount from '#chain/money/Amount.ts'
import { PayerFirst } from '#components/account/PayerFirst.tsx'
import { useAccount } from '#components/account/useAccount.ts'
import { usePayer } from '#components/account/usePayer.ts'
import { usePeople } from '#components/payee/usePeople.ts'
import { usePayoutContext, usePayouts } from '#components/payout/usePayouts.ts'
import { useTemplates, useToday } from '#components/payout/useTemplates.ts'
import { totalsOf } from '#domain/draft/paymentDraft.ts'
import { addMonths } from '#domain/shared/calendar.ts'
import { count, plural } from '#domain/shared/format.ts'
import { payPaths, runPath, templatePath, templatesPath } from '#domain/shared/paths.ts'
import { rhythmWords } from '#domain/templates/rhythm.ts'
import { standingOf, withPause, withSkippedDate } from '#domain/templates/standing.ts'
import { MOST_TEMPLATES, type Template } from '#domain/templates/Template.ts'
import { repeatFault, templateOf } from '#domain/templates/templateDraft.ts'
import { dayWords } from '#domain/templates/templateWords.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Surface } from '#ui/content/Card.tsx'
import { Disc, Row, Rows } from '#ui/content/Rows.tsx'
import { Notice } from '#ui/Notice.tsx'
import { BackLink } from '#ui/page/BackLink.tsx'
import { EmptyState } from '#ui/page/EmptyState.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import { TemplateForm } from './TemplateForm.tsx'
import css from './Templates.module.css'

type Said = { readonly words: string; readonly undo?: () => void }

/** The payouts that an account repeats: when each is due, and how to change it. */
export function TemplatesPage() {
  const payer = usePayer(useAccount())
  return payer.account ? (
    <OfAccount account={payer.account} />
  ) : (
    <PayerFirst
      payer={payer}
      title="Templates"
      what="Connect the wallet you pay from to see the payouts that it repeats."
    />
  )
}

function OfAccount({ account }: { account: Account }) {
  const [said, setSaid] = useState<Said | null>(null)
  const [isNew, ofPayout] = useRoute<{ payout: string }>(`${templatesPath}/of/:payout`)
  const [isOne, ofTemplate] = useRoute<{ id: string }>(templatePath(':id'))
  const [, navigate] = useLocation()
  const close = (next: Said | null) => {
    setSaid(next)
    navigate(templatesPath)
  }
  return (
    <>
      <header className={css.head}>
        <BackLink href={payPaths.one}>Pay</BackLink>
        <h1>Templates</h1>
        <p className={css.sub}>
          Payouts that repeat. Nothing is sent by itself: when one is due, you review its list and pay it.
        </p>
      </header>
      {isNew && (
        <NewTemplate key={ofPayout.payout} account={account} payout={ofPayout.payout} onDone={close} />
      )}
      {isOne && <ChangedTemplate key={ofTemplate.id} account={account} id={ofTemplate.id} onDone={close} />}
      <p role="status" className={css.said}>
        {said?.words}{' '}
        {said?.undo && (
          <Button
            ghost
            size="small"
            onClick={() => {
              said.undo?.()
              setSaid(null)
            }}
          >
            Undo
          </Button>
        )}
      </p>
      {!isNew && !isOne && <List account={account} onSaid={setSaid} />}
    </>
  )
}

function NewTemplate({
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
      initial={{ name: '', rhythm: 'month', next: addMonths(today, 1), campaign: payout.tag ?? '' }}
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

function ChangedTemplate({
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
  const [next] = useState(() => template && standingOf(template, payouts, today).next)
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

function List({ account, onSaid }: { account: Account; onSaid: (said: Said | null) => void }) {
  const { payouts } = usePayouts(usePayoutContext(account))
  const { templates, unreadable, replace } = useTemplates(account.address)
  const today = useToday()
  const change = (template: Template, next: Template, words: string) => {
    const fault = replace(template, next)
    onSaid(fault === null ? { words, undo: () => replace(next, template) } : { words: fault })
  }
  return (
    <>
      {unreadable > 0 && (
        <Notice tone="warn" title={`${count(unreadable, 'template')} couldn’t be read.`}>
          <p>They stay in this browser and aren’t shown.</p>
        </Notice>
      )}
      <Surface label="Templates">
        {templates.length === 0 ? (
          <EmptyState
            icon="refresh-cw"
            title="Nothing repeats yet"
            text="Open a payout that you made and choose Repeat this payout."
          >
            <Link className="button" href={payPaths.list}>
              Recent payouts
            </Link>
          </EmptyState>
        ) : (
          <Rows label="Templates">
            {templates.map((template) => {
              const { id, name, rows, rhythm, tag, isPaused } = template
              const { due, next, missed } = standingOf(template, payouts, today)
              return (
                <li key={id} className={css.item}>
                  <Row
                    mark={<Disc icon="refresh-cw" tone={due ? 'sign' : 'none'} />}
                    title={<bdi>{name}</bdi>}
                    sub={
                      <>
                        <span>{count(rows.length, 'payment')}</span>
                        <span>{totalsOf(rows).map(Amount.format).join(' and ')}</span>
                        <span>{rhythmWords[rhythm]}</span>
                        {!isPaused && (
                          <span>
                            {due ? 'since' : 'next'} {dayWords(next)}
                          </span>
                        )}
                        {missed > 0 && <span>{count(missed, 'earlier date')} not paid</span>}
                        {tag && <bdi>#{tag}</bdi>}
                      </>
                    }
                    status={
                      isPaused ? (
                        <StatusBadge tone="none">Paused</StatusBadge>
                      ) : (
                        due && <StatusBadge tone="sign">Due</StatusBadge>
                      )
                    }
                  />
                  <div className={css.acts}>
                    {!isPaused && (
                      <Link
                        className={buttonClass({ size: 'small' })}
                        href={runPath(id)}
                        aria-label={`${due ? 'Open' : 'Pay early'}: ${name}`}
                      >
                        {due ? 'Open' : 'Pay early'}
                      </Link>
                    )}
                    {!isPaused && (
                      <Button
                        ghost
                        size="small"
                        aria-label={`Skip ${dayWords(next)} of ${name}`}
                        onClick={() =>
                          change(
                            template,
                            withSkippedDate(template, next),
                            `${name}: ${dayWords(next)} is skipped.`,
                          )
                        }
                      >
                        Skip
                      </Button>
                    )}
                    <Button
                      ghost
                      size="small"
                      aria-label={`${isPaused ? 'Resume' : 'Pause'} ${name}`}
                      onClick={() =>
                        change(
                          template,
                          withPause(template, !isPaused, today),
                          `${name} ${isPaused ? 'goes on' : 'is paused'}.`,
                        )
                      }
                    >
                      {isPaused ? 'Resume' : 'Pause'}
                    </Button>
                    <Link
                      className={buttonClass({ ghost: true, size: 'small' })}
                      href={templatePath(id)}
                      aria-label={`Edit ${name}`}
                    >
                      Edit
                    </Link>
                  </div>
                </li>
              )
            })}
          </Rows>
        )}
      </Surface>
    </>
  )
}
