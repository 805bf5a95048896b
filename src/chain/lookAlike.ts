import type { Address } from './Address.ts'

/**
 * How alike two addresses look: `look-alike` shares the first four and the last four hex digits, which is all that
 * lists show of them and what thieves search for; `similar` shares three and three, or differs by a few typing
 * mistakes. Case means nothing.
 */
export type Likeness = 'same' | 'look-alike' | 'similar' | 'different'

/** The known address that another one could be taken for. */
export type LookAlike = { readonly kind: 'look-alike' | 'similar'; readonly known: Address }

/** Digits lost, added or changed that a person may not notice. */
export const MAX_EDITS = 4

/** Compares two addresses. */
export function lookAlike(a: Address, b: Address): Likeness {
  return likeness(digitsOf(a), digitsOf(b))
}

/** The digits of an address in small letters: what likeness is about. */
export function digitsOf(address: Address): string {
  return address.slice(2).toLowerCase()
}

/** Like `lookAlike`, of digits. */
export function likeness(a: string, b: string): Likeness {
  if (a === b) return 'same'
  const ends = (count: number) =>
    a.slice(0, count) === b.slice(0, count) && a.slice(-count) === b.slice(-count)
  if (ends(4)) return 'look-alike'
  return ends(3) || isWithinEdits(a, b) ? 'similar' : 'different'
}

/** Levenshtein's distance, only as far from the diagonal as matters. */
function isWithinEdits(a: string, b: string): boolean {
  const far = MAX_EDITS + 1
  let row = Array.from({ length: b.length + 1 }, (_, column) => Math.min(column, far))
  for (let i = 1; i <= a.length; i++) {
    const next = new Array<number>(b.length + 1).fill(far)
    if (i <= MAX_EDITS) next[0] = i
    const end = Math.min(b.length, i + MAX_EDITS)
    for (let j = Math.max(1, i - MAX_EDITS); j <= end; j++) {
      const changed = (row[j - 1] ?? far) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next[j] = Math.min(changed, (row[j] ?? far) + 1, (next[j - 1] ?? far) + 1, far)
    }
    row = next
  }
  return (row[b.length] ?? far) <= MAX_EDITS
}
