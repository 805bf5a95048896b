import type { Hex } from 'viem'
import { contracts } from './files.ts'

/** Multicall3's creation code from the package's own file. */
export async function multicallCode(): Promise<Hex> {
  return contracts().multicall
}
