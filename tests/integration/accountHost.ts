import type { Address } from 'viem'
import type { Call } from '#chain/Call.ts'
import { PortalError } from '#chain/PortalError.ts'
import * as MultiSend from '#safe/MultiSend.ts'
import * as SafeTx from '#safe/SafeTx.ts'
import type { Persona } from '../../safe-app/accounts.ts'
import { safeContracts } from '../../safe-app/chain/safeContracts.ts'
import type { SeededSafe } from '../../safe-app/seed/safes.ts'
import type { Rig } from '../../safe-app/startRig.ts'
import type { HostChannel } from '../../src/modes/safe/hostChannel.ts'
import { nonces, proposeTo } from './rig/proposals.ts'

/** How the owner in front of the host meets the next request. */
export type Answer =
  | {
      readonly kind: 'sign'
      /** Set aside for the execution, so that an inner failure uses the nonce up instead of reverting everything. */
      readonly gas?: bigint
      /** What the owner made of the calls in the host's dialog before signing. */
      readonly edited?: readonly Call[]
    }
  | { readonly kind: 'close' }
  /** Signs, and the host says "rejected" all the same, as Safe{Wallet} does when requests overlap. */
  | { readonly kind: 'sign-but-say-closed' }

/** A Safe host without a page: an owner signs with a test key, the proposal goes to the service as a host sends it. */
export type SigningHost = HostChannel & {
  /** The Safe's transactions that were proposed, in order. */
  readonly proposed: SafeTx.SafeTx[]
  /** Asked at each request. */
  answer: () => Promise<Answer>
}

/** Makes the host of one Safe with `owner` in front of it. */
export function signingHost(rig: Rig, safe: SeededSafe, owner: Persona): SigningHost {
  const host: SigningHost = {
    proposed: [],
    answer: async () => ({ kind: 'sign' }),
    // The service knows what the host knows; a host that says nothing makes the portal ask it.
    details: async () => null,
    async send(calls) {
      const answer = await host.answer()
      if (answer.kind === 'close') throw new PortalError('rejected', 'You closed the request in your Safe.')
      const { current } = await nonces(rig, safe)
      const { gas = 0n, edited = calls } = answer.kind === 'sign' ? answer : {}
      // The owner chooses the nonce that is next, so that this can be executed without what waits in the queue.
      const tx = { ...asOne(edited, current), safeTxGas: gas }
      const { status, body } = await proposeTo(rig, tx, owner, safe)
      if (status !== 200) throw new PortalError('refused', `The service refused: ${JSON.stringify(body)}`)
      host.proposed.push(tx)
      if (answer.kind === 'sign-but-say-closed') {
        throw new PortalError('rejected', 'You closed the request in your Safe.')
      }
      return SafeTx.hash(safe.address, tx, safe.version)
    },
  }
  return host
}

/** One call as it is, several as one delegatecall to MultiSendCallOnly: what Safe{Wallet} makes of a request. */
function asOne(calls: readonly Call[], nonce: bigint): SafeTx.SafeTx {
  const [first, ...more] = calls
  if (first === undefined) throw new Error('Nothing was asked for')
  if (more.length === 0) return SafeTx.fromCall(first, nonce)
  const to: Address = safeContracts.multiSendCallOnly.address
  return SafeTx.fromCall({ to, value: 0n, data: MultiSend.encode(calls) }, nonce, 1)
}
