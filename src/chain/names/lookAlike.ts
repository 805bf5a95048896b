import type { Address } from '#chain/money/Address.ts'

/**
 * How similar two addresses look. `look-alike` shares the first four and last four hex digits, which is all
 * that lists show and what thieves search for. `similar` shares three and three, or differs by a few typing
 * mistakes. Case is ignored.
 */
type Similarity = 'same' | 'look-alike' | 'similar' | 'different'

/** The known address that another one could be mistaken for. */
export type LookAlike = { readonly kind: 'look-alike' | 'similar'; readonly known: Address }

const DIGITS = 40
/** The number of lost, added or changed digits that a person may not notice. */
export const MAX_EDITS = 4
/** With one more part than edits, at least one part of a mistyped address is intact. */
const PART = DIGITS / (MAX_EDITS + 1)

/**
 * The known address that `address` could be mistaken for, most similar first; null if there is none or it is
 * itself known.
 */
export function findLookAlike(address: Address, known: readonly Address[]): LookAlike | null {
  return lookAlikeIndex(known)(address)
}

/**
 * Like `findLookAlike`, for many addresses. Built once; each lookup takes about 50 map reads, however many
 * addresses are known. Kept small for the first screen; `gatherLookAlikes` is for lists of any length.
 */
export function lookAlikeIndex(known: readonly Address[]): (address: Address) => LookAlike | null {
  const all = new Set(known.map(digitsOf))
  const byKey = new Map<string, Address[]>()
  for (const address of known) {
    for (const key of keysOf(digitsOf(address))) {
      const bucket = byKey.get(key)
      if (bucket) bucket.push(address)
      else byKey.set(key, [address])
    }
  }
  return (address) => {
    const digits = digitsOf(address)
    if (all.has(digits)) return null
    let similar: LookAlike | null = null
    for (const candidate of new Set(questionsOf(digits).flatMap((key) => byKey.get(key) ?? []))) {
      const kind = lookAlikeKey(digits, digitsOf(candidate))
      if (kind === 'look-alike') return { kind, known: candidate }
      if (kind === 'similar') similar ??= { kind, known: candidate }
    }
    return similar
  }
}

/** The lower-case digits of an address, on which the comparison is based. */
export function digitsOf(address: Address): string {
  return address.slice(2).toLowerCase()
}

/** Compares two addresses by their digits (`digitsOf`). */
export function lookAlikeKey(a: string, b: string): Similarity {
  if (a === b) return 'same'
  const ends = (count: number) =>
    a.slice(0, count) === b.slice(0, count) && a.slice(-count) === b.slice(-count)
  if (ends(4)) return 'look-alike'
  return ends(3) || isWithinEdits(a, b) ? 'similar' : 'different'
}

function endsKey(digits: string): string {
  return `ends:${digits.slice(0, 3)}${digits.slice(-3)}`
}

function keysOf(digits: string): string[] {
  const keys = [endsKey(digits)]
  for (let at = 0; at < DIGITS; at += PART) keys.push(`${at}:${digits.slice(at, at + PART)}`)
  return keys
}

/** All keys that a similar address may have. The edits before an intact part limit how far it is shifted. */
function questionsOf(digits: string): string[] {
  const keys = [endsKey(digits)]
  for (let at = 0; at < DIGITS; at += PART) {
    for (let shift = -MAX_EDITS; shift <= MAX_EDITS; shift++) {
      const start = at + shift
      if (start >= 0 && start + PART <= DIGITS) keys.push(`${at}:${digits.slice(start, start + PART)}`)
    }
  }
  return keys
}

/** Levenshtein distance, computed only as far from the diagonal as needed. */
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
