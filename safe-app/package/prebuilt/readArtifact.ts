import { contracts, type PackedArtifact } from './files.ts'

/** A compiled contract from the package's own file. */
export function readArtifact(path: string): PackedArtifact {
  const artifact = contracts().artifacts[path]
  if (artifact === undefined) throw new Error(`The package has no contract ${path}.`)
  return artifact
}
