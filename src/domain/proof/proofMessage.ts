import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import * as AddressText from '#chain/money/Address.ts'
import { type Handle, handleFault, handleText, profileUrl } from './Handle.ts'
import { domainOf, type Proof, type ProofField, proofFault } from './Proof.ts'
import { type Platform, platforms } from './platforms.ts'
import {
  dateTimeText,
  readDateTime,
  readSiwe,
  type SiweFault,
  type SiweMessage,
  writeSiwe,
} from './siweText.ts'

/** Why an EIP-4361 message is not a proof of this portal: the first check that fails. */
export type ProofMessageFault =
  | 'other-chain'
  | 'address'
  | 'other-statement'
  | 'uri'
  | 'other-domain'
  | 'nonce'
  | 'times'
  | 'other-resources'
  | 'not-canonical'

/** Why a text is not the message of a proof; for a text that is not EIP-4361 at all, the faulty line. */
export type ProofMessageRefusal =
  | { readonly ok: false; readonly fault: 'not-eip-4361'; readonly detail: SiweFault }
  | { readonly ok: false; readonly fault: ProofMessageFault }

export type ReadProofMessage = { readonly ok: true; readonly proof: Proof } | ProofMessageRefusal

const [BEGINNING, OWNER, END] = [
  'This account on BNB Smart Chain belongs to ',
  'the owner of ',
  '. Signing this proves it to others, costs nothing and moves nothing.',
]

/**
 * The text that an account signs (EIP-191) to prove that it belongs to a handle. It is an EIP-4361 message,
 * so that a wallet compares its domain with the requesting page. The wording is ours; only the handle and
 * addresses come from a link.
 * @throws RangeError if a field of the proof is not canonical, naming it
 */
export function proofMessage(proof: Proof): string {
  const fault = proofFault(proof)
  if (fault) throw new RangeError(`Not a proof: ${fault}`)
  return write(proof)
}

/** Parses the message of a proof. Each proof has exactly one: every other text is rejected. */
export function readProofMessage(text: string): ReadProofMessage {
  const read = readSiwe(text)
  if (!read.ok) return { ok: false, fault: 'not-eip-4361', detail: read.fault }
  const { message } = read
  if (message.chainId !== `${BSC_CHAIN_ID}`) return refuse('other-chain')
  if (!AddressText.parse(message.address).ok) return refuse('address')
  const handle = readStatement(message.statement ?? '')
  if (!handle) return refuse('other-statement')
  const [profile, post = null, ...more] = message.resources ?? []
  if (profile !== profileUrl(handle) || more.length > 0) return refuse('other-resources')
  const times = readTimes(message)
  if (!times) return refuse('times')
  const { address, uri, nonce } = message
  const proof = { address, handle, post, uri, nonce, ...times }
  const field = proofFault(proof)
  if (field) return refuse(faults[field])
  if (message.domain !== domainOf(proof)) return refuse('other-domain')
  // Catches fields that a proof does not have, such as a scheme or a request id.
  return write(proof) === text ? { ok: true, proof } : refuse('not-canonical')
}

/** The message fault of each field. */
const faults: Readonly<Record<ProofField, ProofMessageFault>> = {
  address: 'address',
  platform: 'other-statement',
  name: 'other-statement',
  uri: 'uri',
  nonce: 'nonce',
  'issued-at': 'times',
  'expires-at': 'times',
  post: 'other-resources',
}

function write(proof: Proof): string {
  return writeSiwe({
    scheme: null,
    domain: domainOf(proof),
    address: proof.address,
    statement: statementOf(proof.handle),
    uri: proof.uri,
    chainId: `${BSC_CHAIN_ID}`,
    nonce: proof.nonce,
    issuedAt: dateTimeText(proof.issuedAt),
    expirationTime: dateTimeText(proof.expiresAt),
    notBefore: null,
    requestId: null,
    resources: [profileUrl(proof.handle), ...(proof.post === null ? [] : [proof.post])],
  })
}

function statementOf(handle: Handle): string {
  return `${BEGINNING}${handle.platform === 'website' ? OWNER : ''}${handleText(handle)}${END}`
}

/** Extracts the handle from the fixed statement; null for any other wording. */
function readStatement(statement: string): Handle | null {
  const [, name, label] = /^[^@]* @(\S+) on (\w+)\. /.exec(statement) ?? []
  const [, website] = /^[^@]* website (\S+)\. /.exec(statement) ?? []
  const platform = (Object.keys(platforms) as Platform[]).find((known) => platforms[known].label === label)
  const handle: Handle = { platform: platform ?? 'website', name: name ?? website ?? '' }
  return handleFault(handle) === null && statementOf(handle) === statement ? handle : null
}

function readTimes({ issuedAt, expirationTime }: SiweMessage): Pick<Proof, 'issuedAt' | 'expiresAt'> | null {
  const [from, until] = [readDateTime(issuedAt), readDateTime(expirationTime ?? '')]
  return from === null || until === null ? null : { issuedAt: from, expiresAt: until }
}

function refuse(fault: ProofMessageFault): ProofMessageRefusal {
  return { ok: false, fault }
}
