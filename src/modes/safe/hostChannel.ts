import { isHash } from '#chain/hex.ts'
import type { Call } from '#chain/money/Call.ts'
import { PortalError } from '#chain/PortalError.ts'
import { withDeadline } from '#chain/rpc/Rpc.ts'
import type { TransactionDetails } from '#safe/service/detailsDocument.ts'
import { parseSafeInfo, type SafeInfo } from '#safe/tx/SafeInfo.ts'
import type { SafeMessageHash } from '#safe/tx/SafeMessage.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'

/** The functions of a Safe host that the account needs. */
export type HostChannel = {
  /**
   * Opens the host's dialog and waits for the owner, without a time limit. @throws PortalError `rejected` or
   * `unknown-result`
   */
  readonly send: (calls: readonly Call[]) => Promise<SafeTxHash>
  /** The host's data on a proposal, or null if it does not know it (yet) or does not answer. */
  readonly details: (safeTxHash: SafeTxHash) => Promise<TransactionDetails | null>
  /**
   * Opens the host's dialog for a text and waits for the owners, without a time limit. The result is
   * unchecked.
   * @param onChain requests a signature by transaction; a host may never answer if its dialog for this is
   * closed
   * @throws PortalError `rejected` or `refused`
   */
  readonly sign: (text: string, onChain?: boolean) => Promise<unknown>
  /** The complete signature of a message, unchecked. A host without one may never answer. */
  readonly signatureOf: (hash: SafeMessageHash) => Promise<unknown>
  /**
   * The host's address book, unchecked. The host asks the owner for permission, without a time limit.
   * @throws PortalError `rejected` or `refused`
   */
  readonly addressBook: () => Promise<unknown>
}

/** The methods of the Safe Apps SDK's `txs` that the portal uses. */
export type SdkTransactions = {
  send(request: { txs: { to: string; value: string; data: string }[] }): Promise<{ safeTxHash: string }>
  getBySafeTxHash(safeTxHash: string): Promise<unknown>
  signMessage(message: string): Promise<unknown>
}

/** The methods of the SDK's `safe` that the portal uses for messages and people. */
export type SdkSafe = {
  getOffChainSignature(messageHash: string): Promise<unknown>
  getInfo(): Promise<unknown>
  requestAddressBook(): Promise<unknown>
}

/** The method of the SDK's `eth` that the portal uses: whether the host signs texts on or off the chain. */
export type SdkSettings = {
  setSafeSettings(params: [{ offChainSigning: boolean }]): Promise<unknown>
}

/** Time limit (ms) of a read: the SDK itself never times out, and hosts lose messages. */
const READ_TIMEOUT = 3_000

/** The host behind the Safe Apps SDK. Its data is for display only; the portal depends only on its dialog. */
export function sdkHostChannel(txs: SdkTransactions, safe: SdkSafe, eth: SdkSettings): HostChannel {
  let offChainSigning = true
  /** A host without this setting signs in its own way, and the caller checks the result. */
  const settle = async (next: boolean) => {
    if (next === offChainSigning) return
    await withDeadline(eth.setSafeSettings([{ offChainSigning: next }]), READ_TIMEOUT).catch(() => {})
    offChainSigning = next
    // Safe{Wallet} applies the setting on its next render. Once it answers a later request, the setting is in
    // effect.
    await withDeadline(safe.getInfo(), READ_TIMEOUT).catch(() => {})
  }
  return {
    async send(calls) {
      const answer = await txs
        .send({ txs: calls.map(({ to, value, data }) => ({ to, value: value.toString(), data })) })
        .catch(throwAs('unknown-result'))
      const hash: unknown = answer?.safeTxHash
      if (!isHash(hash)) {
        throw new PortalError('malformed', 'Your Safe answered with something that is not a proposal.')
      }
      return hash.toLowerCase() as SafeTxHash
    },
    async details(safeTxHash) {
      try {
        const [{ readDetails }, document] = await Promise.all([
          import('#safe/service/detailsDocument.ts'),
          withDeadline(txs.getBySafeTxHash(safeTxHash), READ_TIMEOUT),
        ])
        return readDetails(document)
      } catch {
        return null
      }
    },
    async sign(text, onChain = false) {
      await settle(!onChain)
      return txs.signMessage(text).catch(throwAs('refused'))
    },
    signatureOf: (hash) => safe.getOffChainSignature(hash),
    addressBook: () => safe.requestAddressBook().catch(throwAs('refused')),
  }
}

/**
 * The complete texts with which a Safe host reports that the person declined. The Safe Apps SDK passes on a text and
 * no code, so only these count: a text that merely contains "rejected" can come from a node or a service, after the
 * request has been sent. Source: safe-wallet-monorepo, `useAppCommunicator.ts`, `SignMessage.tsx` and
 * `AppFrame/index.tsx`; safe-apps-sdk, `requirePermissions.ts`.
 */
const REJECTION_TEXTS: readonly unknown[] = [
  'Transaction was rejected',
  'User rejected signing.',
  'Permissions were rejected',
  'Permissions rejected',
]
/** The codes of EIP-1193 and ethers for the same. */
const REJECTION_CODES: readonly unknown[] = [4001, 'ACTION_REJECTED']

function isRejection(cause: unknown): boolean {
  if (typeof cause !== 'object' || cause === null) return REJECTION_TEXTS.includes(cause)
  const { code, message } = cause as { readonly code?: unknown; readonly message?: unknown }
  return REJECTION_CODES.includes(code) || (cause instanceof Error && REJECTION_TEXTS.includes(message))
}

/**
 * @param other meaning of anything but a rejection: for a text, no signature is known; for a payment, nothing
 * is known
 */
function throwAs(other: 'refused' | 'unknown-result') {
  return (cause: unknown): never => {
    throw isRejection(cause)
      ? new PortalError('rejected', 'You closed the request in your Safe.', { cause })
      : new PortalError(other, 'Your Safe gave no reason.', { cause })
  }
}

/**
 * Time limit (ms) of one attempt. A host loses messages while it rebuilds its listener, so there are two
 * attempts.
 */
const ASK_TIMEOUT = 1_500

/**
 * A channel that asks the host which Safe is open right before each request. A host can switch Safes without
 * a new frame, and would then propose a reviewed payment for another Safe. A host that does not answer is not
 * rejected: its proposals are compared with the review in any case.
 */
export function forSameSafe(
  host: HostChannel,
  askInfo: () => Promise<unknown>,
  reviewed: Pick<SafeInfo, 'safeAddress' | 'chainId'>,
): HostChannel {
  const ask = () => withDeadline(askInfo(), ASK_TIMEOUT).then(parseSafeInfo, () => null)
  const checked = async () => {
    const open = (await ask()) ?? (await ask())
    const same =
      open === null ||
      (open.safeAddress.toLowerCase() === reviewed.safeAddress.toLowerCase() &&
        open.chainId === reviewed.chainId)
    if (!same) {
      throw new PortalError('refused', 'Another Safe was opened in the host. Reload the page to use it.')
    }
  }
  return {
    ...host,
    async send(calls) {
      await checked()
      return host.send(calls)
    },
    async sign(text, onChain) {
      await checked()
      return host.sign(text, onChain)
    },
  }
}
