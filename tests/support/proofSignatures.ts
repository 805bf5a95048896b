import fc from 'fast-check'
import type { ProofSignature } from '#domain/proof/judgeProof.ts'
import { influencers } from '../../safe-app/accounts.ts'

const [dana, eli] = influencers

/** Every possible result for a proof's signature: each kind, in each form. */
export const everySignature: readonly (readonly [string, ProofSignature])[] = [
  ['of a key', { kind: 'valid', by: 'key', block: null }],
  ['accepted by a contract', { kind: 'valid', by: 'contract', block: 71_000_001n }],
  ['accepted by the contract of a delegated account', { kind: 'valid', by: 'delegate', block: 71_000_007n }],
  ['of an account to come', { kind: 'valid', by: 'future-contract', block: 71_000_002n }],
  ['kept on the chain', { kind: 'valid', by: 'chain', block: 71_000_003n }],
  ['collected', { kind: 'collecting', have: 1, need: 2 }],
  ['collected as far as nobody can read', { kind: 'collecting', have: null, need: 2 }],
  ['collected without end', { kind: 'collecting', have: null, need: null }],
  ['missing', { kind: 'none' }],
  ['of an owner who left', { kind: 'owners-changed', acceptedAt: 71_000_004n, gone: [dana.address] }],
  [
    'of owners who left',
    { kind: 'owners-changed', acceptedAt: 71_000_005n, gone: [dana.address, eli.address] },
  ],
  ['of a Safe that changed otherwise', { kind: 'owners-changed', acceptedAt: 71_000_006n, gone: [] }],
  ['wrong', { kind: 'wrong', words: 'The contract of this account refuses it, for this reason.' }],
  ['unknown', { kind: 'unknown', words: 'The chain did not answer, for that reason.' }],
]

/** A signature, whether it is checked on the portal that made the proof, and its age in seconds. */
export const anyJudged = fc.record({
  signature: fc.constantFrom(...everySignature.map(([, signature]) => signature)),
  isHome: fc.boolean(),
  after: fc.oneof(
    fc.integer({ min: -100_000_000, max: 100_000_000 }),
    fc.constantFrom(-601, -600, -599, 0, 86_400, 90 * 86_400, 366 * 86_400),
  ),
})
