import { type ReactNode, useMemo, useState } from 'react'
import type { Hash } from 'viem'
import { explorerAddress, explorerTx } from '#chain/explorer.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { trimEdges } from '#chain/text/label.ts'
import { PayeeRow, PersonName } from '#components/payee/PersonName.tsx'
import { besideText, rowWords } from '#components/payout/rowWords.ts'
import { Worth } from '#components/price/prices.tsx'
import { useDollars } from '#components/settings/switches.ts'
import type { FoldedStatus } from '#domain/ledger/foldStatus.ts'
import type { Alike, PayeeDoubt } from '#domain/payee/checkPayee.ts'
import {
  confirmsPayee,
  enteredText,
  payeeDoubtText,
  payeeTicks,
  type UnreadPayees,
} from '#domain/payee/readPayee.ts'
import type { Payment } from '#domain/payout/Payout.ts'
import { isPinned } from '#domain/request/PaymentRequest.ts'
import { Button } from '#ui/Button.tsx'
import { AmountText } from '#ui/content/AmountText.tsx'
import { Card, Inset } from '#ui/content/Card.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { Identicon } from '#ui/content/Identity.tsx'
import { TextField, Tick } from '#ui/form/Fields.tsx'
import { TokenLogo } from '#ui/icons/Icon.tsx'
import { Facts, NamedFact } from '#ui/layout/Facts.tsx'
import { WindowedList } from '#ui/list/WindowedList.tsx'
import { WholeAddress } from '#ui/page/AddressText.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import css from './Recipients.module.css'

/** Amounts as the headline of a payment, each with its token. */
export function Sums({ of }: { of: readonly Amount.Amount[] }) {
  return of.map((sum) => (
    <p key={Token.key(sum.token)} className={css.sum}>
      <TokenLogo symbol={isPinned(sum.token) ? sum.token.symbol : '?'} />
      <AmountText value={Amount.formatNumber(sum)} symbol={sum.token.symbol} large />
    </p>
  ))
}

/** The total of the amounts in dollars. Its line is there before the prices are, so that nothing moves. */
export function SumInDollars({ of }: { of: readonly Amount.Amount[] }) {
  if (!useDollars()) return null
  return (
    <p className="text-fine text-wrap">
      <Worth of={of}>
        {(worth) => {
          if (!worth) return '\u00a0'
          const { lead, sum, without, age } = worth
          return [lead, sum, without, `(Chainlink, ${age})`].filter(Boolean).join(' ')
        }}
      </Worth>
    </p>
  )
}

/** The recipient of the only payment, with the whole address. */
export function Recipient({ payment }: { payment: Payment | undefined }) {
  if (!payment) return null
  const { payee, handle, note, reference } = payment
  return (
    <div className="layout-group">
      <p className="text-fine text-wrap">To</p>
      <div className="layout-inset layout-line">
        <Identicon address={payee} size={40} />
        <div>
          <PersonName address={payee} given={payment.name} />
          {payment.entered && (
            <p className="text-small">
              <bdi>{enteredText(payment.entered)}</bdi>
            </p>
          )}
          <WholeAddress address={payee} explorer={explorerAddress(payee)} />
        </div>
      </div>
      {(handle || note || reference) && (
        <p className="text-fine text-wrap">
          <Remarks of={[handle, reference, note]} />
        </p>
      )}
      <UnverifiedFacts payments={[payment]} />
    </div>
  )
}

/** The words written beside a payment. A reference that is also its note is said once. */
function Remarks({ of }: { of: readonly (string | null | undefined)[] }) {
  return [...new Set(of)].map((words) => words && <bdi key={words}>{words} </bdi>)
}

/** The recipients, as rows. Those who were never paid before come first. */
export function Recipients(props: {
  payments: readonly Payment[]
  /** Lower-case addresses that were never paid before; null while unknown. */
  unpaid: ReadonlySet<string> | null
}) {
  const { payments, unpaid } = props
  return (
    <Card title="Recipients" flush>
      <Inset>
        <UnverifiedFacts payments={payments} />
      </Inset>
      <PaymentRows label="Payments" payments={payments} unpaid={unpaid} />
    </Card>
  )
}

/** The contracts of unpinned tokens, which nothing else identifies. */
function UnverifiedFacts({ payments }: { payments: readonly Payment[] }) {
  const contracts = new Set(
    payments.flatMap(({ amount: { token } }) => (isPinned(token) ? [] : (token.address ?? []))),
  )
  if (contracts.size === 0) return null
  return (
    <Facts>
      {[...contracts].map((address) => (
        <NamedFact key={address} name="Unverified token: anyone can make one">
          <WholeAddress address={address} explorer={explorerAddress(address)} />
        </NamedFact>
      ))}
    </Facts>
  )
}

/**
 * Payments as rows, each with its number, its amount and the full address. The sentences about a payment use the same
 * number. Long lists are windowed to keep the page fast.
 */
export function PaymentRows(props: {
  label: string
  payments: readonly Payment[]
  states?: readonly FoldedStatus[]
  /** Shown beside the state of a row. */
  beside?: (index: number) => ReactNode
  /** Lower-case addresses that were never paid before: they come first, under a heading. */
  unpaid?: ReadonlySet<string> | null
}) {
  const { payments, states, beside, unpaid = null } = props
  const lines = useMemo(() => linesOf(payments, unpaid), [payments, unpaid])
  return (
    <WindowedList label={props.label} keys={lines.map(String)}>
      {(at) => {
        const index = lines[at]
        if (typeof index === 'string')
          return <h3 className="layout-heading text-fine text-medium">{index}</h3>
        const row = index === undefined ? undefined : payments[index]
        if (!row || index === undefined) return null
        const { payee, amount, note, name, handle, entered, reference } = row
        const state = states?.[index]
        return (
          <PayeeRow
            place={index + 1}
            address={payee}
            name={<PersonName address={payee} given={name} />}
            end={<AmountText value={Amount.formatNumber(amount)} symbol={amount.token.symbol} />}
            status={
              state && (
                <RowStateText state={state} place={payments.length > 1 ? index + 1 : null}>
                  {beside?.(index)}
                </RowStateText>
              )
            }
          >
            {(entered || handle || reference || note) && (
              <span className="text-small">
                <Remarks of={[entered && enteredText(entered), handle, reference, note]} />
              </span>
            )}
          </PayeeRow>
        )
      }}
    </WindowedList>
  )
}

/** The positions of the rows in the order of the screen, with the headings between them. */
function linesOf(
  payments: readonly Payment[],
  unpaid: ReadonlySet<string> | null,
): readonly (number | string)[] {
  const places = payments.map((_, index) => index)
  if (unpaid === null || unpaid.size === 0) return places
  const isNew = (index: number) => unpaid.has(payments[index]?.payee.toLowerCase() ?? '')
  const [fresh, known] = [places.filter(isNew), places.filter((index) => !isNew(index))]
  return [
    `${fresh.length} new: no earlier payment found`,
    ...fresh,
    ...(known.length > 0 ? [`${known.length} paid before`, ...known] : []),
  ]
}

function RowStateText(props: { state: FoldedStatus; place: number | null; children: ReactNode }) {
  const { state, place, children } = props
  const { tone, title, text } = rowWords(state)
  const beside = state.status.kind === 'unknown' ? text : besideText(state)
  return (
    <>
      <StatusBadge tone={tone}>{title}</StatusBadge>
      {rowHashes(state).map((hash) => (
        <ExternalLink key={hash} href={explorerTx(hash)}>
          BscScan{place !== null && <span className="visually-hidden"> for payment {place}</span>}
        </ExternalLink>
      ))}
      {children}
      {beside && <span className="text-small">{beside}</span>}
    </>
  )
}

/** The transactions that contain or contained a row: more than one if it was paid twice. */
export function rowHashes({ status, submission }: FoldedStatus): readonly Hash[] {
  if (status.kind === 'paid-twice') return status.hashes
  if ('hash' in status && status.hash) return [status.hash]
  if (submission?.kind === 'sent') return [submission.hash]
  return submission?.kind === 'batched' ? submission.hashes.slice(-1) : []
}

/** The doubts and failed reads that a person has ticked, by their ids, and how to tick more or fewer. */
export type Ticking = {
  ticks: ReadonlySet<string>
  onTick: (ids: readonly string[], yes: boolean) => void
}

/** The person's answers about a payee before the review: type the whole address again, or tick a box. */
export function PayeeDoubts({ doubts, ticks, onTick }: Ticking & { doubts: readonly PayeeDoubt[] }) {
  return doubts.map((doubt) =>
    doubt.kind === 'look-alike' ? (
      <LookAlikeConfirm
        key={doubt.id}
        alike={doubt}
        label="Paste the full address again"
        ticks={ticks}
        onTick={onTick}
      />
    ) : (
      <Tick key={doubt.id} isLong isTicked={ticks.has(doubt.id)} onTick={(yes) => onTick([doubt.id], yes)}>
        {payeeDoubtText(doubt)} {payeeTicks[doubt.kind]}.
      </Tick>
    ),
  )
}

/** Data about payees that could not be read, each with a tick to continue without it. */
export function UnreadNotices({ unread, ticks, onTick }: Ticking & { unread: readonly UnreadPayees[] }) {
  return unread.map(({ id, words, onAgain, again }) => (
    <div key={id} className="layout-stack">
      <Tick isLong isTicked={ticks.has(id)} onTick={(yes) => onTick([id], yes)}>
        {words} Continue without this check.
      </Tick>
      {onAgain && (
        <div>
          <Button onClick={onAgain}>{again}</Button>
        </div>
      )}
    </div>
  ))
}

/**
 * Requires the whole address to be entered again from the payee's own source, because a glance cannot tell
 * the two apart.
 */
export function LookAlikeConfirm(
  props: Ticking & {
    alike: Alike
    label: string
    /** The two addresses are already shown. */
    isBrief?: boolean
  },
) {
  const { ticks, onTick } = props
  const { id, payee } = props.alike
  const [text, setText] = useState('')
  const confirms = (typed: string) => confirmsPayee(trimEdges(typed), payee)
  return (
    <div className={css.confirm}>
      {!props.isBrief && <DifferingPair alike={props.alike} />}
      {ticks.has(id) ? (
        <p className="layout-row">
          <StatusBadge tone="good">Full address entered</StatusBadge>
          <Button onClick={() => onTick([id], false)}>Undo</Button>
        </p>
      ) : (
        <TextField
          label={props.label}
          hint="Copy it from the recipient’s own message, not from this page."
          fault={text.trim().length >= ADDRESS && !confirms(text) ? 'That’s a different address.' : null}
          value={text}
          spellCheck={false}
          onText={(typed) => {
            setText(typed)
            if (confirms(typed)) onTick([id], true)
          }}
        />
      )}
    </div>
  )
}

/** Two addresses that look alike, with the characters marked in which they differ. */
export function DifferingPair({ alike: { payee, like, isKnown } }: { alike: Alike }) {
  return (
    <>
      <p>
        This address looks like {isKnown ? 'one you’ve paid or saved' : 'another one in this list'}, but it
        isn’t the same. Compare every character.
      </p>
      <p className={css.pair}>
        <Differing address={payee} other={like} />
        <Differing address={like} other={payee} />
      </p>
    </>
  )
}

/** An address, with the characters marked in which it differs from another one. */
function Differing({ address, other }: { address: string; other: string }) {
  const isOther = (at: number) => address[at]?.toLowerCase() !== other[at]?.toLowerCase()
  const runs: { readonly from: number; to: number }[] = []
  for (let at = 0; at < address.length; at++) {
    const last = runs.at(-1)
    if (last && isOther(last.from) === isOther(at)) last.to = at + 1
    else runs.push({ from: at, to: at + 1 })
  }
  return (
    <span translate="no">
      {runs.map(({ from, to }) =>
        isOther(from) ? (
          <mark key={from}>{address.slice(from, to)}</mark>
        ) : (
          <span key={from}>{address.slice(from, to)}</span>
        ),
      )}
    </span>
  )
}

const ADDRESS = 42
