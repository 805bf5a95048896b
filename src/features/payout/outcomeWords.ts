import type { Outcome } from '#account/Submission.ts'

/** A state for people: title, what it means, and the tone it is told in. */
export type StateWords = {
  readonly tone: 'good' | 'wait' | 'warn' | 'bad' | 'none'
  readonly title: string
  readonly text: string
}

/** Where a payment or a part of a payout stands, in words. A mismatch has a screen of its own. */
export function outcomeWords(outcome: Exclude<Outcome, { kind: 'mismatch' }>, proposed: boolean): StateWords {
  switch (outcome.kind) {
    case 'waiting':
      if (proposed && outcome.hash === null) {
        return {
          tone: 'wait',
          title: 'Proposed, not listed by the Safe service yet',
          text: 'This takes up to a minute. Nothing is paid. Do not propose it again: this page follows it.',
        }
      }
      return {
        tone: 'wait',
        title: 'Sent, not in a block yet',
        text: 'It is not paid yet. Do not send it again: this page follows it.',
      }
    case 'needs-signatures': {
      const missing = outcome.need - outcome.have
      return {
        tone: 'wait',
        title: `Proposed, needs ${missing} more ${missing === 1 ? 'signature' : 'signatures'}`,
        text: `${outcome.have} of the ${outcome.need} signatures it needs are there. Nothing is paid before it is executed.`,
      }
    }
    case 'ready-to-execute':
      return {
        tone: 'wait',
        title: 'Proposed, ready to execute',
        text: 'Enough owners have signed. Nothing is paid before one of them executes it.',
      }
    case 'confirming':
      return { tone: 'wait', title: 'In a block, not final yet', text: 'It is paid when its block is final.' }
    case 'done':
      return { tone: 'good', title: 'Paid', text: 'The transfer stands in a final block.' }
    case 'failed':
      return { tone: 'bad', title: 'Failed', text: outcome.reason }
    case 'replaced':
      return { tone: 'warn', title: 'Replaced', text: outcome.reason }
    case 'unknown':
      return { tone: 'warn', title: 'Not known', text: outcome.reason }
  }
}
