import type SafeApiKit from '@safe-global/api-kit'
import { erc20Abi, type Hex, parseUnits } from 'viem'
import * as Call from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { executionData, sign } from '../../../rig/seed/SafeActs.ts'
import { type SeededSafe, treasury } from '../../../rig/seed/safes.ts'
import type { Rig } from '../../../rig/startRig.ts'
import { influencers, owners, type Persona } from '../../../safe-app/accounts.ts'
import { join } from '../../../safe-app/service/read/Signature.ts'
import { type Answer, ask } from './ask.ts'
import type { Details } from './documents.ts'

const usdt = Token.pinned.find(({ symbol }) => symbol === 'USDT') ?? Token.BNB

/** A USDT payment to the first influencer, as a Safe transaction. */
export function payout(nonce: bigint, text = '10'): SafeTx.SafeTx {
  const [dana] = influencers
  return SafeTx.fromCall(Call.transfer(dana.address, { token: usdt, value: parseUnits(text, 18) }), nonce)
}

/** An account's current USDT balance. */
export function usdtOf({ chain }: Rig, account: Hex): Promise<bigint> {
  const address = usdt.address
  if (address === null) throw new Error('USDT has no address')
  return chain.client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [account] })
}

/**
 * The nonce that the Safe executes next, and the first nonce that the queue leaves free. From the transaction service,
 * because the gateway may answer from a copy.
 */
export async function nonces(
  { service }: Pick<Rig, 'service'>,
  { address } = treasury,
): Promise<{ current: bigint; free: bigint }> {
  const [safe, last] = await Promise.all([
    ask<{ nonce: string }>(service.txServiceUrl, `/v1/safes/${address}/`),
    ask<{ results: readonly { nonce: string }[] }>(
      service.txServiceUrl,
      `/v2/safes/${address}/multisig-transactions/?ordering=-nonce&limit=1`,
    ),
  ])
  const current = BigInt(safe.body.nonce)
  const next = BigInt(last.body.results[0]?.nonce ?? -1) + 1n
  return { current, free: next > current ? next : current }
}

/** The body of a proposal to the gateway, signed by its sender. */
export async function proposalBody(tx: SafeTx.SafeTx, sender: Persona, safe = treasury) {
  return {
    to: tx.to,
    value: `${tx.value}`,
    data: tx.data,
    nonce: `${tx.nonce}`,
    operation: tx.operation,
    safeTxGas: `${tx.safeTxGas}`,
    baseGas: `${tx.baseGas}`,
    gasPrice: `${tx.gasPrice}`,
    gasToken: tx.gasToken,
    refundReceiver: tx.refundReceiver,
    safeTxHash: SafeTx.hash(safe.address, tx, safe.version),
    sender: sender.address,
    signature: await sign(safe, tx, sender),
    origin: '{"url":"http://localhost:5173","name":"Influencer Portal"}',
  }
}

/** Proposes through the gateway. */
export async function proposeTo(rig: Rig, tx: SafeTx.SafeTx, sender: Persona, safe = treasury) {
  return ask<Details>(rig.service.url, `/v1/chains/56/transactions/${safe.address}/propose`, {
    body: await proposalBody(tx, sender, safe),
  })
}

/** A correct transaction whose hash the gateway can't verify: its gas is no double. */
export function unverifiable(nonce: bigint): SafeTx.SafeTx {
  return { ...payout(nonce, '47'), safeTxGas: 2n ** 60n + 1n }
}

/** Puts such a transaction into the treasury's queue; only the transaction service itself accepts it. */
export async function proposeUnverifiable(rig: Pick<Rig, 'service'>, nonce: bigint): Promise<SafeTx.SafeTx> {
  const tx = unverifiable(nonce)
  const { safeTxHash, ...fields } = await proposalBody(tx, owners[0])
  const path = `/v2/safes/${treasury.address}/multisig-transactions/`
  const body = { ...fields, contractTransactionHash: safeTxHash }
  const { status } = await ask(rig.service.txServiceUrl, path, { body })
  if (status !== 201) throw new Error(`The transaction service answered ${status}.`)
  return tx
}

/** Confirms through the gateway. */
export async function confirmAt(rig: Rig, tx: SafeTx.SafeTx, owner: Persona, safe = treasury) {
  const hash = SafeTx.hash(safe.address, tx, safe.version)
  const body = { signature: await sign(safe, tx, owner) }
  return ask<Details>(rig.service.url, `/v1/chains/56/transactions/${hash}/confirmations`, { body })
}

/** The gateway's details of a transaction. */
export function detailsOf(rig: Rig, tx: SafeTx.SafeTx, safe = treasury): Promise<Answer<Details>> {
  return ask<Details>(
    rig.service.url,
    `/v1/chains/56/transactions/${SafeTx.hash(safe.address, tx, safe.version)}`,
  )
}

/** Executes on the chain with the signatures of the given owners; returns the transaction's hash. */
export async function executeOn(
  { chain }: Rig,
  tx: SafeTx.SafeTx,
  signers: readonly Persona[],
  safe: SeededSafe = treasury,
): Promise<Hex> {
  const parts = await Promise.all(
    signers.map(async (signer) => ({ owner: signer.address, signature: await sign(safe, tx, signer) })),
  )
  const executor = signers[0]?.account
  if (executor === undefined) throw new Error('Nobody signs')
  const data = executionData(tx, join(parts))
  const receipt = await chain.client.sendTransactionSync({
    account: executor,
    to: safe.address,
    data,
    // Enough for a batch of a hundred payments to new accounts.
    gas: 12_000_000n,
  })
  if (receipt.status !== 'success') throw new Error('The execution reverted')
  return receipt.transactionHash
}

/** Proposes with api-kit, like any client of the transaction service; returns the safeTxHash. */
export async function proposeWith(
  kit: SafeApiKit,
  tx: SafeTx.SafeTx,
  sender: Persona,
): Promise<SafeTx.SafeTxHash> {
  const { to, data, operation, gasToken, refundReceiver } = tx
  const safeTxHash = SafeTx.hash(treasury.address, tx)
  await kit.proposeTransaction({
    safeAddress: treasury.address,
    safeTransactionData: {
      to,
      data,
      operation,
      gasToken,
      refundReceiver,
      value: `${tx.value}`,
      safeTxGas: `${tx.safeTxGas}`,
      baseGas: `${tx.baseGas}`,
      gasPrice: `${tx.gasPrice}`,
      nonce: Number(tx.nonce),
    },
    safeTxHash,
    senderAddress: sender.address,
    senderSignature: await sign(treasury, tx, sender),
    origin: 'Influencer Portal',
  })
  return safeTxHash
}
