import type { Hash, Hex } from 'viem'
import type { Address } from '#chain/money/Address.ts'
import type { Call } from '#chain/money/Call.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import type { ProposerRole } from '#safe/proposal/proposalReads.ts'
import type { SafeMessageHash } from '#safe/tx/SafeMessage.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import type { ActivityLists, RecentPayments, Since } from './Activity.ts'
import type { Submission } from './Submission.ts'

/**
 * How an account handles several calls (EIP-5792 for wallets). `limit` is the maximum number of calls per
 * `submit`.
 * - `atomic` all of them happen together, or none
 * - `upgrade` the same, but the wallet first changes the account permanently (EIP-7702), so the UI warns
 *   beforehand
 * - `single` one transaction after another, each confirmed separately
 */
export type Batching =
  | { readonly kind: 'atomic'; readonly limit: number }
  | { readonly kind: 'upgrade'; readonly limit: number }
  | { readonly kind: 'single' }

/**
 * Maximum calls per proposal of a Safe. Its gas stays far below a block's, and owners can still review it.
 */
export const SAFE_LIMIT = 100

/** The most calls that wallets were seen to accept at once. */
export const WALLET_LIMIT = 10

/**
 * Facts about a Safe that a page may need. They come from the chain; the host's report is used only until the
 * chain has been read.
 */
export type SafeFacts = {
  readonly owners: readonly Address[]
  readonly threshold: number
  /** The host reports that no connected owner could sign. A hint, not authoritative. */
  readonly readOnly: boolean
}

/** A contract that is connected like a wallet: a Safe with Safe's own code, or anything else. */
export type AccountContract = 'safe' | 'other'

/** The wallet account that proposes to a Safe, and its role in that Safe. */
type Proposer = { readonly address: Address; readonly role: ProposerRole }

/** Arguments of `submit` besides the calls. */
export type SubmitHow = {
  /** The id of the attempt: 32 bytes. A wallet gets it as the id of a batch, so that its answer can be looked up. */
  readonly id: Hex
  /** Called with the answer at once, before slower reads complete it, and even after `signal` stopped the waiting. */
  readonly onAnswer?: (submission: Submission) => void
  /** A final block from before the request, see `RecentPayments`; null if it could not be read. */
  readonly since: bigint | null
  /** Proposals that this browser made within the last minute: of two with one nonce only one can run. */
  readonly recent?: readonly SafeTxHash[]
  /** The purpose of the payments, which a service shows to the other owners of a Safe. Others ignore it. */
  readonly note?: string | null
  /** Stops waiting for an answer but does not withdraw the request: the person may still approve it. */
  readonly signal?: AbortSignal
}

/**
 * Signing and executing for a Safe that a wallet's account owns. Both read the proposal again and refuse one that
 * contradicts itself or has a warning that is not among those `seen`, so that nothing changes after it was shown.
 */
export type SafeOwner = {
  /**
   * Signs a proposal and gives the signature to the transaction service; absent if none takes it.
   * @throws PortalError `rejected`, `busy` or `refused` if the service has no signature, otherwise `unknown-result`
   */
  readonly sign?: (safe: Address, safeTxHash: SafeTxHash, seen: readonly string[]) => Promise<void>
  /**
   * Executes a proposal whose turn it is with one transaction of the wallet, which pays the network fee. An owner who
   * has not signed signs by executing. The nonce of the Safe makes a second execution impossible.
   * @throws PortalError `rejected`, `busy` or `refused` if nothing was sent, otherwise `unknown-result`
   */
  readonly execute: (safe: Address, safeTxHash: SafeTxHash, seen: readonly string[]) => Promise<Hash>
}

/**
 * The paying account, and the only interface between a mode and the portal. Pages use its facts and never
 * check the mode. Chain reads are not part of it: both modes read BSC through the same client.
 */
export type Account = {
  readonly kind: 'eoa' | 'safe'
  readonly address: Address
  /** Null for an account that is not a Safe. */
  readonly safe: SafeFacts | null
  /**
   * How the account currently handles several calls. Never requests consent and never throws: `single` if in
   * doubt.
   */
  readonly batching: (signal: AbortSignal) => Promise<Batching>
  /**
   * Requests approval of the calls, one request at a time: a second one fails with `busy` until the first is
   * answered or its signal aborts. Pass several calls to a wallet only if `batching` allows it.
   * @throws PortalError `rejected`, `busy`, `refused` (also for more calls than the limit), or
   * `unknown-result` when the outcome is unknown
   */
  readonly submit: (calls: readonly Call[], how: SubmitHow) => Promise<Submission>
  /**
   * The current status of each payment of a submission, in the order of its calls, judged by the chain.
   * @throws PortalError when nothing could be read
   */
  readonly status: (submission: Submission, signal: AbortSignal) => Promise<readonly PaymentStatus[]>
  readonly activity: ActivityLists
  /**
   * The payments that the account has sent or queued, found by content in its queue, its history, the chain
   * and this browser's records. Used before each payment, and to resolve a request without an answer.
   * @throws PortalError when an essential source could not be read
   */
  readonly recentPayments: (since: Since, signal?: AbortSignal) => Promise<RecentPayments>
  /**
   * Requests a signature for a text, which sends nothing and costs nothing. Strictly one request at a time,
   * payments included.
   * @throws PortalError `rejected`, `busy`, `refused`, `unreachable`, `malformed` when the answer is about
   * something else, or `unknown-result` when the waiting was stopped, or when a Safe rejects and its messages
   * could not be read to verify that
   */
  readonly signMessage: (text: string, how?: SignMessageOptions) => Promise<MessageSignature>
  /**
   * The current state of signing a text. Never requests a signature; only the text has to be kept. Null if no
   * source knows it, and always null for an account with a key.
   * @throws PortalError when nothing could be read
   */
  readonly messageSignature: (text: string, signal: AbortSignal) => Promise<MessageSignature | null>
  /**
   * The names that its owners keep in Safe{Wallet}, as the host gives them: unchecked. The host asks for permission.
   * Absent if there is no host.
   * @throws PortalError `rejected` or `refused`
   */
  readonly addressBook?: () => Promise<unknown>
  /**
   * Reads which code runs at the address of a wallet's account: Safe's own code, another contract, or null for an
   * account with a key, delegated (EIP-7702) or not. A Safe that is connected like a wallet answers with proposals.
   * Absent if `kind` already decides the answer.
   * @throws when the chain cannot be read, or two operators do not agree about the code
   */
  readonly contract?: () => Promise<AccountContract | null>
  /** The wallet account that signs proposals; absent if the Safe's host asks its owners. */
  readonly proposer?: Proposer
  /**
   * A Safe as the payer, for an account that may propose to it; absent if no transaction service accepts
   * proposals. Requires no approval.
   * @throws PortalError `refused` with the reason, `unreachable` or `malformed`
   */
  readonly proposeFor?: (safe: Address) => Promise<Account>
  /** Absent if the account has no key of its own to sign with. */
  readonly asOwner?: SafeOwner
}

/**
 * An account as its mode opens it. `activity` is null if no service lists the account. Its history then consists of
 * the requests of this browser, from the ledger.
 */
export type OpenedAccount = Omit<Account, 'activity'> & { readonly activity: ActivityLists | null }

/** Options for signing a text. */
export type SignMessageOptions = {
  /**
   * Signs with a Safe transaction, which the owners confirm and execute, and which the Safe's contract
   * records. It yields no signature. If omitted, the host decides, and signs off-chain if the Safe can.
   */
  readonly onChain?: boolean
  /** Stops waiting. A host never answers once its dialog for an on-chain signature has been closed. */
  readonly signal?: AbortSignal
}

/** The result of requesting a signature for a text. */
export type MessageSignature =
  /**
   * The signature was verified, by recovery or by the account's contract. A contract's signature is valid
   * only as long as the contract accepts it.
   */
  | { readonly kind: 'signed'; readonly signature: Hex }
  /** Owners of a Safe still have to sign. It can be found again from the text alone, even after a reload. */
  | {
      readonly kind: 'collecting'
      readonly messageHash: SafeMessageHash
      /** Owners with a verified signature; null if that could not be read. */
      readonly have: number | null
      /** Number of owners that the Safe requires; null if that could not be read. */
      readonly need: number | null
    }
  /** A transaction that signs on-chain is in the Safe's queue. */
  | {
      readonly kind: 'proposed'
      readonly safeTxHash: SafeTxHash
      /** False until a source reports the proposal and it has been compared with the request. */
      readonly compared: boolean
    }
  /** As of this block, the Safe's contract records that its owners have signed. */
  | { readonly kind: 'signed-on-chain'; readonly block: bigint }
