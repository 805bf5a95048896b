import type { ComponentType } from 'react'

/** The part of the Web Storage API that the portal uses. */
export type KeyValueStore = {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** Where values are kept: in this browser, or only until the page closes. */
export type Keeping = 'browser' | 'page'

/** Storage that cannot throw, and that says whether what it holds outlives the page. */
export type GuardedStorage = KeyValueStore & {
  keeping(): Keeping
  /** Calls back when `keeping` changes; returns the unsubscriber. */
  subscribe(listener: () => void): () => void
}

export type Theme = 'dark' | 'light'

export type ThemeControl = {
  current(): Theme
  /** Puts a theme on the page; `keep` remembers it for the next visit. */
  apply(theme: Theme, keep: boolean): void
  subscribe(listener: () => void): () => void
}

/** One line of the handshake with a Safe host. `at` is ms since it began. */
export type HandshakeEvent = { readonly at: number; readonly what: string }

/** What boot found and hands to the mode and the portal. */
export type Page = {
  readonly storage: GuardedStorage
  readonly theme: ThemeControl
  readonly handshake: readonly HandshakeEvent[]
}

/** The way back to the wallet that was used last; only ever taken by a click. */
export type Reconnect = { readonly possible: () => boolean; readonly start: () => void }

/** What boot hands to the portal: how accounts get in, and what a mode shows of itself. */
export type Mode = {
  /** Stands in the header: the connect button, or the Safe that is open. */
  readonly AccountBar: ComponentType
  /** Mounted beside the portal, never around it: it may arrive late. */
  readonly Layer: ComponentType
  /** Opens the way to an account; null where the account is given. */
  readonly connect: (() => void) | null
  readonly reconnect: Reconnect | null
}
