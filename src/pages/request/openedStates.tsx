import { Link } from 'wouter'
import type { Address } from '#chain/money/Address.ts'
import type { KnownLookAlike } from '#domain/activity/lookAlikeFlags.ts'
import type { PayeeFault } from '#domain/payee/checkPayee.ts'
import { payeeFaultText } from '#domain/payee/payeeWords.ts'
import type { PaymentRequest } from '#domain/request/PaymentRequest.ts'
import type { RequestStatus, SeenPayment } from '#domain/request/requestStatus.ts'
import { requestStatusWords } from '#domain/request/statusWords.ts'
import { proposalPath, receiptPath } from '#domain/shared/paths.ts'
import { buttonClass } from '#ui/Button.tsx'
import type { OpenedState } from './OpenedRequest.tsx'
import css from './openedStates.module.css'

/** Why a request must not be paid, or only by somebody who knows better; null if no reason was found. */
export function requestStop(found: {
  request: PaymentRequest
  forged: { readonly words: string } | null
  refused: PayeeFault | null
  /** A known address that the payee can be mistaken for. */
  alike: KnownLookAlike | null
  proofDoubt: string | null
}): OpenedState | null {
  const { request, forged, refused, alike, proofDoubt } = found
  if (forged) {
    return {
      tone: 'bad',
      doubt: 'forged',
      title: 'Don’t pay this. The signature is fake.',
      text: `It isn’t from the address that this request pays. ${forged.words}`,
    }
  }
  if (refused) {
    return {
      tone: 'bad',
      doubt: 'refused',
      title: 'This request can’t be paid.',
      text: `${payeeFaultText(refused)} Ask the sender for another address.`,
    }
  }
  if (alike) {
    return {
      tone: 'bad',
      doubt: 'alike',
      title: `This looks like an address you’ve ${alike.isSaved ? 'saved' : 'paid'}, but it’s different.`,
      text: 'It begins and ends the same. Scammers do this. Compare every character.',
      more: <CompareAddresses alike={alike} other={request.payee} />,
    }
  }
  return proofDoubt === null
    ? null
    : { tone: 'bad', doubt: 'proof', title: proofDoubt, text: 'Check with the sender before you pay.' }
}

/** The meaning of a status for the person who wants to pay; null if there is no reason against paying. */
export function openedState(
  request: PaymentRequest,
  status: RequestStatus,
  own: readonly SeenPayment[],
): OpenedState | null {
  const words = requestStatusWords(request, status, false)
  const { title, text } = words
  const doubt = status.kind === 'partly' ? `partly ${status.missing}` : status.kind
  const [payment] = own
  switch (status.kind) {
    case 'waiting':
      return null
    case 'paid':
    case 'over':
      return {
        ...words,
        doubt,
        title: 'This request is already paid',
        at: payment?.at,
        action: payment?.hash && payment.name && (
          <Link className={buttonClass({ primary: true })} href={receiptPath(payment.hash, payment.name)}>
            View receipt
          </Link>
        ),
      }
    case 'queued':
      return {
        ...words,
        doubt,
        title: 'A payment is on its way',
        text: `${title}. ${text}`,
        action: (
          <Link className={buttonClass()} href={proposalPath(status.queued.safe, status.queued.safeTxHash)}>
            See the proposal
          </Link>
        ),
      }
    case 'confirming':
      return { ...words, doubt, title: 'A payment is on its way', text: `${title}. ${text}` }
    case 'unknown':
      return { ...words, doubt, text: `${text} We’ll keep trying.` }
    case 'expired':
      return request.asked.kind === 'usd'
        ? { ...words, doubt, title: 'This request has expired' }
        : { ...words, doubt, text: `${text} Check with the sender before you pay.` }
    default:
      return { ...words, doubt }
  }
}

/** The result of paying in spite of a status. */
export function requestDoubt({ kind }: RequestStatus): string | null {
  switch (kind) {
    case 'paid':
    case 'over':
      return 'It’s already paid. Paying again sends the money a second time.'
    case 'queued':
    case 'confirming':
      return 'A payment for it is already on its way. Another one would pay it twice.'
    case 'unpriced':
      return 'Something was already paid for it. Another payment may be too much.'
    case 'unknown':
      return 'We couldn’t check whether this was paid. If it was, this pays it a second time.'
    case 'partly':
      return 'Part of it is already there. The full amount would be too much.'
    default:
      return null
  }
}

/** Two addresses below each other in groups of four; the groups that differ are marked. */
function CompareAddresses({ alike: { known, isSaved }, other }: { alike: KnownLookAlike; other: Address }) {
  return (
    <dl className={css.compare}>
      <dt>{isSaved ? 'You’ve saved' : 'You’ve paid'}</dt>
      <dd>
        <Groups address={known} than={other} />
      </dd>
      <dt>This request pays</dt>
      <dd>
        <Groups address={other} than={known} />
      </dd>
    </dl>
  )
}

function Groups({ address, than }: { address: Address; than: Address }) {
  const compared = groupsOf(than)
  return groupsOf(address).map((group, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same digits can occur twice
    <span key={index}>{group === compared[index] ? group : <mark>{group}</mark>}</span>
  ))
}

function groupsOf(address: Address): readonly string[] {
  return [address.slice(0, 6), ...(address.slice(6).match(/.{1,4}/g) ?? [])]
}
