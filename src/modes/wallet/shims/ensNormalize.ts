/**
 * Replaces `@adraffy/ens-normalize`. Only names beyond plain ASCII need it, and the portal does
 * not accept those (`src/chain/names/addressLike.ts`).
 * Written for @adraffy/ens-normalize 1.11.1.
 */
export function ens_normalize(name: string): string {
  return name
}
