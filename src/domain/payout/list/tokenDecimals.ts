import type { Address } from '#chain/money/Address.ts'
import { PortalError } from '#chain/PortalError.ts'
import { readWithQuorum } from '#chain/rpc/quorum.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { readChain } from '#chain/rpc/readChain.ts'
import { erc20Abi, readContract } from '#chain/rpc/readContract.ts'
import { MAX_DECIMALS } from '#domain/request/PaymentRequest.ts'

/**
 * Reads a token contract's decimals. If several operators are configured, two must agree.
 * @throws PortalError `unreachable`, or `malformed` if no two nodes agree or the number is impossible
 */
export async function readDecimals(rpc: Rpc, contract: Address): Promise<number> {
  const ask = (node: Rpc) =>
    readChain(() => readContract(node, { address: contract, abi: erc20Abi }, 'decimals'))
  const said = await readWithQuorum(rpc, ask, String)
  if (said.kind === 'split') throw new PortalError('malformed', 'No two nodes say the same of this contract.')
  if (said.kind === 'alone' && rpc.witnesses)
    throw new PortalError('unreachable', 'Two nodes have to say it.')
  const decimals = said.value
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > MAX_DECIMALS)
    throw new PortalError('malformed', 'This contract does not say how many decimals it has.')
  return decimals
}
