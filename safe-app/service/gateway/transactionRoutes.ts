import * as v from 'valibot'
import { type Hex, isAddress } from 'viem'
import type * as SafeTx from '#safe/tx/SafeTx.ts'
import { ok, Refusal } from '../http/Reply.ts'
import type { Request, Route } from '../http/Route.ts'
import * as Signature from '../read/Signature.ts'
import { delegatesOf } from '../store/Store.ts'
import { address, digits, hash, hex, operationNumber, readBody, signature } from '../write/body.ts'
import { confirm } from '../write/confirm.ts'
import { isTrustedForDelegateCall, propose } from '../write/propose.ts'
import { remove } from '../write/remove.ts'
import { detailsOf, multisigDetails } from './details.ts'
import type { Gateway } from './Gateway.ts'
import { cleanOrigin } from './origin.ts'
import { addressParam, chainPath } from './params.ts'
import { txData } from './txData.ts'
import { txInfo } from './txInfo.ts'
import { gatewayHash, verifyListed } from './verifyListed.ts'

const content = { to: address, value: digits, data: v.optional(v.nullable(hex)), operation: operationNumber }

const proposal = v.object({
  ...content,
  nonce: digits,
  safeTxGas: digits,
  baseGas: digits,
  gasPrice: digits,
  gasToken: address,
  refundReceiver: v.optional(v.nullable(address)),
  safeTxHash: hash,
  sender: address,
  signature: v.optional(v.nullable(signature)),
  origin: v.optional(v.nullable(v.string())),
})

/** One transaction: read, preview, propose, confirm, delete. */
export function transactionRoutes(world: Gateway): readonly Route[] {
  const path = `${chainPath(world)}/transactions/:id`
  return [
    { method: 'GET', path, handle: async ({ params }) => ok(await detailsOf(world, params.id ?? '')) },
    {
      method: 'POST',
      path: `${path}/preview`,
      handle: async (request) => {
        const safe = await world.documents.safe(addressParam(request, 'id'))
        const { data, ...fields } = readBody(v.object(content), request.body)
        const tx = { ...fields, data: data ?? ('0x' as const) }
        return ok({ txInfo: await txInfo(world, safe.address, tx), txData: await txData(world, tx) })
      },
    },
    { method: 'POST', path: `${path}/propose`, handle: (request) => take(world, request) },
    {
      method: 'POST',
      path: `${path}/confirmations`,
      handle: async ({ params, body }) => {
        const safeTxHash = (params.id ?? '') as Hex
        const fields = readBody(v.object({ signature }), body)
        await verifyConfirmation(world, safeTxHash, fields.signature)
        await confirm(world, safeTxHash, fields.signature)
        return ok(await multisigDetails(world, safeTxHash, null))
      },
    },
    {
      method: 'DELETE',
      path,
      handle: async ({ params, body }) => {
        const fields = readBody(v.object({ signature }), body)
        const { safe, safeTxHash } = await world.documents.multisig((params.id ?? '') as Hex)
        await remove(world, safeTxHash, fields.signature)
        // The gateway does not wait for the event of a deletion.
        world.documents.change({ kind: 'multisig', safe, safeTxHash }, 0)
        return { status: 200 }
      },
    },
  ]
}

async function take(world: Gateway, request: Request) {
  const safe = addressParam(request, 'id')
  const fields = readBody(proposal, request.body)
  const { data, refundReceiver, safeTxHash, sender, signature: parts = null, origin = null, ...rest } = fields
  const tx: SafeTx.SafeTx = {
    ...rest,
    data: data ?? '0x',
    refundReceiver: refundReceiver ?? '0x0000000000000000000000000000000000000000',
  }
  const state = await world.documents.safe(safe)
  if (tx.nonce < BigInt(state.nonce)) throw refuse('Invalid nonce')
  if (tx.operation === 1 && !isTrustedForDelegateCall(tx.to)) throw refuse('Delegate call is disabled')
  if (gatewayHash(world, state, tx) !== safeTxHash) throw refuse('Invalid safeTxHash')
  if (parts !== null) {
    const signers = (await parse(parts, safeTxHash)).map(({ owner }) => owner)
    const delegates = delegatesOf(world.store, safe, state.owners, world.now()).map(
      ({ delegate }) => delegate,
    )
    const areOwners = signers.every((owner) => state.owners.includes(owner))
    if (!signers.includes(sender)) throw refuse('Invalid signature')
    if (!areOwners && !delegates.includes(sender)) throw refuse('Invalid signature')
  }
  await propose(world, {
    safe,
    tx,
    contractTransactionHash: safeTxHash,
    sender,
    signature: parts,
    origin: cleanOrigin(origin),
  })
  return ok(await multisigDetails(world, safeTxHash, safe))
}

async function verifyConfirmation(world: Gateway, safeTxHash: Hex, parts: Hex): Promise<void> {
  const entry = await world.documents.multisig(safeTxHash)
  const safe = await world.documents.safe(entry.safe)
  if (entry.execution !== null || entry.tx.nonce < BigInt(safe.nonce)) throw refuse('Invalid nonce')
  await verifyListed(world, entry, safe)
  const signers = await parse(parts, safeTxHash)
  if (
    signers.length === 0 ||
    signers.some(({ owner }) => !isAddress(owner) || !safe.owners.includes(owner))
  ) {
    throw refuse('Invalid signature')
  }
}

async function parse(parts: Hex, hash: Hex): Promise<readonly Signature.Signature[]> {
  return Signature.parse(parts, hash).catch(() => {
    throw refuse('Invalid signature')
  })
}

function refuse(message: string): Refusal {
  return new Refusal(422, { message, statusCode: 422 })
}
