import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { type Hex, isHex } from 'viem'

/** Multicall3's creation code, which viem has and does not export. */
export async function multicallCode(): Promise<Hex> {
  const viem = createRequire(import.meta.url).resolve('viem/package.json')
  const file = new URL('_esm/constants/contracts.js', pathToFileURL(viem))
  const { multicall3Bytecode }: Record<string, unknown> = await import(file.href)
  if (!isHex(multicall3Bytecode)) throw new Error('viem carries no Multicall3 any more.')
  return multicall3Bytecode
}
