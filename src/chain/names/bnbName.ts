/**
 * Without hyphens in the third and fourth place, which every client refuses (ENSIP-15): `xn--` hides another script.
 */
const LABEL = '(?!..--)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
const NAME = new RegExp(`^${LABEL}(?:\\.${LABEL})*\\.bnb$`)

/** Maximum length of a name (characters), as in the DNS. */
const MAX_LENGTH = 255

/**
 * True for a name that the portal shows: lower-case ASCII letters, digits and inner hyphens, under `.bnb`.
 * Names in other scripts are not shown, because detecting look-alikes among them takes tables of 26 kB gzip.
 */
export function isBnbName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_LENGTH && NAME.test(value)
}

/**
 * The name that a person typed, or null. ASCII letters become lower case, as the registry itself has them (ENSIP-1);
 * no other character changes, because a Kelvin sign would become a `k`.
 */
export function toBnbName(typed: string): string | null {
  if (typed.length > MAX_LENGTH) return null
  const name = typed.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return isBnbName(name) ? name : null
}
