import type { RequestFault } from './requestLink.ts'

/** Explains why a link is not shown as a request, and what to do. */
export const requestFaultText: Readonly<Record<RequestFault, string>> = {
  empty: 'This link holds no request. Ask for it again.',
  'too-long': 'This link is longer than any request. It was changed, or isn’t ours.',
  'white-space': 'This link has spaces or line breaks. Copy the whole link again.',
  'percent-encoded': 'This link was re-encoded on its way (it has % signs). Copy it from where it was made.',
  'foreign-characters': 'This link has characters that no request has. Copy the whole link again.',
  damaged: 'This link is incomplete or was changed. Ask for it again. Don’t pay from it.',
  'unknown-version': 'This link was made by another version, which we can’t read.',
  'other-chain': 'This request is for another network. We support BNB Smart Chain only.',
  payee: 'The recipient isn’t a full address, or is a token contract.',
  token: 'The token is unknown, and its contract or decimals are missing.',
  amount: 'The amount isn’t valid for this token.',
  'made-at': 'The creation date is invalid.',
  tolerance: 'The tolerance is missing or invalid.',
  until: 'The time until which it can be paid is missing or invalid.',
  memo: 'The message is longer than 80 characters, or has hidden characters.',
  reference: 'The reference is longer than 40 characters, or has hidden characters.',
  due: 'The due date is invalid.',
  payer: 'The payer’s Safe isn’t a full address, or is the recipient.',
  name: 'The sender’s name isn’t valid.',
  handle: 'The sender’s handle isn’t valid.',
  signature: 'The signature is unreadable.',
  proof: 'The attached proof is unreadable.',
  'unknown-field': 'This link has a part that we don’t know.',
  'not-canonical': 'This link was altered. Don’t pay from it.',
}
