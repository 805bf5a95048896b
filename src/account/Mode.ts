import type { ComponentType } from 'react'

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
