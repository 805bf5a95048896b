import type { Exchange, Traffic } from '../bridge/TrafficLog.ts'

/** More of the same request than this, in each of three seconds in a row, is polling too fast. */
const MOST_PER_SECOND = 4
const SECONDS = 3

/** The same request was sent too often for some seconds. */
export function callsPerSecond({ exchanges }: Traffic): string | null {
  const counts = new Map<string, Map<number, number>>()
  for (const exchange of exchanges) {
    if (exchange.by !== 'app' || exchange.state === 'ignored') continue
    const key = keyOf(exchange)
    const perSecond = counts.get(key) ?? new Map<number, number>()
    counts.set(key, perSecond)
    const second = Math.floor(exchange.at / 1000)
    perSecond.set(second, (perSecond.get(second) ?? 0) + 1)
  }
  for (const [key, perSecond] of counts) {
    for (const second of perSecond.keys()) {
      const run = Array.from({ length: SECONDS }, (_, index) => perSecond.get(second + index) ?? 0)
      const least = Math.min(...run)
      if (least > MOST_PER_SECOND) {
        return `It asked ${key.split(' ')[0]} with the same parameters ${least} times a second or more, for three seconds.`
      }
    }
  }
  return null
}

/** Equal for equal requests: of a long payload the beginning and the size are compared. */
function keyOf({ method, payload }: Exchange): string {
  return `${method} ${payload.size} ${payload.text.slice(0, 1_000)}`
}
