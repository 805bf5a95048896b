import type { Hex } from 'viem'
import type { Call } from '#chain/money/Call.ts'
import type { Message } from '../chain/Message.ts'

/** What the host's dialog is about. */
export type Flow = SendFlow | MessageFlow | DoneFlow

/** A SafeTx to sign: an app's calls, a message that is signed on chain, or the host's own batch or rejection. */
export type SendFlow = {
  readonly kind: 'send'
  /** Who asks: an app for a transaction or a message, or the host's own user. */
  readonly purpose: 'request' | 'message' | 'rejection' | 'batch'
  readonly title: string
  /** The app's request, or null when the host asks for itself. */
  readonly requestId: string | null
  readonly calls: readonly Call[]
  /** 1 only for SignMessageLib; batches become a delegatecall when they are built. */
  readonly operation: 0 | 1
  readonly safeTxGas: bigint
  /** Set when the nonce is not for the person to choose. */
  readonly nonce: number | null
  readonly origin: string | undefined
}

/** A message that owners sign off chain until the threshold is met. */
export type MessageFlow = {
  readonly kind: 'message'
  readonly requestId: string
  readonly message: Message
  readonly origin: string
}

/** What came of it. */
export type DoneFlow = {
  readonly kind: 'done'
  readonly text: string
  /** Why it went no further, or null. */
  readonly note: string | null
  readonly safeTxHash: Hex | null
  readonly txHash: Hex | null
}
