/**
 * Whether a text can be signed and checked at all: halves of a surrogate pair have no bytes of their own, so texts that
 * differ in them would share one signature.
 */
export function isSignable(text: string): boolean {
  return !/\p{Cs}/u.test(text)
}
