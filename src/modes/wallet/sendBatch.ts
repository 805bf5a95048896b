import * as v from 'valibot'
import { type Hex, isAddressEqual, recoverAddress, toHex } from 'viem'
import { type Batching, type SubmitHow, WALLET_LIMIT } from '#account/Account.ts'
import type { Submission } from '#account/Submission.ts'
import type { Address } from '#chain/money/Address.ts'
import type { Call } from '#chain/money/Call.ts'
import { findPortalError, PortalError } from '#chain/PortalError.ts'
import { withDeadline } from '#chain/rpc/Rpc.ts'
import { hex } from '#chain/schemas.ts'
import { cleanLabel } from '#chain/text/label.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { safeTxTypedData } from '#safe/tx/signedFields.ts'
import { batchError, signError } from './walletFault.ts'

/** Sends any EIP-1193 method to the wallet. Results and errors are unchecked. */
export type WalletRequest = (method: string, params: readonly unknown[]) => Promise<unknown>

/** If a wallet takes longer (ms) to report its capabilities, payments are requested one by one. */
const DEADLINE = 3_000

/** BSC, and "every chain", as EIP-5792 writes them. */
const BSC = '0x38'
const ANY = '0x0'

const offered = v.nullish(
  v.object({
    atomic: v.nullish(v.object({ status: v.string() })),
    // Used by wallets from before the EIP was final.
    atomicBatch: v.nullish(v.object({ supported: v.boolean() })),
  }),
)
const capabilities = v.object({ [BSC]: offered, [ANY]: offered })

/** How the wallet handles several calls (`wallet_getCapabilities`). Never throws: `single` if in doubt. */
export async function readBatching(request: WalletRequest, account: Address): Promise<Batching> {
  try {
    const asked = request('wallet_getCapabilities', [account, [BSC]])
    return batchingOf(await withDeadline(asked, DEADLINE))
  } catch {
    return { kind: 'single' }
  }
}

/** @throws if it does not match EIP-5792 or its drafts */
function batchingOf(answer: unknown): Batching {
  const { [BSC]: here, [ANY]: anywhere } = v.parse(capabilities, answer)
  const reported = here?.atomic ?? anywhere?.atomic
  // The final EIP's field decides, even if an older field contradicts it.
  if (reported) {
    if (reported.status === 'supported') return { kind: 'atomic', limit: WALLET_LIMIT }
    return reported.status === 'ready' ? { kind: 'upgrade', limit: WALLET_LIMIT } : { kind: 'single' }
  }
  const before = here?.atomicBatch ?? anywhere?.atomicBatch
  return before?.supported ? { kind: 'atomic', limit: WALLET_LIMIT } : { kind: 'single' }
}

type Parts = { readonly address: Address; readonly request: WalletRequest }

/** A wallet's id of a batch, limited to the length that EIP-5792 allows. */
const batchId = v.pipe(v.string(), v.minLength(1), v.maxLength(8194))

/** Older wallets return the bare id. */
const sent = v.union([
  batchId,
  v.pipe(
    v.object({ id: batchId }),
    v.transform(({ id }) => id),
  ),
])

/**
 * Requests all calls as one atomic batch (`wallet_sendCalls`, EIP-5792). Its id is that of the attempt, so that its
 * status can be queried even if the answer is lost.
 * @throws PortalError `refused` before asking when there are too many; else see `batchError`
 */
export async function sendBatch(
  parts: Parts,
  calls: readonly Call[],
  { id: own, since }: SubmitHow,
): Promise<Submission> {
  const { address: from, request } = parts
  if (calls.length > WALLET_LIMIT) {
    throw new PortalError(
      'refused',
      `A wallet is asked for ${WALLET_LIMIT} payments at once at the most, not ${calls.length}.`,
    )
  }
  const answer = await request('wallet_sendCalls', [paramsOf(from, calls, own)]).catch((cause: unknown) => {
    throw findPortalError(cause) ?? batchError(cause)
  })
  const id = idOf(answer)
  if (id === null) {
    throw new PortalError('unknown-result', 'Your wallet gave the batch no name by which it can be followed.')
  }
  return { kind: 'batched', from, calls, id, hashes: [], since }
}

function paramsOf(from: Address, calls: readonly Call[], id: string) {
  return {
    version: '2.0.0',
    id,
    chainId: '0x38',
    from,
    atomicRequired: true,
    calls: calls.map(({ to, value, data }) => ({
      to,
      value: toHex(value),
      ...(data === '0x' ? {} : { data }),
    })),
  }
}

function idOf(answer: unknown): string | null {
  try {
    return v.parse(sent, answer)
  } catch {
    return null
  }
}

/** `0x` and the digits of r, s and the recovery id. */
const SIGNATURE_LENGTH = 2 + 128 + 2

/** Some hardware wallets count the recovery id from 0; the usual form counts from 27. */
export function usualForm(signature: Hex): Hex {
  if (signature.length !== SIGNATURE_LENGTH || !/0[01]$/.test(signature)) return signature
  return `${signature.slice(0, -2) as Hex}${signature.endsWith('0') ? '1b' : '1c'}`
}

/** A signature of the hash itself, in the Safe's format: r, s and 27 or 28. */
const ofHash = v.pipe(hex, v.transform(usualForm), v.length(SIGNATURE_LENGTH), v.regex(/(1b|1c)$/))

/**
 * Has the wallet sign a Safe transaction (EIP-712) and checks the result: the signature must recover to the
 * account over the safeTxHash computed here.
 * @throws PortalError `rejected`, `busy` or `refused`; in every case nothing was submitted
 */
export async function signSafeTx(
  { request, account }: { readonly request: WalletRequest; readonly account: Address },
  { safe, version }: { readonly safe: Address; readonly version: string },
  tx: SafeTx.SafeTx,
): Promise<{ readonly safeTxHash: SafeTx.SafeTxHash; readonly signature: Hex }> {
  // The typed data has the chain id, which an older Safe leaves out of what it verifies.
  if (!/^\d+\.\d+\.\d+/.test(version) || !SafeTx.hasChainIdInDomain(version)) {
    const words = `The portal signs for Safes since version 1.3.0. This one says ${cleanLabel(version).slice(0, 20)}. Sign in Safe{Wallet}.`
    throw new PortalError('refused', words)
  }
  const safeTxHash = SafeTx.hash(safe, tx, version)
  const params = [account, safeTxTypedData(safe, tx, version)]
  const answer = await request('eth_signTypedData_v4', params).catch((cause: unknown) => {
    throw signError(cause)
  })
  const read = v.safeParse(ofHash, answer)
  if (!read.success) {
    throw new PortalError(
      'refused',
      'Your wallet did not answer with the signature of a key, which a Safe could take.',
    )
  }
  const signature = read.output as Hex
  const signer = await recoverAddress({ hash: safeTxHash, signature }).catch(() => null)
  if (signer === null || !isAddressEqual(signer, account)) {
    throw new PortalError(
      'refused',
      'Your wallet signed with another account, or something else than was reviewed.',
    )
  }
  return { safeTxHash, signature }
}
