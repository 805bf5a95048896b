import { toHex } from 'viem'
import type { Address } from '#chain/money/Address.ts'
import { ask } from '#chain/rpc/ask.ts'
import { hex, quantity } from '#chain/rpc/questions.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'

/** An account after a block: `balance` of BNB in wei, `nonce` of its next transaction. */
export type AccountState = {
  readonly block: bigint
  readonly balance: bigint
  readonly nonce: bigint
  /**
   * A contract, or an account delegated to one (EIP-7702). Its BNB can leave without a transaction of its
   * own.
   */
  readonly hasCode: boolean
}

/**
 * The account as one endpoint reports it after `block`.
 * @throws when no endpoint still has the state of that block; public nodes keep about 128
 */
export async function getAccountState(rpc: Rpc, account: Address, block: bigint): Promise<AccountState> {
  const together = {}
  const params = [account, toHex(block)]
  const [balance, nonce, code] = await Promise.all([
    ask(rpc, quantity, 'eth_getBalance', params, together),
    ask(rpc, quantity, 'eth_getTransactionCount', params, together),
    ask(rpc, hex, 'eth_getCode', params, together),
  ])
  return { block, balance, nonce, hasCode: code !== '0x' }
}
