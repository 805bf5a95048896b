import type { RequestFault } from './requestLink.ts'

/** Why a link is not shown as a request, for people: what is wrong, and what to do. */
export const requestFaultText: Readonly<Record<RequestFault, string>> = {
  empty: 'The link carries no request. Ask for it again.',
  'too-long': 'The link is longer than any request of this portal. It was changed or is not one of ours.',
  'white-space': 'The link has spaces or line breaks in it. Copy it again, whole and in one piece.',
  'percent-encoded':
    'The link was encoded on its way (it has % signs in it). Ask for it again, or copy it from where it was made.',
  'foreign-characters': 'The link has characters that no request has. Copy it again from where it came from.',
  damaged: 'The link was damaged or changed: its checksum does not fit. Copy it again, whole.',
  'unknown-version': 'The link was made by another version of the portal that this one cannot read.',
  'other-chain': 'This request is for another network. The portal pays on BNB Smart Chain only.',
  payee: 'The account to be paid is not a whole, checksummed address, or it is a token contract.',
  token: 'The token is neither one of the portal’s nor named by its contract and decimals.',
  amount: 'The amount is not a plain number above zero that this token can carry.',
  'made-at': 'The time at which it was made is not a time that can be.',
  memo: 'The note is longer than 80 characters, or has characters that hide or turn text.',
  reference: 'The reference is longer than 40 characters, or has characters that hide or turn text.',
  due: 'The last day is not a day of the calendar.',
  payer: 'The Safe that is asked to pay is not a whole, checksummed address, or it is the payee itself.',
  signature: 'The signature is not one that an account can give.',
  proof: 'What stands as a proof of account has characters that none has, or is longer than one.',
  'unknown-field':
    'The link carries a field that this portal does not know, or one that stands in the wrong place.',
  'not-canonical':
    'The link says what it says in another way than the portal writes it, so somebody has altered it.',
}
