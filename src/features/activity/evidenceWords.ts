import type { ActivityItem } from '#account/Activity.ts'
import type { Evidence } from '#account/evidence.ts'
import type { Words } from './proposalWords.ts'

/**
 * What is said of an item that a service calls executed. "Paid" and "Received" need the chain's own proof in a final
 * block; without it, the service is quoted.
 */
export function settledWords(item: ActivityItem, evidence: Evidence | undefined, unread: boolean): Words {
  const told = item.status.kind
  if (told !== 'success' && told !== 'failed') {
    return told === 'cancelled' ? { tone: 'none', words: 'Replaced' } : { tone: 'warn', words: 'Not known' }
  }
  const quoted = told === 'failed' ? 'Failed' : 'Executed'
  if (!evidence) {
    return unread
      ? { tone: 'warn', words: `${quoted}, says the service` }
      : { tone: 'wait', words: `${quoted}, checking` }
  }
  switch (evidence.kind) {
    case 'proven':
      if (told === 'failed') return contradiction
      return evidence.final ? { tone: 'good', words: doneWord(item) } : { tone: 'wait', words: 'Processing' }
    case 'failed':
      return { tone: 'bad', words: 'Failed' }
    case 'missing':
      return { tone: 'warn', words: `${quoted}, says the service; not found on the chain` }
    case 'contradicts':
      return contradiction
    case 'silent':
      return { tone: 'none', words: `${quoted}, says the service` }
  }
}

/** What is said of a payment that one node tells came in: "Received" needs the receipt of a second one. */
export function receivedWords(evidence: Evidence | undefined): Words {
  switch (evidence?.kind) {
    case 'proven':
      return evidence.final
        ? { tone: 'good', words: 'Received' }
        : { tone: 'wait', words: 'Waits for a second node' }
    case 'missing':
    case 'contradicts':
    case 'failed':
      return { tone: 'bad', words: 'Another node says otherwise' }
    default:
      return { tone: 'none', words: 'Received, says one node' }
  }
}

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
