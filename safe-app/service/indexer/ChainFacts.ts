import type { Address, Hex } from 'viem'
import type { SafeTx, SafeTxHash } from '#safe/tx/SafeTx.ts'

/** The block and time of an event. `timestamp` is in ms, like in the gateway. */
export type Moment = {
  readonly blockNumber: number
  readonly timestamp: number
  readonly txHash: Hex
  readonly logIndex: number
}

/** The creation of a Safe. */
export type Creation = Moment & {
  readonly safe: Address
  readonly creator: Address
  readonly factory: Address
  readonly masterCopy: Address | null
  readonly setupData: Hex | null
  readonly saltNonce: string | null
}

/**
 * An executed SafeTx, successful or not. `tx` is null if the events do not contain it (Safe without L2
 * events).
 */
export type Execution = Moment & {
  readonly safe: Address
  readonly safeTxHash: SafeTxHash
  readonly tx: SafeTx | null
  readonly success: boolean
  readonly payment: bigint
  readonly executor: Address
  readonly gasUsed: bigint
  readonly gasPrice: bigint
  readonly signatures: Hex | null
  /** The threshold at that time, if the event contains it. */
  readonly threshold: number | null
}

export type Approval = Moment & { readonly safe: Address; readonly owner: Address; readonly safeTxHash: Hex }

export type ModuleExecution = Moment & {
  readonly safe: Address
  readonly module: Address
  readonly to: Address
  readonly value: bigint
  readonly data: Hex
  readonly operation: 0 | 1
  readonly success: boolean
}

/** A movement of BNB or a token. `path` distinguishes several within one log. */
export type Transfer = Moment & {
  readonly type: 'ETHER_TRANSFER' | 'ERC20_TRANSFER' | 'ERC721_TRANSFER'
  readonly from: Address
  readonly to: Address
  /** Base units, or the id of an ERC-721 token. */
  readonly value: bigint
  readonly token: Address | null
  readonly path: string
}

/** Everything read from the blocks. It can be rebuilt from them, so it can be discarded at any time. */
export type ChainFacts = {
  readonly creations: Map<Address, Creation>
  readonly executions: Execution[]
  readonly approvals: Approval[]
  readonly moduleExecutions: ModuleExecution[]
  readonly transfers: Transfer[]
  /** Hashes of Safe messages signed on the chain, per Safe. */
  readonly signedMessages: { readonly safe: Address; readonly messageHash: Hex }[]
}

/** The facts of an empty chain. */
export function emptyFacts(): ChainFacts {
  return {
    creations: new Map(),
    executions: [],
    approvals: [],
    moduleExecutions: [],
    transfers: [],
    signedMessages: [],
  }
}

/** The service's id of a transfer: `e` and the log index of a token, `i` and the path of BNB. */
export function transferId({ type, txHash, logIndex, path }: Transfer): string {
  return type === 'ETHER_TRANSFER' ? `i${txHash.slice(2)}${path}` : `e${txHash.slice(2)}${logIndex}`
}

/** The service's id of a module's transaction. */
export function moduleId({ txHash, logIndex }: Moment): string {
  return `i${txHash.slice(2)}${logIndex}`
}
