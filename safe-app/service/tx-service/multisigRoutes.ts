import * as v from 'valibot'
import type { Address, Hex } from 'viem'
import type * as SafeTx from '#safe/tx/SafeTx.ts'
import { ok, Refusal } from '../http/Reply.ts'
import type { Request, Route } from '../http/Route.ts'
import { estimateGas } from '../read/estimateGas.ts'
import * as Multisig from '../read/Multisig.ts'
import { requireSafe, type World } from '../World.ts'
import { checksummed, hash, hex, operation, origin, readFields, signature, uint } from '../write/body.ts'
import { confirm } from '../write/confirm.ts'
import { propose } from '../write/propose.ts'
import { remove } from '../write/remove.ts'
import { queryMultisigs } from './multisigQuery.ts'
import { page } from './page.ts'
import { addressParam } from './params.ts'
import * as present from './present.ts'

const proposal = v.object({
  to: checksummed,
  value: uint,
  data: v.optional(v.nullable(hex)),
  operation,
  safeTxGas: uint,
  baseGas: uint,
  gasPrice: uint,
  gasToken: v.optional(v.nullable(checksummed)),
  refundReceiver: v.optional(v.nullable(checksummed)),
  nonce: uint,
  contractTransactionHash: hash,
  sender: checksummed,
  signature: v.optional(v.nullable(signature)),
  origin,
})

const NOBODY: Address = '0x0000000000000000000000000000000000000000'

/** Transactions of a Safe: list, read, propose, confirm, delete, estimate. */
export function multisigRoutes(world: World, base: string): readonly Route[] {
  const safePath = `${base}/:version/safes/:safe/multisig-transactions`
  const txPath = `${base}/:version/multisig-transactions/:hash`
  return [
    { method: 'GET', path: safePath, handle: (request) => list(world, request) },
    { method: 'POST', path: safePath, handle: (request) => take(world, request) },
    {
      method: 'POST',
      path: `${safePath}/estimations`,
      handle: async (request) => {
        const state = await requireSafe(world, addressParam(request, 'safe'))
        const call = readFields(
          v.object({ to: checksummed, value: uint, data: v.optional(v.nullable(hex)), operation }),
          request.body,
          422,
        )
        return ok({ safeTxGas: `${await estimateGas(world, state, { ...call, data: call.data ?? '0x' })}` })
      },
    },
    { method: 'GET', path: txPath, handle: async (request) => ok(await details(world, request)) },
    {
      method: 'DELETE',
      path: txPath,
      handle: async ({ params, body }) => {
        await remove(world, params.hash as Hex, readFields(v.object({ signature }), body, 400).signature)
        return { status: 204 }
      },
    },
    {
      method: 'GET',
      path: `${txPath}/confirmations`,
      handle: async ({ url, params }) => {
        const entry = await Multisig.find(world, params.hash as Hex)
        return ok(page(url, (entry?.confirmations ?? []).map(present.confirmation)))
      },
    },
    {
      method: 'POST',
      path: `${txPath}/confirmations`,
      handle: async ({ params, body }) => {
        const fields = readFields(v.object({ signature }), body, 400)
        await confirm(world, params.hash as Hex, fields.signature)
        return { status: 201, body: fields }
      },
    },
  ]
}

async function list(world: World, request: Request) {
  const { threshold } = await requireSafe(world, addressParam(request, 'safe'))
  const found = queryMultisigs(await Multisig.ofSafe(world, addressParam(request, 'safe')), request)
  const { results, ...rest } = page(request.url, found)
  const countUniqueNonce = new Set(found.map(({ tx }) => tx.nonce)).size
  return ok({
    ...rest,
    countUniqueNonce,
    results: results.map((entry) => presented(world, request, entry, threshold)),
  })
}

async function take(world: World, request: Request) {
  const safe = addressParam(request, 'safe')
  const fields = readFields(proposal, request.body, 422)
  const { to, value, safeTxGas, baseGas, gasPrice, nonce, contractTransactionHash, sender } = fields
  const tx: SafeTx.SafeTx = {
    to,
    value,
    data: fields.data ?? '0x',
    operation: fields.operation,
    safeTxGas,
    baseGas,
    gasPrice,
    gasToken: fields.gasToken ?? NOBODY,
    refundReceiver: fields.refundReceiver ?? NOBODY,
    nonce,
  }
  const { signature = null, origin = null } = fields
  await propose(world, { safe, tx, contractTransactionHash, sender, signature, origin })
  return { status: 201 }
}

async function details(world: World, request: Request) {
  const entry = await Multisig.find(world, request.params.hash as Hex)
  if (entry === null) throw new Refusal(404, { detail: 'No MultisigTransaction matches the given query.' })
  const { threshold } = await requireSafe(world, entry.safe)
  return presented(world, request, entry, threshold)
}

function presented({ decode }: World, request: Request, entry: Multisig.Multisig, threshold: number) {
  return request.params.version === 'v1'
    ? present.multisigV1(entry, threshold, decode)
    : present.multisig(entry, threshold, decode)
}
