import type { ActivityItem, ReportedStatus } from '#account/Activity.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'

type Words = { readonly tone: 'good' | 'wait' | 'warn' | 'bad' | 'none'; readonly words: string }

/**
 * What is said of an item that a service calls executed. "Paid" and "Received" need the chain's own proof in a final
 * block; without it, the service is quoted.
 * @param status what the chain shows; undefined while it was not read
 */
export function settledWords(item: ActivityItem, status: PaymentStatus | undefined, unread: boolean): Words {
  const told = item.status.kind
  if (told !== 'executed' && told !== 'failed') {
    return told === 'cancelled' ? { tone: 'none', words: 'Replaced, says the service' } : notKnown
  }
  const quoted = told === 'failed' ? 'Failed' : 'Executed'
  if (!status) {
    return unread
      ? { tone: 'warn', words: `${quoted}, says the service` }
      : { tone: 'wait', words: `${quoted}, checking` }
  }
  switch (status.kind) {
    case 'paid':
      return told === 'failed' ? contradiction : { tone: 'good', words: doneWord(item) }
    case 'confirming':
      return told === 'failed' ? contradiction : { tone: 'wait', words: 'Processing' }
    case 'not-paid':
      return { tone: 'bad', words: 'Failed' }
    case 'pending':
      return { tone: 'warn', words: `${quoted}, says the service; not found on the chain` }
    case 'mismatch':
      return contradiction
    case 'unknown':
      return { tone: 'none', words: `${quoted}, says the service` }
    default:
      return notKnown
  }
}

/** What is said of a payment that one node tells came in: "Received" needs the receipt of a second operator. */
export function receivedWords(status: PaymentStatus | undefined): Words {
  switch (status?.kind) {
    case 'paid':
      return { tone: 'good', words: 'Received' }
    case 'confirming':
      return { tone: 'wait', words: 'Waits for a second node' }
    case 'pending':
    case 'mismatch':
    case 'not-paid':
      return { tone: 'bad', words: 'Another node says otherwise' }
    default:
      return { tone: 'none', words: 'Received, says one node' }
  }
}

const notKnown: Words = { tone: 'warn', words: 'Not known' }
const contradiction: Words = { tone: 'bad', words: 'The chain says otherwise' }

function doneWord({ what }: ActivityItem): string {
  switch (what.kind) {
    case 'transfer-in':
      return 'Received'
    case 'transfer-out':
      return 'Paid'
    default:
      return 'Success'
  }
}

/** The same in words. Only what was judged by the chain is ever called paid. */
export function toldWords(status: ReportedStatus) {
  switch (status.kind) {
    case 'awaiting-signatures':
      return { tone: 'wait', words: `${status.have} of ${status.need} signatures` } as const
    case 'ready-to-execute':
      return { tone: 'wait', words: 'Ready to execute' } as const
    case 'pending':
    case 'judged':
      return { tone: 'wait', words: 'Processing' } as const
    case 'executed':
      return { tone: 'none', words: 'Executed, says the service' } as const
    case 'failed':
      return { tone: 'warn', words: 'Failed, says the service' } as const
    case 'cancelled':
      return { tone: 'none', words: 'Replaced, says the service' } as const
    case 'unknown':
      return { tone: 'warn', words: 'Not known' } as const
  }
}
