/**
 * Stands in for `@adraffy/ens-normalize` (26 kB gzip). Only Ethereum names need it, and the portal talks to BNB Smart
 * Chain alone, where no name is looked up.
 */
export function ens_normalize(name: string): string {
  return name
}
