import type { Gap } from '#account/Account.ts'
import { when } from '#domain/shared/when.ts'

/** What could not be looked at before a payment, with its time span and its tokens. */
export function gapWords(gap: Gap): string {
  switch (gap.kind) {
    case 'logs': {
      const tokens =
        gap.tokens.length === 0 ? 'Executions that the service doesn’t list yet' : listed(gap.tokens)
      return gap.since === null
        ? `${tokens} sent from another wallet or device: not at all.`
        : `${tokens} sent from another wallet or device before ${when(gap.since)}.`
    }
    case 'bnb':
      return 'BNB sent from another wallet or device: not at all, because it leaves no log.'
    case 'history':
      return gap.since === null
        ? 'The older part of the Safe’s history.'
        : `The Safe’s history before ${when(gap.since)}.`
    case 'unreadable':
      return `${gap.count} ${gap.count === 1 ? 'entry' : 'entries'} ${places[gap.where]} that can’t be read.`
    case 'opaque':
      return `${gap.count} ${gap.count === 1 ? 'transaction' : 'transactions'} of the Safe whose calls can’t be read here.`
    case 'source':
      return `What only the ${gap.name} knows: it didn’t answer.`
  }
}

const places = {
  queue: 'in the Safe’s queue',
  history: 'in the Safe’s history',
  browser: 'in this browser',
} as const

function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
