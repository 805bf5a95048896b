import type { Address } from '#chain/money/Address.ts'
import { digitsOf, type LookAlike, likeness, MAX_EDITS } from './lookAlike.ts'

/** Addresses that are gathered one by one, each of which may be asked for what else of them it could be taken for. */
export type LookAlikes = {
  add(address: Address): void
  /** The one that was added first of those that look most alike; the address itself never counts. */
  find(address: Address): LookAlike | null
}

/** With one part more than edits, one part of a mistyped address is whole. */
const PARTS = MAX_EDITS + 1
const PART = 40 / PARTS
/** Of so many addresses with the same digits at one place each is compared; with more of them all are similar. */
const MOST_COMPARED = 64

type Entry = { readonly address: Address; readonly digits: string }
/** Alone for most keys, and then without a list around it. */
type Bucket = Entry | Entry[]

/**
 * Gathers addresses among which look-alikes are sought. Neither adding nor asking costs more when many are alike, so a
 * list that was made to be slow is not.
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
        // A whole part is shifted by no more than the edits before it.
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
  // One more than are compared, so that more can be told from enough.
  else if (bucket.length <= MOST_COMPARED) bucket.push(entry)
}

function another(bucket: Bucket | undefined, digits: string): Entry | undefined {
  if (bucket === undefined) return undefined
  return (Array.isArray(bucket) ? bucket : [bucket]).find((entry) => entry.digits !== digits)
}

function similarIn(bucket: Bucket | undefined, digits: string): Entry | undefined {
  if (bucket === undefined) return undefined
  if (!Array.isArray(bucket)) return likeness(digits, bucket.digits) === 'similar' ? bucket : undefined
  if (bucket.length > MOST_COMPARED) return another(bucket, digits)
  return bucket.find((entry) => likeness(digits, entry.digits) === 'similar')
}

function endsOf(digits: string, count: number): string {
  return digits.slice(0, count) + digits.slice(-count)
}

/** Every eight digits in a row as a number of 30 bits, which is enough to find them: who is found is compared. */
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
