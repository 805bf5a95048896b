import { usePortal } from '#account/connection.ts'
import { withText } from '#domain/draft/paymentDraft.ts'
import { RowsSource } from '#pages/pay/list/RowsSource.tsx'
import { PaymentForm } from '#pages/pay/one/PaymentForm.tsx'
import { RecentRecipients } from '#pages/pay/one/RecentRecipients.tsx'
import { CollectRequests } from '#pages/pay/requests/CollectRequests.tsx'
import { RequestRows } from '#pages/pay/requests/RequestRows.tsx'
import { withRows } from '#pages/pay/requests/requestRows.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { Notice } from '#ui/Notice.tsx'
import { FromCard } from './FromCard.tsx'
import { keepLastToken } from './lastToken.ts'
import type { PayFlow } from './usePayFlow.ts'

const PayoutList = lazyComponent(async () => (await import('#pages/pay/list/PayoutList.tsx')).PayoutList)

/** One payment, or the text of a list, with the payer beside it. */
export function FillIn({ flow }: { flow: PayFlow }) {
  const { account, payer, state, dispatch, list, step, startReview } = flow
  const { storage } = usePortal().page
  return (
    <div className="layout-aside">
      <div>
        {step === 'one' && (
          <Card title="Payment">
            <PaymentForm
              account={account}
              draft={state.draft}
              onChange={(draft) => {
                if (draft.token !== state.draft.token) keepLastToken(storage, draft.token)
                dispatch({ type: 'draft-changed', draft })
              }}
              onName={(found) => dispatch({ type: 'name-looked-up', found })}
              onReview={(payment) => startReview('one', [payment])}
            />
          </Card>
        )}
        {step === 'list' && (
          <RowsSource onStart={list.open}>
            {list.isAside && (
              <Notice
                tone="info"
                title="You have a saved draft. A new list would replace it."
                actions={<Button onClick={() => list.open({ kind: 'kept' })}>Continue the draft</Button>}
              />
            )}
          </RowsSource>
        )}
      </div>
      <div>
        <FromCard account={account} payer={payer} draft={step === 'one' ? state.draft : null} />
        {step === 'one' && (
          <RecentRecipients
            account={account}
            onPick={(payee) =>
              dispatch({ type: 'draft-changed', draft: withText(state.draft, 'payee', payee) })
            }
          />
        )}
        <PayoutList account={account} />
      </div>
    </div>
  )
}

/** The requests to be paid together, with the payer beside them. */
export function FillInRequests({ flow }: { flow: PayFlow }) {
  const { account, payer, state, dispatch, isDirect, startReview } = flow
  return (
    <RequestRows
      key={`${account.address}/${state.link}`}
      account={account}
      rows={state.requests}
      onChange={(requests) => {
        dispatch({ type: 'requests-changed', requests })
        if (requests.length === 0) flow.leaveLink()
      }}
      isDirect={isDirect}
      // Going back then leads to the request's own page.
      onReview={(payments) => startReview('requests', payments, { replace: isDirect })}
      form={
        <CollectRequests
          onAdd={(added) => {
            const { rows, repeated } = withRows(state.requests, added)
            dispatch({ type: 'requests-changed', requests: rows })
            return repeated
          }}
        />
      }
      aside={
        <>
          <FromCard account={account} payer={payer} draft={null} />
          <PayoutList account={account} />
        </>
      }
    />
  )
}
