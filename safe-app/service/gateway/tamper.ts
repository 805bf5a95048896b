import { type Address, getAddress, type Hex } from 'viem'
import * as Call from '#chain/money/Call.ts'
import type { Multisig } from '../read/Multisig.ts'
import type { World } from '../World.ts'
import { txData } from './txData.ts'
import { txInfo } from './txInfo.ts'

type Details = { readonly txInfo: object; readonly txData: object | null }

/**
 * A lie for tests: with the `tamper` fault on, details show another recipient or amount than the hashed and
 * signed one. A token transfer stays one, so that only the hash reveals it.
 */
export async function tamper<D extends Details>(world: World, details: D, entry: Multisig): Promise<D> {
  const fault = world.faults.get().tamper
  if (fault === null) return details
  const tx = { ...entry.tx, ...lie(entry, fault) }
  return { ...details, txInfo: await txInfo(world, entry.safe, tx), txData: await txData(world, tx) }
}

function lie(
  { tx }: Multisig,
  fault: { readonly to?: string | undefined; readonly value?: string | undefined },
): { to: Address; value: bigint; data: Hex } {
  const transfer = tx.operation === 0 ? Call.asTransfer(tx) : null
  const to = fault.to === undefined ? (transfer?.to ?? tx.to) : getAddress(fault.to)
  const value = fault.value === undefined ? (transfer?.value ?? tx.value) : BigInt(fault.value)
  if (transfer === null || transfer.token === null) return { to, value, data: tx.data }
  return Call.fromTransfer({ token: transfer.token, to, value })
}
