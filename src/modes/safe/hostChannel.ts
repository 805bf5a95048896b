import type { Call } from '#chain/money/Call.ts'
import { PortalError, withDeadline } from '#chain/PortalError.ts'
import type { TransactionDetails } from '#safe/service/detailsDocument.ts'
import { parseSafeInfo, type SafeInfo } from '#safe/tx/SafeInfo.ts'
import type { SafeMessageHash } from '#safe/tx/SafeMessage.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'

/** What the account asks of a Safe host. */
export type HostChannel = {
  /** Opens the host's dialog and waits for the owner, however long. @throws PortalError `rejected` or `unknown-result` */
  readonly send: (calls: readonly Call[]) => Promise<SafeTxHash>
  /** What the host knows of a proposal, or null when it does not know it (yet) or does not answer. */
  readonly details: (safeTxHash: SafeTxHash) => Promise<TransactionDetails | null>
  /**
   * Opens the host's dialog for a text and waits for the owners, however long. What it gives is unchecked.
   * @param onChain asks to sign by a transaction; a host may never answer when its dialog for that is closed
   * @throws PortalError `rejected` or `refused`
   */
  readonly sign: (text: string, onChain?: boolean) => Promise<unknown>
  /** The complete signature of a message, unchecked. A host that has none may never answer. */
  readonly signatureOf: (hash: SafeMessageHash) => Promise<unknown>
}

/** The methods of the Safe Apps SDK's `txs` that the portal uses. */
export type SdkTransactions = {
  send(request: { txs: { to: string; value: string; data: string }[] }): Promise<{ safeTxHash: string }>
  getBySafeTxHash(safeTxHash: string): Promise<unknown>
  signMessage(message: string): Promise<unknown>
}

/** The methods of its `safe` that the portal uses for messages. */
export type SdkSafe = {
  getOffChainSignature(messageHash: string): Promise<unknown>
  getInfo(): Promise<unknown>
}

/** The method of its `eth` that the portal uses: whether the host signs texts on or off the chain. */
export type SdkSettings = {
  setSafeSettings(params: [{ offChainSigning: boolean }]): Promise<unknown>
}

/** A read may take this long (ms): the SDK itself never gives up, and hosts lose messages. */
const READ_TIMEOUT = 3_000

/** The host behind the Safe Apps SDK. Its word is display data; only its dialog is needed. */
export function sdkHostChannel(txs: SdkTransactions, safe: SdkSafe, eth: SdkSettings): HostChannel {
  let offChainSigning = true
  /** A host without this setting answers in its own way, which whoever asked will see. */
  const settle = async (next: boolean) => {
    if (next === offChainSigning) return
    await withDeadline(eth.setSafeSettings([{ offChainSigning: next }]), READ_TIMEOUT).catch(() => {})
    offChainSigning = next
    // Safe{Wallet} takes it over when it has drawn itself anew; a question that it has answered since says that it has.
    await withDeadline(safe.getInfo(), READ_TIMEOUT).catch(() => {})
  }
  return {
    async send(calls) {
      const answer = await txs
        .send({ txs: calls.map(({ to, value, data }) => ({ to, value: value.toString(), data })) })
        .catch(throwAs('unknown-result'))
      const hash: unknown = answer?.safeTxHash
      if (typeof hash !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(hash)) {
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
  }
}

/**
 * Safe{Wallet} knows two texts: the person closed the dialog, or anything else.
 * @param other what anything else means: of a text that nothing is known to be signed, of a payment nothing at all
 */
function throwAs(other: 'refused' | 'unknown-result') {
  return (cause: unknown): never => {
    const text = (cause instanceof Error ? cause.message : String(cause)).slice(0, 300)
    throw /reject/i.test(text)
      ? new PortalError('rejected', 'You closed the request in your Safe.', { cause })
      : new PortalError(other, 'Your Safe gave no reason.', { cause })
  }
}

/** One question may take this long (ms); a host loses messages while it rebuilds its listener, so there are two. */
const ASK_TIMEOUT = 1_500

/**
 * A channel that asks the host which Safe is open right before each request. A host can change it without a new frame,
 * and would then propose for another Safe what was reviewed for this one. A host that does not answer is not refused:
 * what it queues is compared with the review in any case.
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
      throw new PortalError('refused', 'Another Safe was opened in the host. Reload the portal to use it.')
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
