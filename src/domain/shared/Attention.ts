/** A task or an event that waits for the person: what it is, what it means for the money, and where to act on it. */
import type { StatusText } from './StatusText.ts'

export type Attention = StatusText & {
  /** Changes when the same thing needs another action, so that it counts as new. */
  readonly id: string
  /** The page on which to act, and the label of the button. */
  readonly path: string
  readonly action: string
}
