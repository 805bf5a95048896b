import * as v from 'valibot'
import { type Hex, isAddressEqual, recoverAddress } from 'viem'
import type { Address } from '#chain/money/Address.ts'
import { PortalError } from '#chain/PortalError.ts'
import { hex } from '#chain/schemas.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { safeTxTypedData } from '#safe/tx/signedFields.ts'
import type { WalletRequest } from './sendBatch.ts'
import { signError } from './walletFault.ts'

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
  const safeTxHash = SafeTx.hash(safe, tx, version)
  const params = [account, safeTxTypedData(safe, tx, version)]
  const answer = await request('eth_signTypedData_v4', params).catch((cause: unknown) => {
    throw signError(cause)
  })
  const read = v.safeParse(ofHash, answer)
  if (!read.success) {
    throw new PortalError(
      'refused',
      'Your wallet did not answer with the signature of a key, which a Safe could take. Nothing was sent.',
    )
  }
  const signature = read.output as Hex
  const signer = await recoverAddress({ hash: safeTxHash, signature }).catch(() => null)
  if (signer === null || !isAddressEqual(signer, account)) {
    throw new PortalError(
      'refused',
      'Your wallet signed with another account, or something else than was reviewed. Nothing was sent.',
    )
  }
  return { safeTxHash, signature }
}
