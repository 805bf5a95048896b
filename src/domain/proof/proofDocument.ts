import { unwrapLinks } from '#domain/shared/pastedLink.ts'
import { isSignature, type SignedProof } from './Proof.ts'
import { decodeProof, encodeProof, findProofs, type ProofLinkFault } from './proofLink.ts'
import {
  type ProofMessageRefusal,
  proofCode,
  proofMessage,
  readProofMessage,
  sameCode,
} from './proofMessage.ts'

/** Why a pasted document is not a proof, apart from its message. */
export type DocumentFault =
  | 'empty'
  | 'too-long'
  | 'other-link'
  | 'no-proof'
  | 'signature'
  | 'no-code'
  | 'altered'
  | 'layout'

/** Why a pasted text is not a proof, including the faults of its link or message. */
export type PastedRefusal =
  | { readonly ok: false; readonly fault: DocumentFault }
  | { readonly ok: false; readonly fault: 'link'; readonly detail: ProofLinkFault }
  | { readonly ok: false; readonly fault: 'message'; readonly detail: ProofMessageRefusal }

type ReadPasted = { readonly ok: true; readonly signed: SignedProof } | PastedRefusal

/** Maximum characters of a text that is parsed. */
export const MAX_PASTED = 8_192

const KEPT = 'kept by the Safe'
const [SIGNATURE, CODE] = ['Signature: ', 'Code: ']
const IN_LINK = '/verify/'

/**
 * A proof as a text that can be pasted anywhere and checked by anyone: the exact signed message, then the
 * signature and the code.
 * @throws RangeError for an invalid proof, naming the field
 */
export function proofDocument(signed: SignedProof): string {
  // Documents and links accept the same proofs.
  encodeProof(signed)
  const { proof, signature } = signed
  return [
    proofMessage(proof),
    '',
    `${SIGNATURE}${signature ?? KEPT}`,
    `${CODE}${proofCode(proof.address, proof.handle)}`,
  ].join('\n')
}

/** Parses pasted text: the link of a proof, the text of a link, or a document. */
export function readPasted(pasted: string): ReadPasted {
  if (pasted.length > MAX_PASTED) return { ok: false, fault: 'too-long' }
  const text = pasted.replaceAll('\r\n', '\n').trim()
  if (text === '') return { ok: false, fault: 'empty' }
  const [link, ...others] = new Set(
    findProofs(unwrapLinks(text)).flatMap((one) => (one.isWhole ? [one.text] : [])),
  )
  const found = link !== undefined && others.length === 0 ? decodeProof(link) : null
  if (found?.ok) return found
  const lines = text.split('\n')
  // The first line of a document is a sentence, unlike that of a link broken into lines.
  const isDocument = lines.length > 1 && /\S \S/.test(lines[0] ?? '')
  return isDocument ? readDocument(lines, text) : readLink(text)
}

function readLink(text: string): ReadPasted {
  const hash = text.indexOf('#')
  const isLink = hash >= 0 || text.includes('/')
  if (isLink && !text.slice(hash + 1).startsWith(IN_LINK)) return { ok: false, fault: 'other-link' }
  if (!isLink && !text.includes('~')) return { ok: false, fault: 'no-proof' }
  const decoded = decodeProof(isLink ? text.slice(hash + 1 + IN_LINK.length) : text)
  return decoded.ok ? decoded : { ok: false, fault: 'link', detail: decoded.fault }
}

function readDocument(lines: readonly string[], text: string): ReadPasted {
  const at = lines.findIndex((line) => line.startsWith(SIGNATURE))
  const read = readProofMessage(messageOf(lines, at))
  if (!read.ok) return { ok: false, fault: 'message', detail: read }
  const { proof } = read
  // As listed by Safe{Wallet} under Messages: the owners' signatures are found by the message alone.
  if (at < 0) return { ok: true, signed: { proof, signature: null } }
  const signature = readSignature(lines[at] ?? '')
  if (signature === undefined) return { ok: false, fault: 'signature' }
  const code = lines[at + 1]
  if (!code?.startsWith(CODE)) return { ok: false, fault: 'no-code' }
  if (!sameCode(code.slice(CODE.length), proofCode(proof.address, proof.handle))) {
    return { ok: false, fault: 'altered' }
  }
  const signed = { proof, signature }
  return proofDocument(signed) === text ? { ok: true, signed } : { ok: false, fault: 'layout' }
}

/** The lines above the signature, without the blank line before it; all lines if there is no signature. */
function messageOf(lines: readonly string[], at: number): string {
  const message = at < 0 ? [...lines] : lines.slice(0, at)
  if (message.at(-1) === '') message.pop()
  return message.join('\n')
}

/** Null if the Safe keeps the signature; undefined for an invalid one. */
function readSignature(line: string): SignedProof['signature'] | undefined {
  const text = line.slice(SIGNATURE.length)
  if (text === KEPT) return null
  return isSignature(text) ? text : undefined
}
