import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Account } from '#account/Account.ts'
import { activityKey } from '#account/activityQueries.ts'
import { errorText } from '#account/errorText.ts'
import { ReadError } from '#account/ReadError.tsx'
import type { Submission } from '#account/Submission.ts'
import * as Call from '#chain/Call.ts'
import { explorerAddress } from '#chain/explorer.ts'
import { findPortalError } from '#chain/PortalError.ts'
import { WholeAddress } from '#ui/AddressText.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ErrorNotice } from '#ui/ErrorNotice.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { fundsQuery, fundsText } from './fundsQuery.ts'
import { PaymentFacts } from './PaymentFacts.tsx'
import css from './PayPage.module.css'
import { type Payment, totalsOf } from './payment.ts'

/** The payment, whole, with what was checked on the chain; the one button that asks the wallet or the Safe. */
export function Review(props: {
  account: Account
  payments: readonly Payment[]
  blocked: boolean
  onBack: () => void
  /** The person does not want to wait for the wallet or the Safe any longer; an answer that comes is still followed. */
  onStopWaiting: () => void
  onSubmitted: (submission: Submission) => void
}) {
  const { account, payments } = props
  const client = useQueryClient()
  const totals = totalsOf(payments)
  const funds = useQuery(fundsQuery(account, totals, payments.length))
  const submit = useMutation({
    mutationFn: () => account.submit(payments.map(({ payee, amount }) => Call.transfer(payee, amount))),
    onSuccess: props.onSubmitted,
    onSettled: () => client.invalidateQueries({ queryKey: activityKey(account) }),
  })
  const fault = funds.data && fundsText(funds.data.fault, funds.data.token)
  // A Safe may propose what it cannot pay yet; a wallet would only lose the fee.
  const forbidden = fault ? fault.forbids || account.kind === 'eoa' : false
  const verb = account.kind === 'safe' ? 'Propose' : 'Pay'
  const unknownResult = findPortalError(submit.error)?.kind === 'unknown-result'
  const ready = funds.data !== undefined && !funds.error && !forbidden && !props.blocked && !unknownResult
  return (
    <Card title="Review" arriving>
      <PaymentFacts payments={payments} />
      <dl className={css.facts}>
        <div>
          <dt>{account.kind === 'safe' ? 'From your Safe' : 'From your wallet'}</dt>
          <dd>
            <WholeAddress address={account.address} explorer={explorerAddress(account.address)} />
          </dd>
        </div>
      </dl>
      <ReadError read={funds} />
      {funds.isPending && <Skeleton lines={1} label="Checking balance and token on the chain" />}
      {fault && (
        <Notice tone={forbidden ? 'bad' : 'warn'} title={fault.text}>
          <p>
            {forbidden
              ? 'Nothing was sent.'
              : 'It can be proposed, but not executed before the Safe holds enough.'}
          </p>
        </Notice>
      )}
      {funds.data === null && (
        <p role="status">
          Checked on the chain: the token, its decimals and the balance. Compare the address yourself.
        </p>
      )}
      {submit.error && <SubmitError error={submit.error} />}
      {submit.isPending && (
        <Notice
          tone="info"
          title={account.kind === 'safe' ? 'Waiting for you in your Safe…' : 'Confirm it in your wallet…'}
        >
          <p>Compare the address and the amount there with the ones above.</p>
        </Notice>
      )}
      <p className={css.actions}>
        <Button primary disabled={!ready || submit.isPending} onClick={() => submit.mutate()}>
          {verb}
        </Button>
        {submit.isPending ? (
          <Button onClick={props.onStopWaiting}>Stop waiting</Button>
        ) : (
          <Button onClick={props.onBack}>Back</Button>
        )}
      </p>
    </Card>
  )
}

/** A rejection is an outcome and looks like one; everything else is an error. */
function SubmitError({ error }: { error: Error }) {
  const text = errorText(error)
  if (findPortalError(error)?.kind !== 'rejected') return <ErrorNotice {...text} />
  return (
    <Notice tone="info" title={text.what}>
      <p>
        {text.money} {text.todo}
      </p>
    </Notice>
  )
}
