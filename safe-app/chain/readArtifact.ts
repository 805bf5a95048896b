import { createRequire } from 'node:module'
import type { Abi, Hex } from 'viem'

/** A compiled contract. */
export type Artifact = { readonly abi: Abi; readonly bytecode: Hex; readonly deployedBytecode: Hex }

/** Reads a compiled contract from an npm package. */
export function readArtifact(path: string): Artifact {
  return createRequire(import.meta.url)(path) as Artifact
}
