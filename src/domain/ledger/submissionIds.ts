import { keccak256, stringToBytes } from 'viem'
import { batchIdKey, type Submission } from '#account/Submission.ts'

/** The ids of a submission in the lists of an account. */
export function idsOf(submission: Submission): readonly string[] {
  switch (submission.kind) {
    case 'proposed':
      return [submission.safeTxHash.toLowerCase()]
    case 'sent':
      return [submission.hash.toLowerCase()]
    case 'batched': {
      const { id, hashes } = submission
      return [...(id === '' ? [] : [batchName(id)]), ...hashes.map((hash) => hash.toLowerCase())]
    }
  }
}

/** A short name for a wallet's own batch id, which can be any text. */
export function batchName(id: string): string {
  return `batch:${keccak256(stringToBytes(batchIdKey(id))).slice(2, 42)}`
}
