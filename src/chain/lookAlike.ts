import type { Address } from './Address.ts'

/**
 * How alike two addresses look: `look-alike` shares the first four and the last four hex digits, which is all that
 * lists show of them and what thieves search for; `similar` shares three and three, or differs by a few typing
 * mistakes. Case means nothing.
 */
export type Likeness = 'same' | 'look-alike' | 'similar' | 'different'

/** The known address that another one could be taken for. */
export type LookAlike = { readonly kind: 'look-alike' | 'similar'; readonly known: Address }

const DIGITS = 40
/** Digits lost, added or changed that a person may not notice. */
const MAX_EDITS = 4
/** With one part more than edits, one part of a mistyped address is whole. */
const PART = DIGITS / (MAX_EDITS + 1)

/** Compares two addresses. */
export function lookAlike(a: Address, b: Address): Likeness {
  return likeness(digitsOf(a), digitsOf(b))
}

/** The known address that `address` could be taken for, the most alike first; null when there is none or it is known itself. */
export function findLookAlike(address: Address, known: readonly Address[]): LookAlike | null {
  return lookAlikeIndex(known)(address)
}

/** Like `findLookAlike`, for many addresses: built once, each question costs about 50 lookups whatever is known. */
export function lookAlikeIndex(known: readonly Address[]): (address: Address) => LookAlike | null {
  const all = new Set(known.map(digitsOf))
  const { add, find } = gatherLookAlikes()
  for (const address of known) add(address)
  return (address) => (all.has(digitsOf(address)) ? null : find(address))
}

/** Addresses that are gathered one by one, each of which may be asked for what else of them it could be taken for. */
export type LookAlikes = {
  add(address: Address): void
  /** The one that was added first of those that look most alike; the address itself never counts. */
  find(address: Address): LookAlike | null
}

/** So many addresses with the same eight digits at one place are compared; with more of them each one is similar. */
const MOST_COMPARED = 64

/**
 * Gathers addresses among which look-alikes are sought. Neither adding nor asking costs more when many are alike, so a
 * list that was made to be slow is not.
 */
export function gatherLookAlikes(): LookAlikes {
  const byKey = new Map<string, Address[]>()
  const isOther = (digits: string) => (candidate: Address) => digitsOf(candidate) !== digits
  return {
    add(address) {
      const digits = digitsOf(address)
      for (const key of keysOf(digits)) {
        const bucket = byKey.get(key)
        if (!bucket) byKey.set(key, [address])
        // One more than are compared, so that more can be told from enough.
        else if (bucket.length <= MOST_COMPARED && bucket.every(isOther(digits))) bucket.push(address)
      }
    },
    find(address) {
      const digits = digitsOf(address)
      const [sameEnds, almostEnds] = endKeys(digits).map((key) => byKey.get(key)?.find(isOther(digits)))
      if (sameEnds) return { kind: 'look-alike', known: sameEnds }
      if (almostEnds) return { kind: 'similar', known: almostEnds }
      for (const key of questionsOf(digits)) {
        const bucket = byKey.get(key) ?? []
        const isSimilar = (candidate: Address) =>
          bucket.length > MOST_COMPARED || likeness(digits, digitsOf(candidate)) === 'similar'
        const known = bucket.find((candidate) => isOther(digits)(candidate) && isSimilar(candidate))
        if (known) return { kind: 'similar', known }
      }
      return null
    },
  }
}

function digitsOf(address: Address): string {
  return address.slice(2).toLowerCase()
}

function likeness(a: string, b: string): Likeness {
  if (a === b) return 'same'
  const ends = (count: number) =>
    a.slice(0, count) === b.slice(0, count) && a.slice(-count) === b.slice(-count)
  if (ends(4)) return 'look-alike'
  return ends(3) || isWithinEdits(a, b) ? 'similar' : 'different'
}

/** Those under which addresses stand that look alike, and that are similar, by their ends. */
function endKeys(digits: string): string[] {
  return [4, 3].map((count) => `ends:${digits.slice(0, count)}${digits.slice(-count)}`)
}

function keysOf(digits: string): string[] {
  const keys = endKeys(digits)
  for (let at = 0; at < DIGITS; at += PART) keys.push(`${at}:${digits.slice(at, at + PART)}`)
  return keys
}

/** Every key under which something mistyped may stand: a whole part is shifted by no more than the edits before it. */
function questionsOf(digits: string): string[] {
  const keys: string[] = []
  for (let at = 0; at < DIGITS; at += PART) {
    for (let shift = -MAX_EDITS; shift <= MAX_EDITS; shift++) {
      const start = at + shift
      if (start >= 0 && start + PART <= DIGITS) keys.push(`${at}:${digits.slice(start, start + PART)}`)
    }
  }
  return keys
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
