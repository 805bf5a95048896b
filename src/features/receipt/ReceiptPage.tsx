import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import { explorerAddress, explorerTx } from '#chain/explorer.ts'
import * as Amount from '#chain/money/Amount.ts'
import { BNB } from '#chain/money/Token.ts'
import { cleanLabel, labelLength } from '#chain/text/label.ts'
import { paidTransfersQuery } from '#domain/activity/activityQueries.ts'
import {
  decodeReceipt,
  encodeReceipt,
  MAX_NOTE,
  type ReceiptLink,
  type ReceiptState,
  receiptState,
} from '#domain/receipt/receiptLink.ts'
import {
  placeName,
  type ReceiptWords,
  receiptFaultText,
  receiptWords,
  utcText,
} from '#domain/receipt/receiptWords.ts'
import { unverifiedToken } from '#domain/request/PaymentRequest.ts'
import { paymentPath, portalUrl } from '#domain/shared/paths.ts'
import { ReadError } from '#features/shared/ReadError.tsx'
import type { PaidTransfer } from '#safe/proposal/paidTransfers.ts'
import { WholeAddress } from '#ui/AddressText.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Field } from '#ui/Field.tsx'
import { TextToCopy } from '#ui/file/TextToCopy.tsx'
import { Facts } from '#ui/layout/Facts.tsx'
import prose from '#ui/layout/prose.module.css'
import { Notice } from '#ui/Notice.tsx'
import { QrCode } from '#ui/qr/QrCode.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { StatusText } from '#ui/StatusText.tsx'
import { useDocumentTitle } from '#ui/useNow.ts'
import css from './Receipt.module.css'

/** A person's note beside the payment. It becomes part of a new link and is stored nowhere else. */
export function NoteForm({ link }: { link: ReceiptLink }) {
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState(link.note)
  const [fault, setFault] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const note = cleanLabel(typed)
    const over = labelLength(note) - MAX_NOTE
    if (over > 0) return setFault(`${over} ${over === 1 ? 'character' : 'characters'} too long.`)
    setTyped(note)
    navigate(encodeReceipt({ ...link, note }), { replace: true })
  }
  return (
    <form className={css.form} onSubmit={submit}>
      <Field
        label="Your note"
        hint={`Up to ${MAX_NOTE} characters. Whoever has the link can read it.`}
        fault={fault}
      >
        {(control) => (
          <input
            {...control}
            value={typed}
            autoComplete="off"
            onChange={(event) => {
              setTyped(event.target.value)
              setFault(null)
            }}
          />
        )}
      </Field>
      <p>
        <Button type="submit">Put it into the link</Button>
      </p>
    </form>
  )
}

/** The link of a receipt: with a note, to copy, as a code, for printing. */
export function HandOnCard({ link }: { link: ReceiptLink }) {
  const url = `${portalUrl()}#${encodeReceipt(link)}`
  // A Safe's frame ignores print requests.
  const framed = window.parent !== window
  return (
    <Card title="Hand it on">
      <div className={css.screen}>
        <NoteForm key={link.note} link={link} />
      </div>
      <div className={css.code}>
        <QrCode text={url} label="QR code of the receipt" />
      </div>
      <p className={css.paper}>{url}</p>
      <TextToCopy label="Link of the receipt" text={url} />
      <p className={css.links}>
        <CopyButton text={url} label="Copy the link" />
        {framed ? (
          <a href={url} target="_blank" rel="noopener noreferrer">
            Open in its own tab, to print it
          </a>
        ) : (
          <Button onClick={() => window.print()}>Print</Button>
        )}
      </p>
      <p className={`${prose.small} ${css.screen}`}>
        Whoever opens the link reads the payment from the chain anew. The link says which transfer is meant
        and carries the note, behind its #, which no server gets to see.
      </p>
    </Card>
  )
}

/** One transfer, read from the chain whenever the link is opened. It needs no account. */
export function ReceiptPage() {
  useDocumentTitle('Receipt')
  // Raw, because a router would decode a non-canonical path.
  const [path] = useHashLocation()
  const decoded = decodeReceipt(path)
  if (decoded.ok) return <Receipt key={`${decoded.hash}${decoded.name}`} link={decoded} />
  return (
    <>
      <h1>This link is not a receipt</h1>
      <Notice tone="bad" title={receiptFaultText[decoded.fault]}>
        <p>
          Nothing was read. <Link href="/activity">Look a payment up in Activity</Link>
        </p>
      </Notice>
    </>
  )
}

function Receipt({ link }: { link: ReceiptLink }) {
  const query = useQuery({ ...paidTransfersQuery(link.hash), refetchOnMount: 'always' })
  const state = query.data && receiptState(query.data, link.name)
  // Without a payment there is nothing to share.
  const none = state && 'place' in state && state.kind !== 'moved'
  const words = state && receiptWords(state, link.name)
  return (
    <article className={css.receipt}>
      <h1>Receipt</h1>
      <div className={css.columns}>
        <Card
          title="Payment"
          action={
            words ? (
              <StatusText tone={words.tone}>{words.short}</StatusText>
            ) : query.error ? (
              <StatusText tone="warn">Not checked</StatusText>
            ) : (
              <StatusText tone="wait">Checking</StatusText>
            )
          }
        >
          <ReadError read={query} />
          {state && words ? (
            <ReceiptFacts link={link} state={state} words={words} readAt={query.dataUpdatedAt} />
          ) : (
            !query.error && <Skeleton lines={8} label="Reading the transaction" />
          )}
        </Card>
        {!none && <HandOnCard link={link} />}
      </div>
    </article>
  )
}

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
