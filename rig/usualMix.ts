import type { PersonaName } from '../safe-app/chain/personas.ts'

/** The endpoints of `npm start`: the four operators that the portal is built with. */
export const usualMix: readonly PersonaName[] = ['bnbChain', 'club48', 'blast', 'bloxroute']
