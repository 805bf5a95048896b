import * as v from 'valibot'
import { type Address, type Hex, isAddressEqual } from 'viem'
import { PortalError } from '#chain/PortalError.ts'
import { address } from '#chain/schemas.ts'
import { cleanLabel } from '#chain/text/label.ts'
import type { SafeTx, SafeTxHash } from '#safe/tx/SafeTx.ts'
import { noteText } from './documents.ts'
import { txServiceKit } from './txServiceReads.ts'

/** A transaction of a Safe, signed by its proposer. */
type SignedProposal = {
  readonly safe: Address
  readonly tx: SafeTx
  readonly safeTxHash: SafeTxHash
  readonly sender: Address
  /** 65 bytes over the safeTxHash. An owner's signature counts as the first confirmation. */
  readonly signature: Hex
  /** The purpose, for the other owners; null for none. */
  readonly note: string | null
}

/** A service that accepts proposals for the owners of a Safe. */
export type ProposalService = {
  /**
   * Accounts that have appointed `delegate` to propose for this Safe, according to the service. Whether they
   * are owners must be read from the chain.
   * @throws PortalError `unreachable` or `malformed`
   */
  readonly delegatorsOf: (safe: Address, delegate: Address) => Promise<readonly Address[]>
  /**
   * @throws PortalError `refused` when the service understood and refused (HTTP 4xx), otherwise
   * `unknown-result`, because the service may have stored the proposal
   */
  readonly propose: (proposal: SignedProposal) => Promise<void>
  /**
   * Adds an owner's signature to a proposal.
   * @param signature 65 bytes over the safeTxHash
   * @throws PortalError as `propose`
   */
  readonly confirm: (safeTxHash: SafeTxHash, signature: Hex) => Promise<void>
}

/** Stored with a proposal for the owners to read. */
const ORIGIN = 'Influencer Portal'

/** The origin of a proposal as the service takes it: at most 200 characters, with a note as JSON. */
function originOf(note: string | null): string {
  const text = note === null ? '' : noteText(note)
  return text === '' ? ORIGIN : JSON.stringify({ name: ORIGIN, note: text })
}

/** Maximum length (characters) of a service's own message in the UI. */
const MAX_WORDS = 200

/** Maximum delegators to read. No delegate of one Safe has more. */
const MOST_DELEGATORS = 100

/** Client errors unrelated to the proposal itself: request timeout and "too early". */
const NO_REFUSAL: readonly unknown[] = [408, 425]

/** The api-kit calls for proposing to a transaction service. */
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
    async propose({ safe, tx, safeTxHash, sender, signature, note }) {
      const { to, data, operation, gasToken, refundReceiver } = tx
      const nonce = Number(tx.nonce)
      if (!Number.isSafeInteger(nonce))
        throw new PortalError('refused', `No service takes the nonce ${nonce}.`)
      const proposal = {
        safeAddress: safe,
        safeTransactionData: {
          to,
          data,
          operation,
          gasToken,
          refundReceiver,
          nonce,
          value: `${tx.value}`,
          safeTxGas: `${tx.safeTxGas}`,
          baseGas: `${tx.baseGas}`,
          gasPrice: `${tx.gasPrice}`,
        },
        safeTxHash,
        senderAddress: sender,
        senderSignature: signature,
        origin: originOf(note),
      }
      await ask(() => kit.proposeTransaction(proposal)).catch((cause: unknown) => {
        throw writeError(cause, 'proposal')
      })
    },
    async confirm(safeTxHash, signature) {
      await ask(() => kit.confirmTransaction(safeTxHash, signature)).catch((cause: unknown) => {
        throw writeError(cause, 'signature')
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

/** An unreadable date counts as past. */
function hasEnded(expiryDate: string | null | undefined): boolean {
  return typeof expiryDate === 'string' && !(Date.parse(expiryDate) > Date.now())
}

/** Converts an api-kit error of a write. Its `HttpError` carries the status and the service's text or list. */
function writeError(cause: unknown, what: 'proposal' | 'signature'): PortalError {
  const { statusCode, message } = cause as { statusCode?: unknown; message?: unknown }
  const isNo = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
  if (!isNo || NO_REFUSAL.includes(statusCode)) {
    const text = `The Safe transaction service did not say whether it took the ${what}.`
    return new PortalError('unknown-result', text, { cause })
  }
  const words = [...cleanLabel(String(message ?? ''))].slice(0, MAX_WORDS).join('') || `status ${statusCode}`
  return new PortalError('refused', `The Safe transaction service refused the ${what}: “${words}”`, {
    cause,
  })
}
