import type { Address, Hex } from 'viem'
import type { SafeTx, SafeTxHash } from '#safe/tx/SafeTx.ts'

/** Where something happened. `timestamp` is in ms, as the gateway gives it. */
export type Moment = {
  readonly blockNumber: number
  readonly timestamp: number
  readonly txHash: Hex
  readonly logIndex: number
}

/** The birth of a Safe. */
export type Creation = Moment & {
  readonly safe: Address
  readonly creator: Address
  readonly factory: Address
  readonly masterCopy: Address | null
  readonly setupData: Hex | null
  readonly saltNonce: string | null
}

/** A SafeTx that was executed, well or not. `tx` is null when the chain alone does not tell (Safe without L2 events). */
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
  /** Threshold at that time, where the event tells. */
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

/** Coins or a token that moved. `path` tells the moves of one log apart. */
export type Transfer = Moment & {
  readonly type: 'ETHER_TRANSFER' | 'ERC20_TRANSFER' | 'ERC721_TRANSFER'
  readonly from: Address
  readonly to: Address
  /** Base units, or the id of an ERC-721 token. */
  readonly value: bigint
  readonly token: Address | null
  readonly path: string
}

/** All that the blocks say. Rebuilt from them alone, so it can be thrown away at any time. */
export type ChainFacts = {
  readonly creations: Map<Address, Creation>
  readonly executions: Execution[]
  readonly approvals: Approval[]
  readonly moduleExecutions: ModuleExecution[]
  readonly transfers: Transfer[]
  /** Hashes of Safe messages signed on the chain, per Safe. */
  readonly signedMessages: { readonly safe: Address; readonly messageHash: Hex }[]
}

/** What an empty chain says. */
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

/** The service's id of a transfer: `e` and the log of a token, `i` and the path of BNB. */
export function transferId({ type, txHash, logIndex, path }: Transfer): string {
  return type === 'ETHER_TRANSFER' ? `i${txHash.slice(2)}${path}` : `e${txHash.slice(2)}${logIndex}`
}

/** The service's id of what a module did. */
export function moduleId({ txHash, logIndex }: Moment): string {
  return `i${txHash.slice(2)}${logIndex}`
}
