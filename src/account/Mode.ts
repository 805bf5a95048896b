import type { ComponentType } from 'react'

/** What boot hands to the portal: how accounts get in, and what a mode shows of itself. */
export type Mode = {
  /** Stands in the header: the connect button, or the Safe that is open. */
  readonly AccountBar: ComponentType
  /** Mounted beside the portal, never around it: it may arrive late. */
  readonly Layer: ComponentType
  /** Opens the way to an account; null where the account is given. */
  readonly connect: (() => void) | null
}
