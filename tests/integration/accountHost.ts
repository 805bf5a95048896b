import type { Address } from 'viem'
import type { Call } from '#chain/money/Call.ts'
import { PortalError } from '#chain/PortalError.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import type { SafeMessageHash } from '#safe/tx/SafeMessage.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import type { Persona } from '../../safe-app/accounts.ts'
import { safeContracts } from '../../safe-app/chain/safeContracts.ts'
import * as Message from '../../safe-app/host/chain/Message.ts'
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
  /** A text: tells its hash alone, as older hosts do. */
  | { readonly kind: 'sign-and-say-hash' }
  /** A text: proposes to sign it on the chain although nobody asked for that, as the person may have set in the host. */
  | { readonly kind: 'propose-on-chain' }

/** A Safe host without a page: an owner signs with a test key, the proposal goes to the service as a host sends it. */
export type SigningHost = Omit<HostChannel, 'signatureOf'> & {
  /** The Safe's transactions that were proposed, in order. */
  readonly proposed: SafeTx.SafeTx[]
  /** Asked at each request. */
  answer: () => Promise<Answer>
  /** The signature that it has prepared; nothing where it has none. */
  signatureOf: HostChannel['signatureOf']
}

const closed = () => new PortalError('rejected', 'You closed the request in your Safe.')

/** Makes the host of one Safe with `owner` in front of it. */
export function signingHost(rig: Rig, safe: SeededSafe, owner: Persona): SigningHost {
  const host: SigningHost = {
    proposed: [],
    answer: async () => ({ kind: 'sign' }),
    // The service knows what the host knows; a host that says nothing makes the portal ask it.
    details: async () => null,
    async send(calls) {
      const answer = await host.answer()
      if (answer.kind === 'close') throw closed()
      const { current } = await nonces(rig, safe)
      const { gas = 0n, edited = calls } = answer.kind === 'sign' ? answer : {}
      // The owner chooses the nonce that is next, so that this can be executed without what waits in the queue.
      const tx = { ...asOne(edited, current), safeTxGas: gas }
      const { status, body } = await proposeTo(rig, tx, owner, safe)
      if (status !== 200) throw new PortalError('refused', `The service refused: ${JSON.stringify(body)}`)
      host.proposed.push(tx)
      if (answer.kind === 'sign-but-say-closed') throw closed()
      return SafeTx.hash(safe.address, tx, safe.version)
    },
    async sign(text, onChain) {
      const { kind } = await host.answer()
      if (kind === 'close') throw closed()
      if (onChain || kind === 'propose-on-chain') {
        const { current } = await nonces(rig, safe)
        const tx = SafeTx.fromCall(Message.onChainCall(text, safe.version), current, 1)
        const { status } = await proposeTo(rig, tx, owner, safe)
        if (status !== 200) throw new PortalError('refused', 'The service refused')
        host.proposed.push(tx)
        return { safeTxHash: SafeTx.hash(safe.address, tx, safe.version) }
      }
      await signAs(rig, safe, owner, text)
      const messageHash = Message.safeMessageHash(safe.address, text, safe.version)
      if (kind === 'sign-and-say-hash') return { messageHash }
      const signature = await host.signatureOf(messageHash as SafeMessageHash)
      // The dialog stays open until the others have signed: here the owner closes it before.
      if (signature === undefined || kind === 'sign-but-say-closed') throw closed()
      return { messageHash, signature }
    },
    async signatureOf(hash) {
      return (await Message.find(rig.service.url, hash))?.preparedSignature ?? undefined
    },
  }
  return host
}

/** An owner signs a text as the Safe's message, at the service. */
export async function signAs(rig: Rig, safe: SeededSafe, { account }: Persona, text: string): Promise<void> {
  const { address, version } = safe
  const options = { serviceUrl: rig.service.url, safe: address, version, account, origin: '{}' }
  await Message.sign({ ...options, message: text })
}

/** One call as it is, several as one delegatecall to MultiSendCallOnly: what Safe{Wallet} makes of a request. */
function asOne(calls: readonly Call[], nonce: bigint): SafeTx.SafeTx {
  const [first, ...more] = calls
  if (first === undefined) throw new Error('Nothing was asked for')
  if (more.length === 0) return SafeTx.fromCall(first, nonce)
  const to: Address = safeContracts.multiSendCallOnly.address
  return SafeTx.fromCall({ to, value: 0n, data: MultiSend.encode(calls) }, nonce, 1)
}
