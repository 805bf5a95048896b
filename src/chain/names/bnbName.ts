const LABEL = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
const NAME = new RegExp(`^${LABEL}(?:\\.${LABEL})*\\.bnb$`)

/** Names of more characters than this are not read, as in the DNS. */
const MAX_LENGTH = 255

/**
 * True for a name that the portal shows: lower-case ASCII letters, digits and inner hyphens, under `.bnb`. A name in
 * any other script is as good as none: telling whether it looks like somebody else's takes tables of 26 kB gzip.
 */
export function isBnbName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_LENGTH && NAME.test(value)
}
