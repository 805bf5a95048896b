/**
 * Stands in for `@adraffy/ens-normalize` (26 kB gzip). Only names beyond plain ASCII need it, and the portal takes
 * those for none (`src/chain/bnbName.ts`).
 */
export function ens_normalize(name: string): string {
  return name
}
