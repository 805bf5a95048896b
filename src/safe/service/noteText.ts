import { cleanLabel } from '#chain/text/label.ts'

/** Safe{Wallet} shows notes of up to this many characters. Source: safe-client-gateway, `MultisigTransactionNoteMapper` */
export const LONGEST_NOTE = 60

/** The beginning of a text that a note to the owners of a Safe can hold. */
export function noteText(text: string): string {
  return cleanLabel(text)
    .slice(0, LONGEST_NOTE)
    .replace(/\p{Surrogate}$/u, '')
    .trim()
}
