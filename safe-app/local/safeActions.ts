import { type Address, getAddress, type Hex, isAddress, isAddressEqual } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Call } from '#chain/money/Call.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import type { Network } from '../chain/Network.ts'
import { buildSafeTx } from '../host/chain/buildSafeTx.ts'
import { withEstimatedGas } from '../host/chain/estimatedGas.ts'
import { executeSafeTx } from '../host/chain/executeSafeTx.ts'
import * as Message from '../host/chain/Message.ts'
import * as Proposal from '../host/chain/Proposal.ts'
import * as Queue from '../host/chain/Queue.ts'
import type { SafeRef } from '../host/chain/SafeRef.ts'
import type { ActOptions, LocalCall, LocalSafe, QueuedId } from './LocalSafe.ts'
import { findPerson, firstNames } from './readConfig.ts'

/** The servers that actions go through, and the Safes that they are about. */
export type ActContext = {
  readonly network: Network
  /** The chain itself: what a test does here is not subject to the faults of the app's node. */
  readonly rpcUrl: string
  readonly gatewayUrl: string
  readonly txServiceUrl: string
  readonly safes: readonly { readonly name: string; readonly address: Address; readonly version: string }[]
  /** The name of the person who acts; null for nobody. */
  readonly acting: () => string | null
}

type Actions = Pick<LocalSafe, 'propose' | 'sign' | 'execute' | 'reject' | 'signMessage'>

/** The `origin` of what a test proposes itself. */
const ORIGIN = JSON.stringify({ url: 'http://localhost', name: 'local-safe' })

/** Proposes, signs, executes, rejects and signs messages through the service and the chain, with the public test keys. */
export function safeActions(context: ActContext): Actions {
  const { gatewayUrl } = context

  async function post(safe: SafeRef, account: PrivateKeyAccount, tx: SafeTx.SafeTx): Promise<Hex> {
    const { safeTxHash } = Proposal.hashesOf(safe, tx)
    await Proposal.propose(gatewayUrl, {
      safe: safe.address,
      tx,
      safeTxHash,
      sender: account.address,
      signature: await Proposal.sign(account, safe, tx),
      origin: ORIGIN,
    })
    return safeTxHash
  }

  return {
    async propose(calls, options) {
      const safe = refOf(context, options)
      const account = actorOf(context, options)
      const nonce = await nextNonce(context, safe)
      const safeTxHash = await post(
        safe,
        account,
        await withEstimatedGas(gatewayUrl, safe, buildSafeTx(calls.map(toCall), BigInt(nonce), safe.version)),
      )
      return { nonce, safeTxHash }
    },
    async sign(id, options) {
      const safe = refOf(context, options)
      const account = actorOf(context, options)
      const queued = await Queue.read(gatewayUrl, safe, await hashOf(context, safe, id))
      await Queue.confirm(gatewayUrl, safe, account, queued)
    },
    async execute(id, options) {
      const safe = refOf(context, options)
      const account = actorOf(context, options)
      const queued = await Queue.read(gatewayUrl, safe, await hashOf(context, safe, id))
      const confirmations = await Queue.gather(queued, () => Queue.confirm(gatewayUrl, safe, account, queued))
      return executeSafeTx(context, account, safe.address, queued.tx, confirmations)
    },
    async reject(nonce, options) {
      const safe = refOf(context, options)
      const account = actorOf(context, options)
      const rejection = SafeTx.rejection(safe.address, BigInt(nonce))
      const { safeTxHash } = Proposal.hashesOf(safe, rejection)
      if (!(await proposalsAt(context, safe, nonce)).includes(safeTxHash)) {
        await post(safe, account, rejection)
      } else {
        await Queue.confirm(gatewayUrl, safe, account, await Queue.read(gatewayUrl, safe, safeTxHash))
      }
      return { safeTxHash }
    },
    async signMessage(text, options) {
      const safe = refOf(context, options)
      const account = actorOf(context, options)
      const message = Message.decode(text)
      await Message.sign({ gatewayUrl, safe, message, account, origin: ORIGIN })
      return { messageHash: Message.safeMessageHash(safe, message) }
    },
  }
}

/** The Safe that an option names, by name or address; the first without one. Throws with all names. */
export function findSafe<Safe extends ActContext['safes'][number]>(
  safes: readonly Safe[],
  wanted: string | undefined,
): Safe {
  const found =
    wanted === undefined
      ? safes[0]
      : safes.find(
          ({ name, address }) => name === wanted || (isAddress(wanted) && isAddressEqual(address, wanted)),
        )
  if (found !== undefined) return found
  throw new Error(`There is no Safe "${wanted}". There are: ${safes.map(({ name }) => name).join(', ')}.`)
}

/** The test person with this name. Throws with all names. */
export function requirePerson(name: string) {
  const person = findPerson(name)
  if (person !== undefined) return person
  throw new Error(`There is no test person "${name}". There are: ${firstNames().join(', ')}.`)
}

function refOf({ safes, network }: ActContext, options: ActOptions = {}): SafeRef {
  const { address, version } = findSafe(safes, options.safe)
  return { address, version, chainId: network.id }
}

function actorOf({ acting }: ActContext, options: ActOptions = {}): PrivateKeyAccount {
  const name = options.as ?? acting()
  if (name === null) throw new Error('Nobody acts: name somebody with actingAs, or with the option "as".')
  return requirePerson(name).account
}

function toCall({ to, value = 0n, data = '0x' }: LocalCall): Call {
  return { to: getAddress(to), value, data }
}

async function hashOf(context: ActContext, safe: SafeRef, id: QueuedId): Promise<Hex> {
  if (typeof id === 'string') return id
  const [only, ...others] = await proposalsAt(context, safe, id)
  if (only === undefined) throw new Error(`Nothing with nonce ${id} waits in the queue of ${safe.address}.`)
  if (others.length === 0) return only
  throw new Error(
    `Nonce ${id} has ${others.length + 1} transactions; name one by its safeTxHash: ${[only, ...others].join(', ')}.`,
  )
}

/** The first nonce that no proposal uses, from the service itself: a gateway that caches knows the last one late. */
async function nextNonce(context: ActContext, safe: SafeRef): Promise<number> {
  const [{ nonce }, { results }] = await Promise.all([
    askService<{ nonce: string }>(context, `/v1/safes/${safe.address}/`),
    askService<{ results: readonly { nonce: string }[] }>(
      context,
      `/v2/safes/${safe.address}/multisig-transactions/?ordering=-nonce&limit=1&trusted=true`,
    ),
  ])
  return Math.max(Number(nonce), Number(results[0]?.nonce ?? -1) + 1)
}

/** The hashes of the transactions that wait with a nonce. */
async function proposalsAt(context: ActContext, safe: SafeRef, nonce: number): Promise<readonly Hex[]> {
  const query = new URLSearchParams({ executed: 'false', nonce: `${nonce}`, trusted: 'true' })
  const { results } = await askService<{ results: readonly { safeTxHash: Hex }[] }>(
    context,
    `/v2/safes/${safe.address}/multisig-transactions/?${query}`,
  )
  return results.map(({ safeTxHash }) => safeTxHash)
}

async function askService<Answer>({ txServiceUrl }: ActContext, path: string): Promise<Answer> {
  const response = await fetch(`${txServiceUrl}${path}`)
  if (!response.ok) throw new Error(`The transaction service answered ${response.status}.`)
  return (await response.json()) as Answer
}
