import * as v from 'valibot'
import { type Address, type Hex, isAddressEqual } from 'viem'
import { PortalError } from '#chain/PortalError.ts'
import { cleanLabel } from '#chain/text/label.ts'
import type { SafeTx, SafeTxHash } from '#safe/tx/SafeTx.ts'
import { address } from './documents.ts'
import { txServiceKit } from './txServiceReads.ts'

/** A transaction of a Safe, signed by the one who proposes it. */
export type SignedProposal = {
  readonly safe: Address
  readonly tx: SafeTx
  readonly safeTxHash: SafeTxHash
  readonly sender: Address
  /** 65 bytes over the safeTxHash. An owner's counts as the first confirmation. */
  readonly signature: Hex
}

/** Where proposals are handed in for the owners of a Safe. */
export type ProposalService = {
  /**
   * Accounts that have named `delegate` to propose for this Safe, as the service keeps them. Whether they are owners, the
   * chain has to say. @throws PortalError `unreachable` or `malformed`
   */
  readonly delegatorsOf: (safe: Address, delegate: Address) => Promise<readonly Address[]>
  /**
   * @throws PortalError `refused` where the service understood and said no (HTTP 4xx); after anything else nobody knows
   * whether it keeps the proposal, and that is `unknown-result`
   */
  readonly propose: (proposal: SignedProposal) => Promise<void>
}

/** What the service keeps beside a proposal, for the owners to read. */
const ORIGIN = 'Influencer Portal'

/** Longest part (characters) of a service's own words that is shown. */
const MAX_WORDS = 200

/** Nobody is named by more owners of one Safe. */
const MOST_DELEGATORS = 100

/** Client errors that say nothing of the proposal itself: too slow, and who should ask again later. */
const NO_REFUSAL: readonly unknown[] = [408, 425]

/** What api-kit asks of a transaction service to propose. */
export function txServiceProposals(base: string): ProposalService {
  const { kit, ask } = txServiceKit(base)
  return {
    async delegatorsOf(safe, delegate) {
      const query = { safeAddress: safe, delegateAddress: delegate, limit: MOST_DELEGATORS }
      const answer = await ask(() => kit.getSafeDelegates(query)).catch((cause: unknown) => {
        throw new PortalError('unreachable', 'The Safe transaction service did not answer.', { cause })
      })
      const read = v.safeParse(delegates, answer)
      if (!read.success) {
        throw new PortalError('malformed', 'The Safe transaction service told delegates that cannot be read.')
      }
      return read.output.results
        .filter(
          (named) =>
            isAddressEqual(named.delegate, delegate) &&
            (!named.safe || isAddressEqual(named.safe, safe)) &&
            !hasEnded(named.expiryDate),
        )
        .map(({ delegator }) => delegator)
    },
    async propose({ safe, tx, safeTxHash, sender, signature }) {
      const { to, data, operation, gasToken, refundReceiver } = tx
      const nonce = Number(tx.nonce)
      if (!Number.isSafeInteger(nonce))
        throw new PortalError('refused', `No service takes the nonce ${nonce}.`)
      const proposal = {
        safeAddress: safe,
        safeTransactionData: {
          ...{ to, data, operation, gasToken, refundReceiver, nonce },
          value: `${tx.value}`,
          safeTxGas: `${tx.safeTxGas}`,
          baseGas: `${tx.baseGas}`,
          gasPrice: `${tx.gasPrice}`,
        },
        safeTxHash,
        senderAddress: sender,
        senderSignature: signature,
        origin: ORIGIN,
      }
      await ask(() => kit.proposeTransaction(proposal)).catch((cause: unknown) => {
        throw proposalError(cause)
      })
    },
  }
}

const delegates = v.object({
  results: v.pipe(
    v.array(
      v.object({
        safe: v.nullish(address),
        delegate: address,
        delegator: address,
        expiryDate: v.nullish(v.string()),
      }),
    ),
    v.maxLength(1000),
  ),
})

/** A date that cannot be read is none that lies ahead. */
function hasEnded(expiryDate: string | null | undefined): boolean {
  return typeof expiryDate === 'string' && !(Date.parse(expiryDate) > Date.now())
}

/** What api-kit threw at a proposal. Its `HttpError` carries the status and a text, or a list, of the service. */
function proposalError(cause: unknown): PortalError {
  const { statusCode, message } = cause as { statusCode?: unknown; message?: unknown }
  const isNo = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
  if (!isNo || NO_REFUSAL.includes(statusCode)) {
    const text = 'The Safe transaction service did not say whether it took the proposal.'
    return new PortalError('unknown-result', text, { cause })
  }
  const words = [...cleanLabel(String(message ?? ''))].slice(0, MAX_WORDS).join('') || `status ${statusCode}`
  return new PortalError('refused', `The Safe transaction service refused the proposal: “${words}”`, {
    cause,
  })
}
