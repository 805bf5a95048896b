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
import { type ContractWord, twoNodesSay } from './testimony.ts'

/**
 * The signature inside of one for an account that is not on the chain yet (ERC-6492: factory, its call, signature, magic
 * bytes); null when the bytes after the magic are not that.
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
 * Whether the account that the wrapped signature would make at `signer` accepts it for `hash`: nodes make it and ask it in
 * one `eth_call`, which changes nothing. The code that does so is the one of ERC-6492. An account that is on the chain is
 * asked itself instead (`contractSays`): then nothing that a stranger wrapped is called. Never throws.
 */
export function futureContractSays(
  rpc: Rpc,
  signer: Address,
  hash: Hash,
  signature: Hex,
): Promise<ContractWord> {
  const data = encodeDeployData({
    abi: universalSignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [signer, hash, signature],
  })
  return twoNodesSay(rpc, async (node, block) => {
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
