import type { Request } from '../http/Route.ts'
import { filterMultisigs } from '../read/filterMultisigs.ts'
import type { Multisig } from '../read/Multisig.ts'
import { addressQuery, booleanQuery } from './params.ts'

type Compare = (a: Multisig, b: Multisig) => number

/** The fields that a list can be ordered by; others are ignored, like in the real service. */
const orders: Readonly<Record<string, Compare>> = {
  nonce: (a, b) => Number(a.tx.nonce - b.tx.nonce),
  created: (a, b) => a.submitted - b.submitted,
  submission_date: (a, b) => a.submitted - b.submitted,
  submissionDate: (a, b) => a.submitted - b.submitted,
  modified: (a, b) => a.modified - b.modified,
}

/** The transactions that match a list's query, in the requested order (highest nonce first by default). */
export function queryMultisigs(all: readonly Multisig[], request: Request): readonly Multisig[] {
  const { searchParams } = request.url
  const number = (name: string) => {
    const text = searchParams.get(name)
    return text !== null && /^\d+$/.test(text) ? BigInt(text) : null
  }
  const time = (name: string) => {
    const text = searchParams.get(name)
    return text === null ? null : Date.parse(text)
  }
  const found = filterMultisigs(all, {
    executed: booleanQuery(request, 'executed', null),
    trusted: booleanQuery(request, 'trusted', true),
    confirmed: booleanQuery(request, 'has_confirmations', null),
    to: addressQuery(request, 'to'),
    value: searchParams.get('value') || null,
    nonce: {
      is: number('nonce'),
      gte: number('nonce__gte'),
      lte: number('nonce__lte'),
      gt: number('nonce__gt'),
      lt: number('nonce__lt'),
    },
    executedFrom: time('execution_date__gte'),
    executedUntil: time('execution_date__lte'),
  })
  const asked = (searchParams.get('ordering') ?? '').split(',').filter(isOrder)
  return sort(found, asked.length === 0 ? ['-nonce', '-created'] : asked)
}

function isOrder(key: string): boolean {
  return Object.hasOwn(orders, key.replace(/^-/, ''))
}

function sort(entries: readonly Multisig[], keys: readonly string[]): readonly Multisig[] {
  return [...entries].sort((a, b) => {
    for (const key of keys) {
      const difference = orders[key.replace(/^-/, '')]?.(a, b) ?? 0
      if (difference !== 0) return key.startsWith('-') ? -difference : difference
    }
    return 0
  })
}
