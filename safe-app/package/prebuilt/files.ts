import { readFileSync } from 'node:fs'
import type { Hex } from 'viem'

/** The part of a compiled contract that the package needs. */
export type PackedArtifact = { readonly bytecode?: Hex; readonly deployedBytecode?: Hex }

/** The package's file with Safe's contracts. */
export type ContractsFile = {
  readonly artifacts: Readonly<Record<string, PackedArtifact>>
  readonly multicall: Hex
}

let read: ContractsFile | null = null

/** A file beside the bundled modules. */
export function readPackageFile(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
}

/** Safe's contracts, read once. */
export function contracts(): ContractsFile {
  read ??= JSON.parse(readPackageFile('contracts.json')) as ContractsFile
  return read
}
