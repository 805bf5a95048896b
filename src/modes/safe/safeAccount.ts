import { type Account, SAFE_LIMIT, type SafeFacts } from '#account/Account.ts'
import type { Exclusive } from '#account/exclusive.ts'
import { safeActivity } from '#account/safe/safeActivity.ts'
import type { Address } from '#chain/money/Address.ts'
import { PortalError } from '#chain/PortalError.ts'
import { type Rpc, readChain } from '#chain/rpc/Rpc.ts'
import type { MessageSource, NonceSource, SafeSource } from '#safe/service/SafeSource.ts'
import type { HostChannel } from './hostChannel.ts'

/**
 * The dependencies of a Safe account: the host prompts the owner, and the gateway and the chain report the outcome.
 */
type SafeAccountParts = {
  readonly address: Address
  readonly facts: SafeFacts
  readonly host: HostChannel
  readonly gateway: SafeSource & MessageSource & Partial<NonceSource>
  /** Used for lists and proposals if the gateway does not answer. */
  readonly otherSources?: readonly SafeSource[]
  readonly rpc: Rpc
  /** Reads logs, see `safePayments`. */
  readonly scanRpc?: Rpc
  /** Shared by all accounts of a page: facts may change while a request is open. */
  readonly exclusive: Exclusive
  /** Resolves when it is time to check the queue again, see `propose`. */
  readonly pause?: (ms: number) => Promise<void>
}

/**
 * The account of a Safe opened by a host. A batch is one proposal, so it is atomic. Code that only payments
 * need (hashes, receipts) loads with the first payment.
 */
export function safeAccount(parts: SafeAccountParts): Account {
  const sources = [parts.gateway, ...(parts.otherSources ?? [])]
  const lists = {
    address: parts.address,
    sources,
    rpc: parts.rpc,
    ...(parts.scanRpc && { scanRpc: parts.scanRpc }),
    host: { name: 'Safe host', transaction: parts.host.details },
    owners: parts.facts.owners,
  }
  const activity = safeActivity(lists)
  return {
    kind: 'safe',
    address: parts.address,
    safe: parts.facts,
    activity,
    async recentPayments(since, signal) {
      const { safePayments } = await import('#account/safe/safePayments.ts')
      return safePayments({ ...lists, activity }, since, signal)
    },
    async status(submission, signal) {
      const { proposedStatus } = await import('#account/safe/proposedStatus.ts')
      return readChain(() => proposedStatus({ ...lists, sources }, submission, signal))
    },
    batching: async () => ({ kind: 'atomic', limit: SAFE_LIMIT }),
    async submit(calls, { signal, recent, onAnswer }) {
      // Loaded with the code of the host's channel, which would otherwise fail to load after the host was said to be asked.
      const [{ propose }] = await Promise.all([import('./propose.ts'), import('./hostChannel.ts')]).catch(
        notLoaded,
      )
      // With two open requests the host may answer the wrong one.
      return parts.exclusive(
        (markAsked) => propose({ ...parts, markAsked, onAnswer }, calls, signal, recent),
        signal,
      )
    },
    async signMessage(text, how) {
      const { signMessage } = await import('./signMessage.ts')
      return parts.exclusive(() => signMessage(parts, text, how))
    },
    async messageSignature(text, signal) {
      const { messageSignature } = await import('./signMessage.ts')
      return messageSignature(parts, text, signal)
    },
    addressBook: parts.host.addressBook,
  }
}

/** A file that is missing, for example after a new release, proves that the host was asked for nothing. */
function notLoaded(cause: unknown): never {
  throw new PortalError(
    'refused',
    'A part of this page did not load, so your Safe wasn’t asked. Reload the page.',
    { cause },
  )
}
