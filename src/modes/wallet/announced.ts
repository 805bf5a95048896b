import type { EIP1193Provider } from 'viem'
import { createStore, type Store } from '#storage/store.ts'

/** A wallet that announced itself (EIP-6963). */
export type AnnouncedWallet = {
  /** Letters, digits and underscores, derived from the reverse domain name. */
  readonly id: string
  /** Its reverse domain name, as announced. */
  readonly rdns: string
  readonly name: string
  readonly icon: string
  readonly provider: EIP1193Provider
}

/** The list grows as wallets answer. `subscribe` reports changes and returns the unsubscriber. */
export type Announced = {
  readonly list: () => readonly AnnouncedWallet[]
  readonly subscribe: Store<unknown>['subscribe']
}

/** Maximum length (characters) of a displayed icon. */
const MAX_ICON = 45_000

/** Requests announcements from the wallets in this browser. This connects nothing and prompts nothing. */
export function collectAnnounced(target: Pick<Window, 'addEventListener' | 'dispatchEvent'>): Announced {
  const wallets = createStore<readonly AnnouncedWallet[]>([])
  target.addEventListener('eip6963:announceProvider', (event) => {
    try {
      const wallet = readAnnouncement((event as CustomEvent<unknown>).detail)
      if (wallet && !wallets.get().some(({ id }) => id === wallet.id)) wallets.set([...wallets.get(), wallet])
    } catch {
      // Ignore an announcement that throws when read.
    }
  })
  target.dispatchEvent(new Event('eip6963:requestProvider'))
  return { list: wallets.get, subscribe: wallets.subscribe }
}

/**
 * Parses an announcement as untrusted: only inline pictures, short names and a usable provider are accepted.
 */
function readAnnouncement(detail: unknown): AnnouncedWallet | null {
  if (typeof detail !== 'object' || detail === null) return null
  const { info, provider } = detail as { info?: unknown; provider?: unknown }
  if (typeof info !== 'object' || info === null || !isProvider(provider)) return null
  const { rdns, name, icon } = info as Record<string, unknown>
  if (typeof rdns !== 'string' || typeof name !== 'string' || typeof icon !== 'string') return null
  if (!/^data:image\/(svg\+xml|png|webp|jpeg|gif)[;,]/.test(icon) || icon.length > MAX_ICON) return null
  const id = rdns.replace(/[^a-zA-Z0-9]/g, '_').slice(0, 64)
  const shown = name.replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 32)
  return id && shown ? { id, rdns: rdns.slice(0, 128), name: shown, icon, provider } : null
}

/** Whether a value of the page is a provider (EIP-1193). */
export function isProvider(value: unknown): value is EIP1193Provider {
  return (
    typeof value === 'object' && value !== null && typeof (value as EIP1193Provider).request === 'function'
  )
}
