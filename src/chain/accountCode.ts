import type { Hex } from 'viem'
import { isHexAddress } from './hex.ts'

/**
 * The kind of an account by the code at its address. The only place where code is told apart.
 * - `none` a key; or a contract that is not deployed yet, which only a signature can show (ERC-6492)
 * - `delegated` a key whose account runs the code of a contract that it named (EIP-7702). It is a person's wallet:
 *   its key signs and sends as before. But its BNB can also leave without a transaction of its own.
 * - `contract` code of its own and no key. Whether that is a Safe: `readIsGenuineSafe`, two operators required
 */
export type AccountCode = 'none' | 'delegated' | 'contract'

/** The bytes before the address of the contract, 23 bytes in all. No contract's code can begin so (EIP-3541). */
const DELEGATION = '0xef0100'

/** The kind of code that `eth_getCode` returned, or null for none. */
export function kindOfCode(code: Hex | null): AccountCode {
  if (code === null || code === '0x') return 'none'
  const isDelegation =
    code.toLowerCase().startsWith(DELEGATION) && isHexAddress(`0x${code.slice(DELEGATION.length)}`)
  return isDelegation ? 'delegated' : 'contract'
}
