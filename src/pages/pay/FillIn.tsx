import * as v from 'valibot'
import { Link } from 'wouter'
import { usePortal } from '#account/connection.ts'
import * as Token from '#chain/money/Token.ts'
import { withText } from '#domain/draft/paymentDraft.ts'
import { payPaths } from '#domain/shared/paths.ts'
import { ListDrop } from '#pages/pay/list/ListDrop.tsx'
import { RowsSource } from '#pages/pay/list/RowsSource.tsx'
import { PaymentForm } from '#pages/pay/one/PaymentForm.tsx'
import { RecentRecipients } from '#pages/pay/one/RecentRecipients.tsx'
import { RequestRows } from '#pages/pay/requests/RequestRows.tsx'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'
import { browserKey } from '#storage/keys.ts'
import { persisted } from '#storage/persisted.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { FromCard } from './FromCard.tsx'
import type { PayFlow } from './usePayFlow.ts'

const PayoutList = lazyComponent(async () => (await import('#pages/pay/list/PayoutList.tsx')).PayoutList)

/** One payment, or the text of a list, with the payer beside it. */
export function FillIn({ flow }: { flow: PayFlow }) {
  const { account, payer, state, dispatch, list, step, startReview } = flow
  const { storage } = usePortal().page
  const to = (payee: string) => withText(state.draft, 'payee', payee)
  return (
    <div className="layout-aside">
      <div>
        {step === 'one' && (
          <ListDrop
            label="Upload file"
            isSmall
            onStart={flow.openList}
            onText={(text) => flow.enter(text) || dispatch({ type: 'draft-changed', draft: to(text) })}
          >
            {(button, fault) => (
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
                  onEnter={flow.enter}
                  ways={
                    <>
                      {button}
                      <Link className={buttonClass({ size: 'small' })} href={payPaths.list}>
                        Enter a list
                      </Link>
                      {fault && <p role="alert">{fault}</p>}
                    </>
                  }
                />
              </Card>
            )}
          </ListDrop>
        )}
        {step === 'list' && <RowsSource onStart={list.open} />}
      </div>
      <div>
        <FromCard account={account} payer={payer} draft={step === 'one' ? state.draft : null} />
        {step === 'one' && (
          <RecentRecipients
            account={account}
            onPick={(payee) => dispatch({ type: 'draft-changed', draft: to(payee) })}
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
      last={state.collected}
      onAdd={(text) => dispatch({ type: 'links-pasted', text })}
      aside={
        <>
          <FromCard account={account} payer={payer} draft={null} />
          <PayoutList account={account} />
        </>
      }
    />
  )
}

/** The key (`Token.key`) of a token that this portal knows. */
const known = v.picklist(Token.pinned.map(Token.key))

const stored = (storage: KeyValueStore) => persisted(storage, browserKey('token.56'), known)

/** The token that was chosen last in this browser; USDT before the first choice. */
export function readLastToken(storage: KeyValueStore): Token.Token {
  return Token.byKey(stored(storage).read() ?? '') ?? Token.USDT
}

function keepLastToken(storage: KeyValueStore, token: Token.Token): void {
  stored(storage).write(Token.key(token))
}
