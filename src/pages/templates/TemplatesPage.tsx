import { useState } from 'react'
import { useLocation, useRoute } from 'wouter'
import type { Account } from '#account/Account.ts'
import { PayerFirst } from '#components/account/PayerFirst.tsx'
import { useAccount } from '#components/account/useAccount.ts'
import { usePayer } from '#components/account/usePayer.ts'
import { payPaths, templatePath, templatesPath } from '#domain/shared/paths.ts'
import { Button } from '#ui/Button.tsx'
import { BackLink } from '#ui/page/BackLink.tsx'
import { ChangedTemplate, NewTemplate } from './TemplateEditors.tsx'
import { type Said, TemplateList } from './TemplateList.tsx'
import css from './Templates.module.css'

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
        <p className="text-fine">
          Payouts that repeat. Nothing is sent by itself: when one is due, you review its list and pay it.
        </p>
      </header>
      {isNew && (
        <NewTemplate key={ofPayout.payout} account={account} payout={ofPayout.payout} onDone={close} />
      )}
      {isOne && <ChangedTemplate key={ofTemplate.id} account={account} id={ofTemplate.id} onDone={close} />}
      <p role="status" className="text-said">
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
      {!isNew && !isOne && <TemplateList account={account} onSaid={setSaid} />}
    </>
  )
}
