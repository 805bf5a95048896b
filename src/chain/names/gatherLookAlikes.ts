import type { Address } from '#chain/money/Address.ts'
import { digitsOf, type LookAlike, lookAlikeKey, MAX_EDITS } from './lookAlike.ts'

/** A growing set of addresses, in which look-alikes of an address can be found. */
type LookAlikes = {
  add(address: Address): void
  /** The most similar address, the first added if there are several; never the address itself. */
  find(address: Address): LookAlike | null
}

/** With one more part than edits, at least one part of a mistyped address is intact. */
const PARTS = MAX_EDITS + 1
const PART = 40 / PARTS
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
        put(map, windows[part * PART] ?? 0, entry)
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
        const last = Math.min(part * PART + MAX_EDITS, windows.length - 1)
        for (let start = Math.max(0, part * PART - MAX_EDITS); start <= last; start++) {
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
  const windows = new Int32Array(digits.length - PART + 1)
  let window = 0
  for (let at = 0; at < digits.length; at++) {
    const code = digits.charCodeAt(at)
    window = ((window << 4) | (code < 58 ? code - 48 : code - 87)) & 0x3fffffff
    if (at >= PART - 1) windows[at - PART + 1] = window
  }
  return windows
}
