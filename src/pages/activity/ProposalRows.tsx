import type { Hash } from 'viem'
import { Link } from 'wouter'
import { type Address, equal } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { PayeeRow } from '#components/payee/PersonName.tsx'
import { useNames } from '#components/payee/useNames.ts'
import { usePeople } from '#components/payee/usePeople.ts'
import { useOrigins } from '#components/payout/usePayouts.ts'
import { meaningWords } from '#domain/activity/proposalWords.ts'
import { listedNames } from '#domain/payout/payoutOrigins.ts'
import { plural } from '#domain/shared/format.ts'
import { withoutQuotes } from '#domain/shared/labelText.ts'
import { receiptPath } from '#domain/shared/paths.ts'
import type { ProposalReport } from '#safe/proposal/ProposalReport.ts'
import { type PaidTransfer, reporterOf } from '#safe/proposal/paidTransfers.ts'
import { type ProposalRow, transfersIn } from '#safe/tx/decodeProposal.ts'
import { buttonClass } from '#ui/Button.tsx'
import { AmountText } from '#ui/content/AmountText.tsx'
import { Identicon } from '#ui/content/Identity.tsx'
import { ItemList } from '#ui/list/WindowedList.tsx'
import { GroupedAddress } from '#ui/page/AddressText.tsx'
import css from './ProposalRows.module.css'

/**
 * Every row of a proposal, decoded from its bytes: amount, then payee, with its name if there is one and
 * always the full address.
 */
export function ProposalRows(props: {
  report: ProposalReport
  viewer: Address | null
  /** The names in the link for its payments, in their order. Nobody has verified them. */
  given: readonly (string | null)[]
}) {
  const { report, viewer, given } = props
  const { rows } = report.content
  const { nameOf: yourName } = usePeople()
  const origins = useOrigins(report.safe)(report.safeTxHash)
  const payments = rows.filter(({ meaning }) => meaning.kind === 'transfer')
  const listed = listedNames(origins, transfersIn(report.content))
  const names = useNames(rows.flatMap(({ meaning }) => (meaning.kind === 'transfer' ? [meaning.to] : [])))
  return (
    <ItemList label="Rows of the proposal" of={rows} keyOf={({ path }) => path}>
      {(row) => {
        const place = payments.indexOf(row)
        return (
          <Row
            row={row}
            nonce={report.tx.nonce}
            alone={rows.length === 1}
            name={nameOf(row, report, viewer, (to) => [yourName(to), names.get(to)])}
            given={given[place] ?? null}
            listed={listed[place] ?? null}
          />
        )
      }}
    </ItemList>
  )
}

function Row(props: {
  row: ProposalRow
  nonce: bigint
  alone: boolean
  name: string | null
  /** The name in the link, and the one in the list of this browser. */
  given: string | null
  listed: string | null
}) {
  const { row, nonce, alone, name } = props
  const [given, where] = props.given ? [props.given, 'in the link'] : [props.listed, 'in your payout']
  const { meaning, path } = row
  const to = meaning.kind === 'transfer' ? meaning.to : row.to
  return (
    <PayeeRow
      place={alone ? '' : path}
      address={to}
      name={
        (name || given) && (
          <>
            {name && <bdi>{name}</bdi>}
            {given && given !== name && (
              <span className="text-muted">
                {name && ' '}“<bdi>{withoutQuotes(given)}</bdi>”{name && ` ${where}`}
              </span>
            )}
          </>
        )
      }
      isBare={meaning.kind === 'rejection'}
      end={
        meaning.kind === 'transfer' && (
          <AmountText value={Amount.formatNumber(meaning.amount)} symbol={meaning.amount.token.symbol} />
        )
      }
    >
      {meaning.kind !== 'transfer' && (
        <span className={meaning.kind === 'rejection' ? '' : 'text-warn'}>{meaningWords(row, nonce)}</span>
      )}
      {meaning.kind === 'transfer' && !meaning.isPinned && (
        <span className="text-warn">unverified token {row.to}</span>
      )}
      {meaning.kind !== 'transfer' && row.value > 0n && <span>with {row.value.toString()} wei</span>}
    </PayeeRow>
  )
}

/** The name of an address: a role proven by the chain, or a `.bnb` name that resolves back to it. */
function nameOf(
  { meaning }: ProposalRow,
  { safe, owners }: ProposalReport,
  viewer: Address | null,
  namesOf: (to: Address) => readonly (string | null | undefined)[],
): string | null {
  if (meaning.kind !== 'transfer') return null
  const { to } = meaning
  const roles = [
    ...namesOf(to),
    viewer && equal(to, viewer) && 'you',
    equal(to, safe) && 'this Safe itself',
    owners?.some((owner) => equal(owner, to)) && 'an owner of this Safe',
  ].filter(Boolean)
  return roles.length > 0 ? roles.join(', ') : null
}

/** The transfers of a transaction. Worthless tokens and zero amounts are only counted. */
export function PaymentTransfers(props: {
  hash: Hash
  transfers: readonly PaidTransfer[]
  /** Before that, one source may hide some. */
  isFinal: boolean
  viewer: Address | null
}) {
  const { hash, transfers, isFinal, viewer } = props
  const money = transfers.flatMap((transfer) => {
    const token = Token.find(transfer.token)
    return token && transfer.value > 0n ? [{ ...transfer, token, word: reporterOf(transfer) }] : []
  })
  const others = transfers.length - money.length
  return (
    <>
      {money.length === 0 && (
        <p className="layout-foot text-fine">
          No {pinnedNames} {isFinal ? 'moved.' : 'seen in it yet.'}
        </p>
      )}
      <ItemList label="Transfers" of={money} keyOf={({ name }, index) => `${name}:${index}`}>
        {(row) => (
          <div className={css.transfer}>
            <span>
              <Party label="From" address={row.from} viewer={viewer} />
              <Party label="To" address={row.to} viewer={viewer} />
              {row.word && (
                <span className="text-small">
                  {row.isForeign
                    ? 'Reported only by a contract that we can’t see running Safe’s code. It proves nothing.'
                    : `Reported by the ${row.word}’s Safe, not by the token.`}
                </span>
              )}
            </span>
            <AmountText value={Amount.formatNumber(row)} symbol={row.token.symbol} />
            <Link
              className={buttonClass({ size: 'small' })}
              href={receiptPath(hash, row.name)}
              aria-label={`Receipt of ${Amount.format(row)}`}
            >
              Receipt
            </Link>
          </div>
        )}
      </ItemList>
      {others > 0 && (
        <p className="layout-foot text-fine">
          {others} more {plural(others, 'transfer')} of unverified tokens or of nothing{' '}
          {plural(others, 'is', 'are')} not shown.
        </p>
      )}
    </>
  )
}

function Party({ label, address, viewer }: { label: string; address: Address; viewer: Address | null }) {
  return (
    <span className={css.party}>
      <span className="text-muted">{label}</span>
      <Identicon address={address} size={20} />
      <span>
        <GroupedAddress address={address} />
        {viewer && equal(viewer, address) && <strong>you</strong>}
      </span>
    </span>
  )
}

/** `BNB, USDT or DAI`: the tokens whose transfers are read. */
const pinnedNames = Token.pinned
  .map(({ symbol }) => symbol)
  .join(', ')
  .replace(/, (?=[^,]*$)/, ' or ')
