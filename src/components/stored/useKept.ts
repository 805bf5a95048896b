import { codeAnswers } from '#domain/proof/codeAnswers.ts'
import { keptProofs } from '#domain/proof/keptProofs.ts'
import { keptRequests } from '#domain/request/keptRequests.ts'
import { useKeptList } from './useKeptList.ts'

/** The requests of this browser. */
export const useKeptRequests = () => useKeptList(keptRequests)

/** The proofs of this browser. */
export const useKeptProofs = () => useKeptList(keptProofs)

/** The answers of the person at this browser after looking for the code of a proof. */
export const useCodeAnswers = () => useKeptList(codeAnswers)
