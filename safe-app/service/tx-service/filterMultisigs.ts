import type { Request } from '../http/Route.ts'
import type { Multisig } from '../read/Multisig.ts'
import { addressQuery, booleanQuery } from './params.ts'

/** The transactions that match a list's query, in the requested order (highest nonce first by default). */
export function filterMultisigs(all: readonly Multisig[], request: Request): readonly Multisig[] {
  const { searchParams } = request.url
  const executed = booleanQuery(request, 'executed', null)
  const trusted = booleanQuery(request, 'trusted', true)
  const confirmed = booleanQuery(request, 'has_confirmations', null)
  const to = addressQuery(request, 'to')
  const value = searchParams.get('value')
  const number = (name: string) => {
    const text = searchParams.get(name)
    return text !== null && /^\d+$/.test(text) ? BigInt(text) : null
  }
  const time = (name: string) => {
    const text = searchParams.get(name)
    return text === null ? null : Date.parse(text)
  }
  const [nonce, gte, lte] = [number('nonce'), number('nonce__gte'), number('nonce__lte')]
  const [gt, lt] = [number('nonce__gt'), number('nonce__lt')]
  const [since, until] = [time('execution_date__gte'), time('execution_date__lte')]

  const found = all.filter(({ tx, execution, trusted: isTrusted, confirmations }) => {
    if (executed !== null && (execution !== null) !== executed) return false
    if (trusted && !isTrusted) return false
    if (confirmed !== null && confirmations.length > 0 !== confirmed) return false
    if (to !== null && tx.to !== to) return false
    if (value !== null && value !== '' && `${tx.value}` !== value) return false
    if (nonce !== null && tx.nonce !== nonce) return false
    if (gte !== null && tx.nonce < gte) return false
    if (lte !== null && tx.nonce > lte) return false
    if (gt !== null && tx.nonce <= gt) return false
    if (lt !== null && tx.nonce >= lt) return false
    if (since !== null && (execution === null || execution.timestamp < since)) return false
    return until === null || (execution !== null && execution.timestamp <= until)
  })
  return sort(found, searchParams.get('ordering') ?? '-nonce,-created')
}

function sort(entries: readonly Multisig[], ordering: string): readonly Multisig[] {
  const keys = ordering.split(',')
  return [...entries].sort((a, b) => {
    for (const key of keys) {
      const difference = compare(a, b, key.replace(/^-/, ''))
      if (difference !== 0) return key.startsWith('-') ? -difference : difference
    }
    return 0
  })
}

function compare(a: Multisig, b: Multisig, field: string): number {
  if (field === 'nonce') return Number(a.tx.nonce - b.tx.nonce)
  if (field === 'created' || field === 'submission_date') return a.submitted - b.submitted
  return field === 'modified' ? a.modified - b.modified : 0
}
