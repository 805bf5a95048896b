import type { Address } from 'viem'
import type { Receipt } from '#chain/questions.ts'
import type { SafeTxHash } from './SafeTx.ts'

/** topic0 of `ExecutionSuccess(bytes32,uint256)`. */
const EXECUTION_SUCCESS = '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e'
/** topic0 of `ExecutionFailure(bytes32,uint256)`. */
const EXECUTION_FAILURE = '0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23'

/**
 * What a receipt says of one Safe transaction. A failed inner call can stand in a receipt whose own status is
 * success, so only the Safe's event counts. `absent` means that the receipt is not of this transaction.
 */
export function executionOf(
  receipt: Receipt,
  safe: Address,
  safeTxHash: SafeTxHash,
): 'success' | 'failure' | 'absent' {
  if (receipt.status !== '0x1') return 'absent'
  for (const { address, topics, data } of receipt.logs) {
    const [topic, indexed] = topics
    if (address !== safe.toLowerCase()) continue
    if (topic !== EXECUTION_SUCCESS && topic !== EXECUTION_FAILURE) continue
    // Since 1.4.1 the hash is indexed; before, it is the first word of the data.
    const hash = indexed ?? data.slice(0, 66)
    if (hash === safeTxHash.toLowerCase()) return topic === EXECUTION_SUCCESS ? 'success' : 'failure'
  }
  return 'absent'
}

/** What the only execution of a Safe in a receipt came to, whichever transaction of it that was. */
export function executed(receipt: Receipt, safe: Address): 'success' | 'failure' | 'absent' {
  if (receipt.status !== '0x1') return 'absent'
  const events = receipt.logs.filter(
    ({ address, topics }) =>
      address === safe.toLowerCase() && (topics[0] === EXECUTION_SUCCESS || topics[0] === EXECUTION_FAILURE),
  )
  if (events.length !== 1) return 'absent'
  return events[0]?.topics[0] === EXECUTION_SUCCESS ? 'success' : 'failure'
}
