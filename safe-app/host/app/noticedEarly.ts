import type { Traffic } from '../bridge/TrafficLog.ts'

/** An app that repeats lost reads does so within this time. */
const PATIENCE_MS = 5_000

/** The browser reports a page's load and its messages in either order if they are this close together. */
const TOGETHER_MS = 50

/** A message was lost, and the app has not asked again. */
export function lostFault({ exchanges, now }: Traffic): string | null {
  const lost = exchanges.find(
    ({ state, reason, method, number, at }) =>
      state === 'lost' &&
      reason !== 'silent' &&
      now - at > PATIENCE_MS &&
      !exchanges.some((later) => later.number > number && later.method === method),
  )
  if (!lost) return null
  return `Its ${lost.method} was lost after ${Math.round(lost.at)} ms, and it did not ask again within 5 s.`
}

/** A message came clearly before the page had loaded. */
export function earlyFault({ exchanges, loadedAt }: Traffic): string | null {
  if (loadedAt === null) return null
  const early = exchanges.filter(
    ({ by, at, state }) => by === 'app' && at < loadedAt - TOGETHER_MS && state !== 'ignored',
  )
  const [first] = early
  if (!first) return null
  // An app that asked again has shown that it copes with a lost message.
  const isRepeated = early.every(({ method, number }) =>
    exchanges.some((later) => later.number > number && later.method === method && later.at >= loadedAt),
  )
  if (isRepeated) return null
  return `It asked ${first.method} ${Math.round(loadedAt - first.at)} ms before its page had loaded, and only then.`
}
