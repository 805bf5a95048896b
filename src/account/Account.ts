import type { Hash, Hex } from 'viem'
import type { Address } from '#chain/money/Address.ts'
import type { Call, Transfer } from '#chain/money/Call.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import type { ProposerRole } from '#safe/proposal/proposerRole.ts'
import type { SafeMessageHash } from '#safe/tx/SafeMessage.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import type { ActivityLists } from './Activity.ts'

/** Where an account stood: a final block and its next nonce. Kept with what was asked, to tell later what is new. */
export type Position = { readonly block: bigint; readonly nonce: bigint }

/** How far back is looked: `at` in ms since the epoch, `block` where one is known. */
export type Since = { readonly at: number; readonly block: bigint | null }

/**
 * Money that an account has sent, may have sent or is about to send, in one transaction. Found by its content, no matter who
 * asked for it. It does not say whether it was paid: `Account.status` of its submission judges that.
 */
export type RecentPayment = {
  /** safeTxHash or transaction hash in lower case; where a wallet was asked and never answered, a name of its own. */
  readonly id: string
  /** What can be followed; null while its outcome is unknown. */
  readonly submission: Submission | null
  /**
   * `asked`: no answer was seen. `queued`: a proposal that waits, as a service tells. `logged`: a token's log or a Safe's event
   * tells of it. `sent`: anything else.
   */
  readonly state: 'asked' | 'queued' | 'sent' | 'logged'
  readonly transfers: readonly Transfer[]
  /** ms since the epoch; null when the source told none. */
  readonly at: number | null
  /** The nonce of a proposal, from its signed fields. */
  readonly nonce?: bigint
  /** The block that holds it, where a log tells of it. */
  readonly block?: bigint
}

/** What could not be looked at. Times in ms since the epoch. */
export type Gap =
  /** The tokens (symbols) were looked for from `since` on; null: not at all. */
  | { readonly kind: 'logs'; readonly tokens: readonly string[]; readonly since: number | null }
  /** BNB that was sent from elsewhere leaves nothing to find it by. */
  | { readonly kind: 'bnb' }
  /** The history was read from `since` on. */
  | { readonly kind: 'history'; readonly since: number | null }
  /** So many entries are not what they should be. */
  | { readonly kind: 'unreadable'; readonly where: 'queue' | 'history' | 'browser'; readonly count: number }
  /** This many transactions could not be decoded, so they may pay any account. */
  | { readonly kind: 'opaque'; readonly count: number }
  /** A service did not answer: what only it knows is missing. */
  | { readonly kind: 'source'; readonly name: string }

/** What was found, and what could not be searched. */
export type RecentPayments = {
  readonly payments: readonly RecentPayment[]
  readonly gaps: readonly Gap[]
  readonly position: Position
  /** When that block was made (ms), by the chain's clock; null where no node said. */
  readonly time: number | null
  /**
   * Of a Safe: everything that it has executed from this nonce on was read, and its whole queue. Null where that is not so,
   * and for a wallet, which has no list of its past.
   */
  readonly completeFrom: bigint | null
}

/**
 * What an account does with several calls (EIP-5792 for wallets). `limit` is the most calls that one `submit` takes.
 * - `atomic` all of them happen together, or none
 * - `upgrade` the same, but the wallet first changes the account for good (EIP-7702): a person is told before
 * - `single` one transaction after another, each confirmed by itself
 */
export type Batching =
  | { readonly kind: 'atomic'; readonly limit: number }
  | { readonly kind: 'upgrade'; readonly limit: number }
  | { readonly kind: 'single' }

/** Most calls of one proposal of a Safe: its gas stays far below a block's, and owners can still look through it. */
export const SAFE_LIMIT = 100

/** Most calls that wallets were seen to take at once. */
export const WALLET_LIMIT = 10

/** How a text is asked to be signed. */
export type SignMessageOptions = {
  /**
   * A Safe signs by a transaction, which its owners confirm and execute, and remembers that in its contract. No signature
   * comes of it. Left out, a host decides, which is off the chain wherever the Safe can.
   */
  readonly onChain?: boolean
  /** Ends the waiting: a host never answers when its dialog for an on-chain signature was closed. */
  readonly signal?: AbortSignal
}

/** What became of asking an account to sign a text. */
export type MessageSignature =
  /** The signature was checked: by recovery, or by the account's contract. It holds while that says so. */
  | { readonly kind: 'signed'; readonly signature: Hex }
  /** Owners of a Safe still have to sign. Found again by the text alone, after a reload too. */
  | {
      readonly kind: 'collecting'
      readonly messageHash: SafeMessageHash
      /** Owners whose signatures were checked; null when that could not be read. */
      readonly have: number | null
      /** Owners that the Safe asks for; null when that could not be read. */
      readonly need: number | null
    }
  /** A transaction that signs on the chain waits in the queue of the Safe. */
  | {
      readonly kind: 'proposed'
      readonly safeTxHash: SafeTxHash
      /** False while nobody has told what was proposed, so that it could not be compared with what was asked. */
      readonly compared: boolean
    }
  /** The contract of the Safe remembers, after this block, that its owners have signed. */
  | { readonly kind: 'signed-on-chain'; readonly block: bigint }

/**
 * What became of `submit`. A safeTxHash is not a transaction hash: one names what owners sign, the other what the
 * chain executed.
 */
export type Submission =
  | {
      /** One transaction of a wallet, which makes one call. */
      readonly kind: 'sent'
      readonly from: Address
      readonly calls: readonly Call[]
      readonly hash: Hash
      /** Account nonce of the transaction, to notice that another one replaced it; null where no node told it. */
      readonly nonce: bigint | null
      /** A final block before it was asked for; null where that could not be read. What pays it stands in a later one. */
      readonly since: bigint | null
    }
  | {
      /** All calls at once, by a wallet that can (EIP-5792). */
      readonly kind: 'batched'
      readonly from: Address
      readonly calls: readonly Call[]
      /** The wallet's name for the batch: no hash, and nothing that the chain knows. */
      readonly id: string
      /** The transaction that carried it; null until the wallet has named it. */
      readonly hash: Hash | null
      readonly since: bigint | null
    }
  | {
      readonly kind: 'proposed'
      readonly safe: Address
      readonly calls: readonly Call[]
      readonly safeTxHash: SafeTxHash
      /** True where the calls stand inside a larger transaction that a person has put together in the host. */
      readonly among: boolean
    }

/** Facts of a Safe that a page may need. They come from the chain; the host's word only fills the first moment. */
export type SafeFacts = {
  readonly owners: readonly Address[]
  readonly threshold: number
  /** The host says that no owner is connected there who could sign. Advice, not authority. */
  readonly readOnly: boolean
}

/** The account of a wallet that proposes for a Safe, and what it is to that Safe. */
export type Proposer = { readonly address: Address; readonly role: ProposerRole }

/** What `submit` is told beside the calls. */
export type SubmitHow = {
  /** A final block from before the request, see `RecentPayments`; null where that could not be read. */
  readonly since: bigint | null
  /** Ends the waiting for an answer, not the request: the person may still approve it. */
  readonly signal?: AbortSignal
}

/**
 * What pays: the one thing a mode hands to the portal. Pages read its facts and never ask which mode it is.
 * Chain reads are not part of it: both modes read BSC through the same client.
 */
export type Account = {
  readonly kind: 'eoa' | 'safe'
  readonly address: Address
  /** Null for an account that is not a Safe. */
  readonly safe: SafeFacts | null
  /** What the account can do with several calls now. Asks nobody for consent and never throws: in doubt it is `single`. */
  readonly batching: (signal: AbortSignal) => Promise<Batching>
  /**
   * Asks the person to approve the calls, one at a time: a second request is `busy` until the first is answered, or its
   * signal ends the waiting. A wallet is asked for several calls only where `batching` says that it takes them.
   * @throws PortalError `rejected`, `busy`, `refused` (more calls than the limit, too), or `unknown-result` when the
   * outcome is unknown
   */
  readonly submit: (calls: readonly Call[], how: SubmitHow) => Promise<Submission>
  /**
   * Where the payments of a submission stand now, in the order of its calls, judged by the chain.
   * @throws PortalError when nothing could be read
   */
  readonly status: (submission: Submission, signal: AbortSignal) => Promise<readonly PaymentStatus[]>
  readonly activity: ActivityLists
  /**
   * What the account has sent and what waits to be sent, found by content: from its queue, its history, the chain and what
   * this browser remembers. Before anything is paid, and to learn what became of a question without an answer.
   * @throws PortalError when what it must not miss could not be read
   */
  readonly recentPayments: (since: Since, signal?: AbortSignal) => Promise<RecentPayments>
  /**
   * Asks the person to sign a text, which sends nothing and costs nothing. Strictly one at a time, payments included.
   * @throws PortalError `rejected`, `busy`, `refused`, `unreachable`, `malformed` when the answer is about something
   * else, or `unknown-result` when a Safe says no and its messages could not be read to make sure, and when the waiting
   * was ended
   */
  readonly signMessage: (text: string, how?: SignMessageOptions) => Promise<MessageSignature>
  /**
   * Where the signing of a text stands now. Asks nobody to sign anything; the text is all that has to be kept. Null when
   * no source knows of it, as always with an account that has a key. @throws PortalError when nothing could be read
   */
  readonly messageSignature: (text: string, signal: AbortSignal) => Promise<MessageSignature | null>
  /** Who signs what is proposed here, where that is the account of a wallet; absent where the Safe's host asks its owners. */
  readonly proposer?: Proposer
  /**
   * A Safe as the payer, for an account that may propose to it; absent where no transaction service takes proposals. Asks
   * the person nothing. @throws PortalError `refused` with the reason, `unreachable` or `malformed`
   */
  readonly proposeFor?: (safe: Address) => Promise<Account>
}
