import type { Hex } from 'viem'
import type { Call } from '#chain/money/Call.ts'
import type { Message } from '../chain/Message.ts'

/** The content of the host's dialog. */
export type Flow = SendFlow | MessageFlow | DoneFlow

/** A SafeTx to sign: an app's calls, a message to sign on chain, or the host's own batch or rejection. */
export type SendFlow = {
  readonly kind: 'send'
  /** The source: an app's transaction or message, or the host's own user. */
  readonly purpose: 'request' | 'message' | 'rejection' | 'batch'
  readonly title: string
  /** The app's request, or null for the host's own. */
  readonly requestId: string | null
  readonly calls: readonly Call[]
  /** 1 only for SignMessageLib; a batch becomes a delegatecall when it is built. */
  readonly operation: 0 | 1
  readonly safeTxGas: bigint
  /** Set if the user cannot choose the nonce. */
  readonly nonce: number | null
  readonly origin: string
}

/** A message that owners sign off chain until the threshold is met. */
export type MessageFlow = {
  readonly kind: 'message'
  readonly requestId: string
  readonly message: Message
  readonly origin: string
}

/** The result. */
export type DoneFlow = {
  readonly kind: 'done'
  readonly text: string
  /** Why it did not go further, or null. */
  readonly note: string | null
  readonly safeTxHash: Hex | null
  readonly txHash: Hex | null
}
