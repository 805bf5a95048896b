import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { explorerAddress, explorerTx } from '#chain/explorer.ts'
import * as Amount from '#chain/money/Amount.ts'
import { BNB } from '#chain/money/Token.ts'
import type { ReceiptLink } from '#domain/receipt/receiptLink.ts'
import type { ReceiptState } from '#domain/receipt/receiptState.ts'
import { placeName, type ReceiptWords, utcText } from '#domain/receipt/receiptWords.ts'
import { unverifiedToken } from '#domain/request/PaymentRequest.ts'
import { paymentPath } from '#domain/shared/paths.ts'
import type { PaidTransfer } from '#safe/proposal/paidTransfers.ts'
import { WholeAddress } from '#ui/AddressText.tsx'
import { Facts } from '#ui/layout/Facts.tsx'
import prose from '#ui/layout/prose.module.css'
import css from './Receipt.module.css'

/** Payer, payee, amount, time, and status on the chain. */
export function ReceiptFacts(props: {
  link: ReceiptLink
  state: ReceiptState
  words: ReceiptWords
  /** ms since the epoch. */
  readAt: number
}) {
  const { link, state, words, readAt } = props
  const { hash, name, note } = link
  const place = 'place' in state ? state.place : null
  const token = state.kind === 'moved' ? state.transfer.token : null
  const verified = state.kind === 'moved' && state.token !== null
  return (
    <>
      {state.kind === 'moved' && (
        <p className={state.token ? css.amount : css.unverified}>{amountText(state)}</p>
      )}
      <p role="status">{words.long}</p>
      <Facts>
        {state.kind === 'moved' && <Parties transfer={state.transfer} />}
        {place && (
          <Fact name="When">{place.at === null ? 'The time could not be read' : utcText(place.at)}</Fact>
        )}
        {note !== '' && (
          <Fact name="Your note">
            <q>
              <bdi>{note}</bdi>
            </q>
            <span className={prose.small}> The link carries it, the chain knows nothing of it.</span>
          </Fact>
        )}
        {place && <Fact name="Block on BNB Smart Chain">{place.blockNumber.toString()}</Fact>}
        <Fact name="Transaction">
          <span className={prose.mono}>{hash}</span>
        </Fact>
        {state.kind === 'moved' && <Fact name="Place">{placeName(name)}</Fact>}
        {token && (
          <Fact name={verified ? 'Contract of the token' : 'Unverified token, known by its contract alone'}>
            <WholeAddress address={token} explorer={explorerAddress(token)} />
          </Fact>
        )}
        <Fact name="Read from the chain">{utcText(readAt)}</Fact>
      </Facts>
      <p className={css.links}>
        <Link href={paymentPath(hash)}>All of this transaction</Link>
        <a href={explorerTx(hash)} target="_blank" rel="noopener noreferrer">
          Transaction on the explorer
        </a>
      </p>
    </>
  )
}

function Parties({ transfer: { from, to } }: { transfer: PaidTransfer }) {
  return (
    <>
      <Fact name="From">
        <WholeAddress address={from} explorer={explorerAddress(from)} />
      </Fact>
      <Fact name="To">
        <WholeAddress address={to} explorer={explorerAddress(to)} />
      </Fact>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The decimals of an unpinned token are only a claim, so base units are shown. */
function amountText({ transfer, token }: Extract<ReceiptState, { kind: 'moved' }>): string {
  const { token: contract, value } = transfer
  return Amount.format({ token: token ?? (contract ? unverifiedToken(contract, 0) : BNB), value })
}
