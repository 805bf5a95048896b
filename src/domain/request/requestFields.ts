import type { Address } from '#chain/money/Address.ts'
import * as AddressText from '#chain/money/Address.ts'
import { type Handle, handleFault, handleText, isPlatform, profileUrl } from '#domain/proof/Handle.ts'
import { decodeLabel, encodeLabel } from '#domain/shared/labelText.ts'
import {
  type AskedAmount,
  MAX_MEMO,
  MAX_NAME,
  MAX_REFERENCE,
  nameFault,
  type PaymentRequest,
} from './PaymentRequest.ts'

/** The years 2020 to 2100, in seconds. */
export const [EARLIEST, LATEST] = [1_577_836_800, 4_102_444_800]

/** The fields that a request may have. */
export type OptionalKey = 'memo' | 'reference' | 'dueOn' | 'payer' | 'name' | 'handle'

/** The names of these fields in lists, which also say which of them is invalid in a link. */
export type OptionalFault = 'message' | 'reference' | 'due' | 'payer' | 'name' | 'handle'

/** Such a field, with all that links, signed texts and lists have to know about it. */
type OptionalField<Value> = {
  readonly fault: OptionalFault
  /** Its name in the text that the account to be paid signs. */
  readonly signedAs: string
  /** Before its text in a link. */
  readonly prefix: string
  /** Whether a request for this amount can have it; absent if any can. */
  readonly isFor?: (asked: AskedAmount) => boolean
  /** The value of a request without it, whose link does not mention it. */
  readonly none: Value
  /** Its text in a link; empty for none. */
  readonly write: (value: Value) => string
  /** Its value from its text in a link; undefined if no request can have it. */
  readonly read: (text: string) => Value | undefined
  /** Its value for people; empty for none. */
  readonly text: (value: Value) => string
}

const asIs = (text: string | null) => text ?? ''

/** A clean text (`cleanLabel`) of at most so many characters (`labelLength`). */
const ofText = (longest: number) => ({
  none: '',
  write: encodeLabel,
  read: (text: string) => decodeLabel(text, longest) ?? undefined,
  text: asIs,
})

/** The optional fields in the order of a link. */
export const optionalFields: { readonly [Key in OptionalKey]: OptionalField<PaymentRequest[Key]> } = {
  memo: { ...ofText(MAX_MEMO), fault: 'message', signedAs: 'For', prefix: 'm-' },
  reference: { ...ofText(MAX_REFERENCE), fault: 'reference', signedAs: 'Reference', prefix: 'r-' },
  dueOn: {
    fault: 'due',
    signedAs: 'Pay by',
    prefix: 'd-',
    // Dollars have their own time.
    isFor: ({ kind }) => kind !== 'usd',
    none: null,
    write: (day) => asIs(day).replaceAll('-', ''),
    read: readDay,
    text: asIs,
  },
  payer: {
    fault: 'payer',
    signedAs: 'From the Safe',
    prefix: 'p-',
    none: null,
    write: asIs,
    read: exactAddress,
    text: asIs,
  },
  name: { ...ofText(MAX_NAME), fault: 'name', signedAs: 'My name', prefix: 'n-', read: readName },
  handle: {
    fault: 'handle',
    signedAs: 'My handle',
    prefix: 'h-',
    none: null,
    write: (handle) => (handle ? `${handle.platform}:${handle.name}` : ''),
    read: readHandle,
    text: (handle) => (handle ? `${handleText(handle)} (${profileUrl(handle)})` : ''),
  },
}

export const optionalKeys = Object.keys(optionalFields) as readonly OptionalKey[]

/** The optional fields that a request has, in the order of a link: each as text for people, and for a link. */
export function optionalFacts(request: PaymentRequest) {
  return optionalKeys.flatMap((key) => factOf(request, key))
}

function factOf<Key extends OptionalKey>(request: PaymentRequest, key: Key) {
  const { fault: label, signedAs, prefix, write, text } = optionalFields[key]
  const said = text(request[key])
  return said ? [{ key, label, signedAs, said, inLink: prefix + write(request[key]) }] : []
}

/** The address that a text is, with its checksum and nothing else; undefined for any other text. */
export function exactAddress(text: string): Address | undefined {
  const parsed = AddressText.parse(text)
  return parsed.ok && parsed.address === text ? parsed.address : undefined
}

function readDay(text: string): string | undefined {
  const day = text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  const time = Date.parse(`${day}T00:00:00Z`) / 1_000
  const isDay =
    time >= EARLIEST && time <= LATEST && new Date(time * 1_000).toISOString().startsWith(`${day}T`)
  return isDay ? day : undefined
}

function readName(text: string): string | undefined {
  const name = decodeLabel(text, MAX_NAME)
  return name === null || nameFault(name) ? undefined : name
}

function readHandle(text: string): Handle | undefined {
  const [platform = '', name = '', ...more] = text.split(':')
  if (!isPlatform(platform) || more.length > 0) return undefined
  const handle = { platform, name }
  return handleFault(handle) ? undefined : handle
}
