import type { Address } from '#chain/money/Address.ts'
import type { Call } from '#chain/money/Call.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import type { ProposerRole } from '#safe/proposal/mayPropose.ts'
import type { ActivityLists } from './Activity.ts'
import type { Attestation, AttestHow } from './Attestation.ts'
import type { Batching } from './Batching.ts'
import type { PaymentsMade, Since } from './PaymentsMade.ts'
import type { Submission } from './Submission.ts'

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
  /** A final block from before the request, see `PaymentsMade`; null where that could not be read. */
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
  readonly paymentsMade: (since: Since, signal?: AbortSignal) => Promise<PaymentsMade>
  /**
   * Asks the person to sign a text, which sends nothing and costs nothing. Strictly one at a time, payments included.
   * @throws PortalError `rejected`, `busy`, `refused`, `unreachable`, `malformed` when the answer is about something
   * else, or `unknown-result` when a Safe says no and its messages could not be read to make sure, and when the waiting
   * was ended
   */
  readonly attest: (text: string, how?: AttestHow) => Promise<Attestation>
  /**
   * Where the signing of a text stands now. Asks nobody to sign anything; the text is all that has to be kept. Null when
   * no source knows of it, as always with an account that has a key. @throws PortalError when nothing could be read
   */
  readonly attestation: (text: string, signal: AbortSignal) => Promise<Attestation | null>
  /** Who signs what is proposed here, where that is the account of a wallet; absent where the Safe's host asks its owners. */
  readonly proposer?: Proposer
  /**
   * A Safe as the payer, for an account that may propose to it; absent where no transaction service takes proposals. Asks
   * the person nothing. @throws PortalError `refused` with the reason, `unreachable` or `malformed`
   */
  readonly proposeFor?: (safe: Address) => Promise<Account>
}
