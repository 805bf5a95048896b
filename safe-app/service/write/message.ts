import { type Address, concatHex, type Hex, hashMessage, hashStruct, hashTypedData, keccak256 } from 'viem'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { Refusal } from '../http/Reply.ts'
import * as Signature from '../read/Signature.ts'
import type { Confirmation, SafeMessage } from '../store/Store.ts'
import { requireSafe, type World } from '../World.ts'

export type MessageRequest = {
  readonly safe: Address
  readonly message: unknown
  readonly signature: Hex
  readonly safeAppId: number | null
  readonly origin: string | null
}

/** Stores a message with its first owner's signature. Throws a 400 Refusal. */
export async function addMessage(world: World, request: MessageRequest): Promise<SafeMessage> {
  const { safe, message, safeAppId } = request
  const signed = await signedMessage(world, safe, message)
  if (world.store.messages.has(signed.hash)) {
    throw invalid(`Message with hash ${signed.hash} for safe ${safe} already exists in DB`)
  }
  const confirmation = await oneOwner(world, safe, request.signature, signed)
  const entry: SafeMessage = {
    safe,
    messageHash: signed.hash,
    message,
    safeAppId,
    origin: request.origin ?? '{}',
    created: confirmation.submitted,
    modified: confirmation.submitted,
    confirmations: [confirmation],
  }
  world.store.messages.set(signed.hash, entry)
  world.changed({ kind: 'message', safe, messageHash: signed.hash })
  return entry
}

/**
 * Adds another owner's signature. Throws a 404 Refusal if the message is unknown, a 400 if the signature is
 * invalid.
 */
export async function signMessage(world: World, messageHash: Hex, signature: Hex): Promise<void> {
  const known = world.store.messages.get(messageHash)
  if (known === undefined) throw new Refusal(404, { detail: 'No SafeMessage matches the given query.' })
  const signed = await signedMessage(world, known.safe, known.message)
  const confirmation = await oneOwner(world, known.safe, signature, signed)
  if (known.confirmations.some(({ owner }) => owner === confirmation.owner)) {
    throw invalid(`Signature for owner ${confirmation.owner} already exists`)
  }
  const confirmations = [...known.confirmations, confirmation]
  world.store.messages.set(messageHash, { ...known, confirmations, modified: confirmation.submitted })
  world.changed({ kind: 'message', safe: known.safe, messageHash })
}

async function oneOwner(
  world: World,
  safe: Address,
  signature: Hex,
  signed: Signature.Signed,
): Promise<Confirmation> {
  const parts = await Signature.parse(signature, signed.hash).catch((cause: Error) => {
    throw invalid(cause.message)
  })
  const [part] = parts
  if (part === undefined || parts.length !== 1) {
    throw invalid(`1 owner signature was expected, ${parts.length} received`)
  }
  if (!(await Signature.isValid(world.client, safe, part, signed))) {
    throw invalid(`Signature=${part.encoded} for owner=${part.owner} is not valid`)
  }
  const { owners } = await requireSafe(world, safe)
  if (!owners.includes(part.owner)) throw invalid(`${part.owner} is not an owner of the Safe`)
  return {
    owner: part.owner,
    signature: part.encoded,
    signatureType: part.type,
    submitted: world.now(),
    txHash: null,
  }
}

/**
 * The signed data: the Safe's own EIP-712 `SafeMessage` around the EIP-191 or EIP-712 hash of the message.
 */
export async function signedMessage(
  world: World,
  safe: Address,
  message: unknown,
): Promise<Signature.Signed> {
  const { version } = await requireSafe(world, safe)
  const messageHash = hashStruct({
    types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
    primaryType: 'SafeMessage',
    data: { message: dataHash(message) },
  })
  const domainHash = SafeTx.domainHash(safe, version, world.network.id)
  const preimage = concatHex(['0x1901', domainHash, messageHash])
  return { hash: keccak256(preimage), preimage }
}

function dataHash(message: unknown): Hex {
  if (typeof message === 'string') return hashMessage(message)
  try {
    return hashTypedData(message as Parameters<typeof hashTypedData>[0])
  } catch {
    throw new Refusal(400, {
      message: [`Provided dictionary is not a valid EIP712 message ${JSON.stringify(message)}`],
    })
  }
}

function invalid(message: string): Refusal {
  return new Refusal(400, { nonFieldErrors: [message] })
}
