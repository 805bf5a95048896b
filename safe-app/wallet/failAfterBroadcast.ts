import { RpcError } from './RpcError.ts'
import type { Wallet } from './Wallet.ts'

const messages: Readonly<Record<number, string>> = {
  [-32002]: 'The request timed out.',
  [-32603]: 'Internal JSON-RPC error.',
  4900: 'The provider is disconnected from all chains.',
}

/** Throws the fault's error although the transaction was broadcast; 4900 also emits `disconnect`. */
export function failAfterBroadcast(wallet: Wallet): void {
  const { afterBroadcast } = wallet.faults
  if (afterBroadcast === 0) return
  const error = new RpcError(afterBroadcast, messages[afterBroadcast] ?? 'Something went wrong.')
  if (afterBroadcast === 4900) wallet.emit('disconnect', error)
  throw error
}
