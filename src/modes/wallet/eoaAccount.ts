import * as v from 'valibot'
import type { Hash, Hex } from 'viem'
import type { MessageSignature, OpenedAccount, SubmitHow } from '#account/Account.ts'
import type { Exclusive } from '#account/exclusive.ts'
import type { Submission } from '#account/Submission.ts'
import type { Address } from '#chain/money/Address.ts'
import type { Call } from '#chain/money/Call.ts'
import { findPortalError, PortalError } from '#chain/PortalError.ts'
import { readWithQuorum } from '#chain/rpc/quorum.ts'
import { type Rpc, readChain, withDeadline } from '#chain/rpc/Rpc.ts'
import { getNonceOf } from '#chain/rpc/rpcMethods.ts'
import { bytes32 } from '#chain/schemas.ts'
import { isSignable } from '#chain/text/label.ts'
import type { SafeSource } from '#safe/service/SafeSource.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { isConnectedSafe, readAccountContract, readIsSafe } from './accountContract.ts'
import { readBatching, sendBatch, type WalletRequest } from './sendBatch.ts'
import { sendError, signError } from './walletFault.ts'

/**
 * The dependencies of a wallet account. `send` requests one transaction on BSC and returns its hash, `sign` requests
 * the signature of a text (EIP-191), `request` anything else. Their results are untrusted.
 */
type EoaAccountParts = {
  readonly address: Address
  readonly rpc: Rpc
  readonly send: (call: Call) => Promise<unknown>
  readonly sign: (text: string) => Promise<unknown>
  readonly request: WalletRequest
  readonly exclusive: Exclusive
  /** Reads logs, see `recentPayments`. */
  readonly scanRpc?: Rpc
  /** Sources of a Safe's proposals, if the wallet is one. */
  readonly safeSources?: readonly SafeSource[]
}

/**
 * The account of a connected wallet. One call is one transaction; several are one atomic batch, if the wallet
 * supports it.
 */
export function eoaAccount(parts: EoaAccountParts): OpenedAccount {
  return {
    kind: 'eoa',
    address: parts.address,
    safe: null,
    activity: null,
    contract: () => readChain(() => readAccountContract(parts.rpc, parts.address)),
    async recentPayments(since, signal) {
      const { safeSources: sources = [], ...chain } = parts
      if (sources.length > 0 && (await readChain(() => readIsSafe(parts)))) {
        const { mergeSafePayments } = await import('../../account/safe/safePayments.ts')
        return mergeSafePayments({ ...chain, sources }, since, signal)
      }
      const { recentPayments } = await import('./recentPayments.ts')
      return recentPayments(parts, since)
    },
    async status(submission, signal) {
      const { submissionStatus } = await import('./submissionStatus.ts')
      return readChain(() => submissionStatus(parts, submission, signal))
    },
    batching: () => readBatching(parts.request, parts.address),
    submit: (calls, how) =>
      parts.exclusive(async (markAsked) => {
        const asSafe = await isConnectedSafe(parts)
        markAsked()
        const submission = await (calls.length === 1
          ? sendOne(parts, calls, how, asSafe)
          : sendBatch(parts, calls, how))
        const answer = asSafe ? asProposed(submission, how.id) : submission
        // The person may have stopped waiting. One transaction was announced before its nonce was read.
        if (calls.length > 1) how.onAnswer?.(answer)
        return answer
      }, how.signal),
    signMessage: (text) => parts.exclusive(() => signText(parts, text)),
    // A key signs at once or not at all, so there is no pending request to look up.
    messageSignature: async () => null,
  }
}

async function signText(parts: EoaAccountParts, text: string): Promise<MessageSignature> {
  if (!isSignable(text)) throw new PortalError('refused', 'The text holds halves of characters.')
  // Call before loading anything: some phones open the wallet only directly after a tap.
  const answer = await parts.sign(text).catch((cause: unknown) => {
    throw signError(cause)
  })
  const { checkedAnswer } = await import('./signMessage.ts')
  return checkedAnswer(parts, text, answer)
}

async function sendOne(
  { address: from, rpc, send }: EoaAccountParts,
  calls: readonly Call[],
  { id, since, onAnswer }: SubmitHow,
  asSafe: boolean,
): Promise<Submission> {
  const [call] = calls
  if (!call) throw new PortalError('refused', 'There is nothing to pay.')
  const answer = await send(call).catch((cause: unknown) => {
    throw findPortalError(cause) ?? sendError(cause)
  })
  const read = v.safeParse(bytes32, answer)
  if (!read.success) {
    throw new PortalError('unknown-result', 'Your wallet answered with something that is not a transaction.')
  }
  const sent: Submission = { kind: 'sent', from, calls, hash: read.output, nonce: null, since }
  // The page may close while the nonce is read.
  onAnswer?.(asSafe ? asProposed(sent, id) : sent)
  if (asSafe) return sent
  const nonce = await nonceOf(rpc, from, sent.hash)
  return nonce === null ? sent : { ...sent, nonce: BigInt(nonce) }
}

/**
 * Corrects the answer of a Safe that is connected like a wallet. It returns the safeTxHash of a proposal as the hash
 * of a transaction or as the id of a batch, unless it repeats the id that it was given.
 */
function asProposed(submission: Submission, own: string): Submission {
  if (submission.kind === 'proposed') return submission
  const answer = v.safeParse(bytes32, submission.kind === 'sent' ? submission.hash : submission.id)
  if (!answer.success || answer.output === own.toLowerCase()) return submission
  const { from: safe, calls } = submission
  return {
    kind: 'proposed',
    safe,
    calls,
    safeTxHash: answer.output as Hex as SafeTxHash,
    inLargerBatch: false,
  }
}

/**
 * How long (ms) to wait for the nonce of a sent transaction. It is only used later, to tell whether the
 * transaction was replaced.
 */
const NONCE_DEADLINE = 4_000

/**
 * The nonce that the account used, confirmed by two operators; otherwise null. A guess from the pending count
 * could belong to another transaction, and a nonce invented by one operator, or of another sender, would read as
 * replaced.
 */
async function nonceOf(rpc: Rpc, from: Address, hash: Hash): Promise<number | null> {
  const read = (node: Rpc) => getNonceOf(node, from, hash)
  const reported = await withDeadline(
    readWithQuorum(rpc, read, (nonce) => nonce?.toString() ?? null),
    NONCE_DEADLINE,
  ).catch(() => null)
  // With only one operator, nothing can be proven later either.
  const counts = reported?.kind === 'agreed' || (reported?.kind === 'alone' && rpc.witnesses === undefined)
  return counts ? reported.value : null
}
