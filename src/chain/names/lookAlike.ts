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
const MAX_EDITS = 4
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

/** A growing set of addresses, in which look-alikes of an address can be found. */
type LookAlikes = {
  add(address: Address): void
  /** The most similar address, the first added if there are several; never the address itself. */
  find(address: Address): LookAlike | null
}

/** With one more part than edits, at least one part of a mistyped address is intact. */
const PARTS = MAX_EDITS + 1
const PART_DIGITS = 40 / PARTS
/**
 * Up to this many addresses with the same digits at one position are compared individually; beyond that, all
 * count as similar.
 */
const MOST_COMPARED = 64

type Entry = { readonly address: Address; readonly digits: string }
/** A single entry for most keys, stored without an array. */
type Bucket = Entry | Entry[]

/**
 * Collects addresses to find look-alikes among them. Many similar addresses slow down neither adding nor
 * finding, so a malicious list cannot stall it.
 */
export function gatherLookAlikes(): LookAlikes {
  const seen = new Set<string>()
  const byEnds = new Map<string, Bucket>()
  const byPart = Array.from({ length: PARTS }, () => new Map<number, Bucket>())
  return {
    add(address) {
      const digits = digitsOf(address)
      if (seen.has(digits)) return
      seen.add(digits)
      const entry = { address, digits }
      for (const count of [4, 3]) put(byEnds, endsOf(digits, count), entry)
      const windows = windowsOf(digits)
      byPart.forEach((map, part) => {
        put(map, windows[part * PART_DIGITS] ?? 0, entry)
      })
    },
    find(address) {
      const digits = digitsOf(address)
      const sameEnds = another(byEnds.get(endsOf(digits, 4)), digits)
      if (sameEnds) return { kind: 'look-alike', known: sameEnds.address }
      const almostEnds = another(byEnds.get(endsOf(digits, 3)), digits)
      if (almostEnds) return { kind: 'similar', known: almostEnds.address }
      const windows = windowsOf(digits)
      for (let part = 0; part < PARTS; part++) {
        const map = byPart[part]
        // The edits before an intact part limit how far it is shifted.
        const last = Math.min(part * PART_DIGITS + MAX_EDITS, windows.length - 1)
        for (let start = Math.max(0, part * PART_DIGITS - MAX_EDITS); start <= last; start++) {
          const similar = similarIn(map?.get(windows[start] ?? 0), digits)
          if (similar) return { kind: 'similar', known: similar.address }
        }
      }
      return null
    },
  }
}

function put<Key>(map: Map<Key, Bucket>, key: Key, entry: Entry): void {
  const bucket = map.get(key)
  if (!bucket) map.set(key, entry)
  else if (!Array.isArray(bucket)) map.set(key, [bucket, entry])
  // Store one more than are compared, to detect that there are more.
  else if (bucket.length <= MOST_COMPARED) bucket.push(entry)
}

function another(bucket: Bucket | undefined, digits: string): Entry | undefined {
  if (bucket === undefined) return undefined
  return (Array.isArray(bucket) ? bucket : [bucket]).find((entry) => entry.digits !== digits)
}

function similarIn(bucket: Bucket | undefined, digits: string): Entry | undefined {
  if (bucket === undefined) return undefined
  if (!Array.isArray(bucket)) return lookAlikeKey(digits, bucket.digits) === 'similar' ? bucket : undefined
  if (bucket.length > MOST_COMPARED) return another(bucket, digits)
  return bucket.find((entry) => lookAlikeKey(digits, entry.digits) === 'similar')
}

function endsOf(digits: string, count: number): string {
  return digits.slice(0, count) + digits.slice(-count)
}

/**
 * Every run of eight digits as a number of 30 bits. Collisions are harmless, because candidates are compared.
 */
function windowsOf(digits: string): Int32Array {
  const windows = new Int32Array(digits.length - PART_DIGITS + 1)
  let window = 0
  for (let at = 0; at < digits.length; at++) {
    const code = digits.charCodeAt(at)
    window = ((window << 4) | (code < 58 ? code - 48 : code - 87)) & 0x3fffffff
    if (at >= PART_DIGITS - 1) windows[at - PART_DIGITS + 1] = window
  }
  return windows
}
