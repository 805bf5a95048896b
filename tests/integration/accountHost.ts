import type { Address } from 'viem'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import type { Call } from '#chain/money/Call.ts'
import { PortalError } from '#chain/PortalError.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import type { SafeMessageHash } from '#safe/tx/SafeMessage.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { nonces, proposeTo } from '#tests/integration/rig/proposals.ts'
import type { SeededSafe } from '../../rig/seed/safes.ts'
import type { Rig } from '../../rig/startRig.ts'
import type { Persona } from '../../safe-app/accounts.ts'
import { safeContracts } from '../../safe-app/chain/safeContracts.ts'
import * as Message from '../../safe-app/host/chain/Message.ts'
import { gatewayOf } from '../../safe-app/host/chain/Service.ts'
import type { HostChannel } from '../../src/modes/safe/hostChannel.ts'

/** How the owner at the host answers the next request. */
export type Answer =
  | {
      readonly kind: 'sign'
      /**
       * Gas set aside for the execution: with it, an inner failure uses the nonce instead of reverting
       * everything.
       */
      readonly gas?: bigint
      /** The calls as the owner edited them in the host's dialog before signing. */
      readonly edited?: readonly Call[]
    }
  | { readonly kind: 'close' }
  /** Signs, but the host reports "rejected", as Safe{Wallet} does when requests overlap. */
  | { readonly kind: 'sign-but-say-closed' }
  /** For a text: returns only its hash, as older hosts do. */
  | { readonly kind: 'sign-and-say-hash' }
  /** For a text: proposes to sign it on the chain without being asked, which is a setting of the host. */
  | { readonly kind: 'propose-on-chain' }

/**
 * A Safe host without a page: an owner signs with a test key, and the proposal goes to the service as a host
 * sends it.
 */
export type SigningHost = Omit<HostChannel, 'signatureOf'> & {
  /** The Safe's proposed transactions, in order. */
  readonly proposed: SafeTx.SafeTx[]
  /** Called on each request. */
  answer: () => Promise<Answer>
  /** The prepared signature, or null if there is none. */
  signatureOf: HostChannel['signatureOf']
}

const closed = () => new PortalError('rejected', 'You closed the request in your Safe.')

/** Makes the host of one Safe, operated by `owner`. */
export function signingHost(rig: Rig, safe: SeededSafe, owner: Persona): SigningHost {
  const host: SigningHost = {
    proposed: [],
    answer: async () => ({ kind: 'sign' }),
    // The service has the same details; a host that returns none makes the portal ask the service.
    details: async () => null,
    async send(calls) {
      const answer = await host.answer()
      if (answer.kind === 'close') throw closed()
      const { current } = await nonces(rig, safe)
      const { gas = 0n, edited = calls } = answer.kind === 'sign' ? answer : {}
      // The owner chooses the current nonce, so that this can be executed before anything in the queue.
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
      const messageHash = Message.safeMessageHash({ ...safe, chainId: BSC_CHAIN_ID }, text)
      if (kind === 'sign-and-say-hash') return { messageHash }
      const signature = await host.signatureOf(messageHash as SafeMessageHash)
      // The dialog stays open until the others have signed; here the owner closes it earlier.
      if (signature === undefined || kind === 'sign-but-say-closed') throw closed()
      return { messageHash, signature }
    },
    async signatureOf(hash) {
      return (
        (await Message.find(gatewayOf(rig.service.url, { id: BSC_CHAIN_ID }), hash))?.preparedSignature ??
        undefined
      )
    },
    addressBook: async () => [],
  }
  return host
}

/** An owner signs a text as a Safe message, at the service. */
export async function signAs(rig: Rig, safe: SeededSafe, { account }: Persona, text: string): Promise<void> {
  const gatewayUrl = gatewayOf(rig.service.url, { id: BSC_CHAIN_ID })
  const options = { gatewayUrl, safe: { ...safe, chainId: BSC_CHAIN_ID }, account, origin: '{}' }
  await Message.sign({ ...options, message: text })
}

/**
 * Converts a request as Safe{Wallet} does: one call stays as it is, several become a delegatecall to
 * MultiSendCallOnly.
 */
function asOne(calls: readonly Call[], nonce: bigint): SafeTx.SafeTx {
  const [first, ...more] = calls
  if (first === undefined) throw new Error('Nothing was asked for')
  if (more.length === 0) return SafeTx.fromCall(first, nonce)
  const to: Address = safeContracts.multiSendCallOnly.address
  return SafeTx.fromCall({ to, value: 0n, data: MultiSend.encode(calls) }, nonce, 1)
}
