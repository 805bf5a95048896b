/**
 * Parts of a URI (RFC 3986, appendix A) as EIP-4361 refers to them. Whole texts are asked for, of any length that the
 * caller allows; the alternatives of every loop begin with different characters, so no text takes long.
 */

const HEX = '[0-9A-Fa-f]'
const ESCAPED = `%${HEX}{2}`
/** `unreserved` and `sub-delims`. */
const PLAIN = `-A-Za-z0-9._~!$&'()*+,;=`
const PCHAR = `(?:[${PLAIN}:@]|${ESCAPED})`
const QUERY = `(?:[${PLAIN}:@/?]|${ESCAPED})*`
const SCHEME = '[A-Za-z][A-Za-z0-9+.-]*'

const OCTET = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])'
const IPV4 = `${OCTET}(?:\\.${OCTET}){3}`
const H16 = `${HEX}{1,4}`
const LS32 = `(?:${H16}:${H16}|${IPV4})`
const IPV6 = [
  `(?:${H16}:){6}${LS32}`,
  `::(?:${H16}:){5}${LS32}`,
  `(?:${H16})?::(?:${H16}:){4}${LS32}`,
  `(?:(?:${H16}:){0,1}${H16})?::(?:${H16}:){3}${LS32}`,
  `(?:(?:${H16}:){0,2}${H16})?::(?:${H16}:){2}${LS32}`,
  `(?:(?:${H16}:){0,3}${H16})?::${H16}:${LS32}`,
  `(?:(?:${H16}:){0,4}${H16})?::${LS32}`,
  `(?:(?:${H16}:){0,5}${H16})?::${H16}`,
  `(?:(?:${H16}:){0,6}${H16})?::`,
].join('|')
const IPVFUTURE = `[vV]${HEX}+\\.[${PLAIN}:]+`

const USERINFO = `(?:[${PLAIN}:]|${ESCAPED})*`
/** An IPv4 address is a registered name by its characters too. */
const HOST = `(?:\\[(?:${IPV6}|${IPVFUTURE})\\]|(?:[${PLAIN}]|${ESCAPED})*)`
const AUTHORITY = `(?:${USERINFO}@)?${HOST}(?::[0-9]*)?`
const SEGMENTS = `(?:/${PCHAR}*)*`
const HIER_PART = `(?://${AUTHORITY}${SEGMENTS}|/(?:${PCHAR}+${SEGMENTS})?|${PCHAR}+${SEGMENTS}|)`

const authority = new RegExp(`^${AUTHORITY}$`)
const uri = new RegExp(`^${SCHEME}:${HIER_PART}(?:\\?${QUERY})?(?:#${QUERY})?$`)
const scheme = new RegExp(`^${SCHEME}$`)
const pchars = new RegExp(`^${PCHAR}*$`)

/** `[ userinfo "@" ] host [ ":" port ]`, of which the host may be empty. */
export function isAuthority(text: string): boolean {
  return authority.test(text)
}

/** `scheme ":" hier-part [ "?" query ] [ "#" fragment ]` */
export function isUri(text: string): boolean {
  return uri.test(text)
}

export function isScheme(text: string): boolean {
  return scheme.test(text)
}

/** `*pchar`: what a segment of a path is made of. */
export function isPchars(text: string): boolean {
  return pchars.test(text)
}
