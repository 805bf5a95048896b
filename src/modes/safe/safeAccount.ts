import type { Account, SafeFacts } from '#account/Account.ts'
import { SAFE_LIMIT } from '#account/Batching.ts'
import type { Exclusive } from '#account/exclusive.ts'
import { safeActivity } from '#account/safeActivity.ts'
import type { Address } from '#chain/Address.ts'
import type { Rpc } from '#chain/Rpc.ts'
import { readChain } from '#chain/readChain.ts'
import type { MessageSource, SafeSource } from '#safe/SafeSource.ts'
import type { HostChannel } from './hostChannel.ts'

/** What a Safe account stands on: the host asks the owner, the gateway and the chain tell what became of it. */
export type SafeAccountParts = {
  readonly address: Address
  readonly facts: SafeFacts
  readonly host: HostChannel
  readonly gateway: SafeSource & MessageSource
  /** Asked for lists and proposals where the gateway does not answer. */
  readonly otherSources?: readonly SafeSource[]
  readonly rpc: Rpc
  /** One for all accounts of a page: facts may change while a request is open. */
  readonly exclusive: Exclusive
}

/**
 * The account of a Safe that a host has open. A batch is one proposal, so it happens whole or not at all.
 * What only a payment needs (hashes, receipts) is not part of the first screen and comes with the first payment.
 */
export function safeAccount(parts: SafeAccountParts): Account {
  const sources = [parts.gateway, ...(parts.otherSources ?? [])]
  const activity = safeActivity({
    address: parts.address,
    sources,
    rpc: parts.rpc,
    host: { name: 'Safe host', transaction: parts.host.details },
  })
  return {
    kind: 'safe',
    address: parts.address,
    safe: parts.facts,
    activity,
    async paymentsMade(since, signal) {
      const { safePayments } = await import('#account/safePayments.ts')
      return safePayments({ ...parts, activity, sources }, since, signal)
    },
    async outcome(submission, signal) {
      if (submission.kind !== 'proposed') return { kind: 'unknown', reason: 'Not sent by a Safe.' }
      const { safeOutcome } = await import('#account/safeOutcome.ts')
      return readChain(() => safeOutcome({ ...parts, sources }, submission, signal))
    },
    batching: async () => ({ kind: 'atomic', limit: SAFE_LIMIT }),
    async submit(calls) {
      const { propose } = await import('./propose.ts')
      // Two open requests make the host answer the wrong one.
      return parts.exclusive(() => propose(parts, calls))
    },
    async attest(text, how) {
      const { attest } = await import('./attest.ts')
      return parts.exclusive(() => attest(parts, text, how))
    },
    async attestation(text, signal) {
      const { attestation } = await import('./attestation.ts')
      return attestation(parts, text, signal)
    },
  }
}
