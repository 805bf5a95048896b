import type { BrowserFacts, StorageReading } from './facts.ts'

/** Storage key prefixes of the portal and its wallet layer. */
const OURS = /^(portal\.|rk-|wagmi\.)/

/** The browser's storage and quota; both can be missing or forbidden. */
export type StorageSeams = {
  readonly open: () => Storage
  readonly estimate: () => Promise<StorageEstimate> | undefined
}

const here: StorageSeams = {
  open: () => window.localStorage,
  // Outside a secure context there is no storage manager, despite the types.
  estimate: () => (navigator.storage as StorageManager | undefined)?.estimate?.(),
}

/** Our keys in the browser's storage and their sizes, without values. Never throws. */
export async function readStorage({ open, estimate }: StorageSeams = here): Promise<StorageReading> {
  const keys: { key: string; characters: number }[] = []
  let others = 0
  let readable = true
  try {
    const store = open()
    for (let index = 0; index < store.length; index++) {
      const key = store.key(index) ?? ''
      if (OURS.test(key)) keys.push({ key: key.slice(0, 200), characters: store.getItem(key)?.length ?? 0 })
      else others++
    }
  } catch {
    readable = false
  }
  keys.sort((a, b) => (a.key < b.key ? -1 : 1))
  const { usage, quota } =
    (await Promise.resolve()
      .then(estimate)
      .catch(() => undefined)) ?? {}
  return { keys, others, readable, usage: usage ?? null, quota: quota ?? null }
}

/** The browser's description of itself. */
export function readBrowser(): BrowserFacts {
  return {
    userAgent: navigator.userAgent,
    viewport: `${window.innerWidth} × ${window.innerHeight} px, ${window.devicePixelRatio} per CSS px`,
    languages: navigator.languages.join(', '),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'unknown',
  }
}
