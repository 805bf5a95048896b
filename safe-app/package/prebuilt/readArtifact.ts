import type { Hex } from 'viem'
import { contracts } from './files.ts'

/** A compiled contract from the package's own file. */
export function readArtifact(path: string): { readonly bytecode: Hex } {
  const artifact = contracts().artifacts[path]
  if (artifact === undefined) throw new Error(`The package has no contract ${path}.`)
  return artifact
}
