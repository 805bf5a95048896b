import { PortalError } from '#chain/PortalError.ts'
import { withDeadline } from '#chain/withDeadline.ts'
import { parseSafeInfo, type SafeInfo } from '#safe/SafeInfo.ts'
import type { HostChannel } from './hostChannel.ts'

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
