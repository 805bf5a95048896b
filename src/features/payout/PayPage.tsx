import { useState } from 'react'
import type { Account } from '#account/Account.ts'
import { ConnectFirst } from '#account/ConnectFirst.tsx'
import { useConnection } from '#account/connection.ts'
import type { Submission } from '#account/Submission.ts'
import { Card } from '#ui/Card.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PaymentForm } from './PaymentForm.tsx'
import { PaymentProgress } from './PaymentProgress.tsx'
import css from './PayPage.module.css'
import type { Payment, PaymentDraft } from './payment.ts'
import { Review } from './Review.tsx'

type Step =
  | { readonly kind: 'edit'; readonly stoppedWaiting?: true }
  | { readonly kind: 'review'; readonly payment: Payment; readonly payer: Account }
  | {
      readonly kind: 'progress'
      readonly submission: Submission
      readonly payment: Payment
      readonly payer: Account
    }

const emptyDraft: PaymentDraft = { token: 'bnb', payee: '', amount: '' }

/** Pays one person: fill in, review, follow until it is final. */
export function PayPage() {
  const connection = useConnection()
  const [draft, setDraft] = useState(emptyDraft)
  const [step, setStep] = useState<Step>({ kind: 'edit' })
  if (connection.status !== 'connected') {
    return (
      <div className={css.page}>
        <h1>Pay</h1>
        <ConnectFirst what="Connect the account that pays. Nothing is sent before you have reviewed it." />
      </div>
    )
  }
  const { account, unsupported } = connection
  // What was reviewed for one account is never sent from another.
  const stale = step.kind === 'review' && step.payer.address !== account.address
  return (
    <div className={css.page}>
      <h1>Pay</h1>
      {unsupported && (
        <Notice tone="warn" title="Wrong network detected, switch or disconnect to continue.">
          <p>The portal pays on BNB Smart Chain only.</p>
        </Notice>
      )}
      {stale && (
        <Notice tone="warn" title="The account has changed.">
          <p>Nothing was sent. Review the payment again for the account that is connected now.</p>
        </Notice>
      )}
      {step.kind === 'edit' && step.stoppedWaiting && (
        <Notice tone="warn" title="You stopped waiting, but the request may still be open.">
          <p>
            The payment may or may not be made. Close the request in your{' '}
            {account.kind === 'safe' ? 'Safe' : 'wallet'} and look in Activity before you pay again.
          </p>
        </Notice>
      )}
      {step.kind === 'progress' ? (
        <PaymentProgress
          account={step.payer}
          submission={step.submission}
          payment={step.payment}
          onNext={() => {
            setDraft(emptyDraft)
            setStep({ kind: 'edit' })
          }}
        />
      ) : step.kind === 'review' && !stale ? (
        <Review
          account={account}
          payment={step.payment}
          blocked={unsupported}
          onBack={() => setStep({ kind: 'edit' })}
          onStopWaiting={() => setStep({ kind: 'edit', stoppedWaiting: true })}
          onSubmitted={(submission) => setStep({ ...step, kind: 'progress', submission })}
        />
      ) : (
        <Card title="Payment">
          <PaymentForm
            account={account}
            draft={draft}
            onChange={setDraft}
            onReview={(payment) => setStep({ kind: 'review', payment, payer: account })}
          />
        </Card>
      )}
    </div>
  )
}
