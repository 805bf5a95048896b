import type { Account } from '#account/Account.ts'
import { SAFE_LIMIT } from '#account/Account.ts'
import type { Exclusive } from '#account/exclusive.ts'
import { proposedStatus } from '#account/safe/proposedStatus.ts'
import { safeActivity } from '#account/safe/safeActivity.ts'
import type { Address } from '#chain/money/Address.ts'
import { PortalError } from '#chain/PortalError.ts'
import { type Rpc, readChain } from '#chain/rpc/Rpc.ts'
import { getProposerRole } from '#safe/proposal/proposerRole.ts'
import { mergeSafePayments } from './mergeSafePayments.ts'
import { type ProposeParts, proposeToSafe } from './proposeToSafe.ts'

/** The dependencies of a Safe that pays on behalf of a wallet's account. */
type ProposerParts = ProposeParts & {
  /** Reads logs, see `safePayments`. */
  readonly scanRpc?: Rpc
  /** The wallet's own lock: it gets one request at a time, for whichever account. */
  readonly exclusive: Exclusive
}

/**
 * A Safe as the payer, with the wallet's account as proposer. A batch is one proposal, so it is atomic.
 * @throws PortalError `refused` if the account may not propose, `unreachable` or `malformed` if that is unknown
 */
export async function proposerAccount(parts: ProposerParts, safe: Address): Promise<Account> {
  const { rpc, scanRpc = rpc, sources, proposer } = parts
  const {
    role,
    state: { owners, threshold },
  } = await getProposerRole(parts, safe, proposer)
  return {
    kind: 'safe',
    address: safe,
    safe: { owners, threshold, readOnly: false },
    proposer: { address: proposer, role },
    activity: safeActivity({ address: safe, sources, rpc, owners }),
    recentPayments: (since, signal) =>
      mergeSafePayments({ address: safe, sources, rpc, scanRpc }, since, signal),
    async status(submission, signal) {
      return readChain(() => proposedStatus({ address: safe, sources, rpc }, submission, signal))
    },
    batching: async () => ({ kind: 'atomic', limit: SAFE_LIMIT }),
    submit: (calls, { signal, note = null }) =>
      parts.exclusive(() => proposeToSafe(parts, safe, calls, note), signal),
    async signMessage() {
      throw new PortalError('refused', 'Open this page inside the Safe to sign with it.')
    },
    messageSignature: async () => null,
  }
}
