import { concatHex, type Hex, keccak256, pad, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Call } from '#chain/money/Call.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import { ENTRY_POINT, SMART_ACCOUNT } from '../chain/bundleContracts.ts'
import { broadcast } from './broadcast.ts'
import { node } from './node.ts'
import type { Wallet } from './Wallet.ts'

/** Gas for each of the operation's calls, and for the overhead. */
const GAS_OF_CALL = 300_000n
const GAS_AROUND = 300_000n

/** Too little for any payment: the operation fails, and the bundle succeeds. */
const TOO_LITTLE_GAS = 5_000n

/**
 * Sends calls like a smart-account wallet: as an operation in another account's transaction to an entry
 * point. Returns that bundle's hash, whose receipt is a success whatever the operation's result.
 */
export async function sendBundle(wallet: Wallet, calls: readonly Call[]): Promise<Hex> {
  const { network, rpcUrl, bundler } = wallet.config
  const account = wallet.account()
  const operation = MultiSend.encode(calls)
  const gasOfCalls = GAS_OF_CALL * BigInt(calls.length)
  const gas = wallet.faults.bundle === 'fails' ? TOO_LITTLE_GAS : gasOfCalls
  const nonce = Number(await node(rpcUrl, 'eth_getTransactionCount', [account.address, 'pending']))
  const operationHash = keccak256(concatHex([account.address, toHex(nonce, { size: 32 }), operation]))
  const lease = await privateKeyToAccount(account.key).signAuthorization({
    address: SMART_ACCOUNT,
    chainId: network.id,
    nonce,
  })
  const data = concatHex([pad(account.address), toHex(gas, { size: 32 }), operationHash, operation])
  return broadcast(
    wallet.config,
    bundler,
    { to: ENTRY_POINT, value: 0n, data },
    { gas: gasOfCalls + GAS_AROUND, lease },
  )
}
