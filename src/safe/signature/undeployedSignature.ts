import * as v from 'valibot'
import {
  type Address,
  BaseError,
  encodeDeployData,
  erc6492SignatureValidatorByteCode,
  type Hash,
  type Hex,
  isErc6492Signature,
  parseErc6492Signature,
  toHex,
  universalSignatureValidatorAbi,
} from 'viem'
import { hex } from '#chain/rpc/questions.ts'
import { isRevert, type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import { readSignatureWithQuorum, type SignatureVerdict } from './signatureQuorum.ts'

/**
 * The inner signature for an account that is not deployed yet (ERC-6492: factory, its calldata, signature,
 * magic bytes); null if the bytes before the magic have another format.
 */
export function unwrapped(signature: Hex): Hex | null {
  if (!isErc6492Signature(signature)) return null
  try {
    const { address, signature: own } = parseErc6492Signature(signature)
    return address === undefined ? null : own
  } catch (error) {
    if (error instanceof BaseError) return null
    throw error
  }
}

/**
 * Whether the account that the wrapped signature would deploy at `signer` accepts it for `hash`. Nodes deploy
 * and call it in one `eth_call`, which changes nothing, with the code from ERC-6492. A deployed account is
 * called directly instead (`contractSays`), so that nothing wrapped by a stranger is called. Never throws.
 */
export function futureContractSays(
  rpc: Rpc,
  signer: Address,
  hash: Hash,
  signature: Hex,
): Promise<SignatureVerdict> {
  const data = encodeDeployData({
    abi: universalSignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [signer, hash, signature],
  })
  return readSignatureWithQuorum(rpc, async (node, block) => {
    try {
      const answer = v.parse(hex, await node('eth_call', [{ data }, toHex(block)]))
      if (!/^0x(00)*0[01]$/.test(answer)) throw new Error('Not an answer of that code')
      return answer.endsWith('1') ? 'yes' : 'no'
    } catch (error) {
      if (error instanceof RpcError && isRevert(error)) return 'no'
      throw error
    }
  })
}
