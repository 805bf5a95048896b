import {
  encodeFunctionData,
  type Hex,
  hashMessage,
  hashTypedData,
  hexToString,
  isHex,
  parseAbi,
  type TypedDataDefinition,
} from 'viem'
import type { LocalAccount } from 'viem/accounts'
import type { Call } from '#chain/money/Call.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import type { SafeRef } from './SafeRef.ts'
import * as Service from './Service.ts'
import { safeContracts } from './safeContracts.ts'

/** EIP-712 types of a Safe message (the contract's CompatibilityFallbackHandler). */
const safeMessageTypes = { SafeMessage: [{ name: 'message', type: 'bytes' }] } as const

/** A text, or EIP-712 typed data as the app sent it. */
export type Message = string | TypedDataDefinition

/** The signed text: hex that is valid UTF-8 is decoded first, as the real host does. */
export function decode(message: Message): Message {
  if (typeof message !== 'string' || !isHex(message)) return message
  const text = hexToString(message)
  return text.includes('�') ? message : text
}

/** The EIP-191 hash of a text or the EIP-712 hash of typed data, which `isValidSignature` checks. */
export function dataHash(message: Message): Hex {
  if (typeof message === 'string') return hashMessage(message)
  return hashTypedData({ ...message, primaryType: primaryTypeOf(message) } as TypedDataDefinition)
}

/** The hash that owners sign: the contract's `getMessageHash(dataHash)`. */
export function safeMessageHash(safe: SafeRef, message: Message): Hex {
  return hashTypedData(typed(safe, message))
}

/** Posts an owner's signature: the first creates the message, later ones are added to it. Throws ServiceError. */
export async function sign(options: {
  gatewayUrl: string
  safe: SafeRef
  message: Message
  account: LocalAccount
  origin: string
}): Promise<void> {
  const { gatewayUrl, safe, message, account, origin } = options
  const signature = await account.signTypedData(typed(safe, message))
  const hash = safeMessageHash(safe, message)
  if (await find(gatewayUrl, hash)) {
    await Service.post(gatewayUrl, `/messages/${hash}/signatures`, { signature })
  } else {
    await Service.post(gatewayUrl, `/safes/${safe.address}/messages`, { message, signature, origin })
  }
}

/** The message by its Safe message hash, or null if it has no signature yet. */
export async function find(gatewayUrl: string, hash: string): Promise<Service.SafeMessage | null> {
  try {
    return await Service.get<Service.SafeMessage>(gatewayUrl, `/messages/${encodeURIComponent(hash)}`)
  } catch (error) {
    if (error instanceof Service.ServiceError && error.status === 404) return null
    throw error
  }
}

/** The delegatecall to SignMessageLib that signs a message on chain. */
export function onChainCall(message: Message, version: string): Call {
  return {
    to: safeContracts(version).signMessageLib,
    value: 0n,
    data: encodeFunctionData({
      abi: parseAbi(['function signMessage(bytes data)']),
      functionName: 'signMessage',
      args: [dataHash(message)],
    }),
  }
}

function typed(safe: SafeRef, message: Message) {
  return {
    domain: SafeTx.domain(safe.address, safe.version, safe.chainId),
    types: safeMessageTypes,
    primaryType: 'SafeMessage',
    message: { message: dataHash(message) },
  } as const
}

/** Older apps omit `primaryType`: then it is the only struct that no other struct contains. */
function primaryTypeOf(message: TypedDataDefinition): string {
  if (message.primaryType) return message.primaryType
  const types = message.types as Record<string, readonly { type: string }[]>
  const used = new Set(
    Object.values(types).flatMap((fields) => fields.map((field) => field.type.replace(/\[\d*\]/g, ''))),
  )
  const roots = Object.keys(types).filter((name) => name !== 'EIP712Domain' && !used.has(name))
  const [root] = roots
  if (roots.length !== 1 || !root) throw new Error('The typed data has no single primary type.')
  return root
}
