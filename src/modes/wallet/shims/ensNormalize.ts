/**
 * Stands in for `@adraffy/ens-normalize` (26 kB gzip). Only names beyond plain ASCII need it, and the portal
 * treats those as no names (`src/chain/names/bnbName.ts`).
 *
 * Written for @adraffy/ens-normalize 1.11.1.
 */
export function ens_normalize(name: string): string {
  return name
}
