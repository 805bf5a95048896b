import { isHexAddress } from '#chain/hex.ts'
import { BSC_NAME, networkOf, networkOfHost } from '#chain/networks.ts'
import { trimEdges } from '#chain/text/label.ts'
import * as AddressText from './Address.ts'
import { type AskedTransfer, isPaymentLink, type PaymentLinkFault, parsePaymentLink } from './paymentLink.ts'
import * as Token from './Token.ts'

/** Why a text that people wrote is not one address on BNB Smart Chain. */
export type WrittenAddressFault =
  | PaymentLinkFault
  | { readonly kind: Exclude<AddressText.AddressFault, 'other-chain'> }
  | { readonly kind: 'too-long' | 'words-around' | 'icap' | 'token-page' | 'unknown-link' }

type WrittenAddress =
  | {
      readonly ok: true
      readonly address: AddressText.Address
      readonly hasChecksum: boolean
      /** The digits as they are written, with `0x`. */
      readonly digits: string
      /** From a payment link, or the one token that is named beside the address; null for neither. */
      readonly asked: AskedTransfer | null
    }
  | { readonly ok: false; readonly fault: WrittenAddressFault }

/** Longer texts (characters) are not read. The longest links of explorers and payments are half as long. */
const LONGEST = 400

/** Texts without any of these hold no address. */
const HINT = /0x|:\/\/|ethereum:|iban:|xe[0-9]/i
const LINK = /(?:(?:https?|trust):\/\/|ethereum:|iban:)[^\s<>()[\]{}"'`“”‘’«»]+/gi
/** A link that was put into another one, and the marks in it that were encoded. */
const ENCODED_LINK = /(?:https?|trust)%3A%2F%2F|ethereum%3A/i
const ENCODED_MARK = /%(?:2[36F]|3[ADF]|40)/gi
const BETWEEN = /[\s<>()[\]{}"'`“”‘’«»‹›,;|*_~=→]+/u
/** Marks at the edges of words, which belong to the sentence. */
const MARKS = '.:!?-–—•·>#'
/** Marks of a sentence behind a link. */
const AFTER_LINK = '.,;:!?*_~|'

/** Words around an address that say only that it is one, in small letters. BNB is the name of a network, too. */
const labels = new Set(
  [
    'my the our your is here its it this for on to at pay send payment pls please thanks thx and or',
    'address addr wallet account acct public deposit receive receiving recipient payee payout send to',
    'token network chain smart main evm metamask trust binance safe did pkh',
    'adresse wallet-adresse walletadresse konto portefeuille mon meine dirección direccion cartera billetera mi',
    'endereço endereco carteira meu minha indirizzo portafoglio mio adres portfel adresi cüzdan alamat dompet saya',
    'адрес кошелек кошелька кошелёк мой адреса гаманець địa chỉ ví 地址 钱包 钱包地址 我的 アドレス ウォレット 주소 지갑',
  ]
    .join(' ')
    .split(' '),
)

/** Token contracts by lower-case symbol, without BNB, which also names the network. */
const contracts: ReadonlyMap<string, AddressText.Address> = new Map(
  Token.pinned.flatMap(({ address, symbol }) => (address ? [[symbol.toLowerCase(), address]] : [])),
)

/** A part of a text: an address with what belongs to it, or why it is none. */
type Part =
  | { readonly kind: 'address'; readonly digits: string; readonly asked: AskedTransfer | null }
  | { readonly kind: 'network'; readonly name: string | null; readonly written: string }
  | { readonly kind: 'token'; readonly token: AddressText.Address }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'fault'; readonly fault: WrittenAddressFault }

/**
 * Parses an address as people hand it on: with the short name of the chain (EIP-3770, CAIP-10, `BEP20:`), as a payment
 * link (EIP-681), as its page on an explorer, in brackets or quotes, behind words such as “My address is”. The text may
 * hold one address only, and no words that could mean anything else. Documents of the portal have one form, which
 * `Address.parse` reads.
 */
export function parseWrittenAddress(text: string): WrittenAddress {
  const direct = AddressText.parse(text)
  if (direct.ok) return { ...direct, digits: text.trim().slice(-direct.address.length), asked: null }
  if (direct.fault === 'empty') return refused('empty')
  if (text.length > LONGEST) return refused('too-long')
  const plain = ENCODED_LINK.test(text) ? text.replace(ENCODED_MARK, decodeURIComponent) : text
  return HINT.test(plain) ? joined(partsOf(plain)) : refused('not-an-address')
}

function partsOf(text: string): readonly Part[] {
  const parts: Part[] = []
  const words = text.replace(LINK, (link) => {
    parts.push(...readLink(trimmed(link, AFTER_LINK)))
    return ' '
  })
  for (const word of words.split(BETWEEN)) parts.push(...readWord(trimmed(word, MARKS)))
  return parts
}

function joined(parts: readonly Part[]): WrittenAddress {
  const addresses = parts.filter((part) => part.kind === 'address')
  const read = addresses.map(({ digits }) => AddressText.parse(digits))
  const wrong = read.find((one) => !one.ok)
  if (wrong) return refused(wrong.fault === 'zero-address' ? 'zero-address' : 'wrong-checksum')
  const fault = parts.find((part) => part.kind === 'fault')
  if (fault) return { ok: false, fault: fault.fault }
  const networks = parts.filter((part) => part.kind === 'network')
  const other = networks.find(({ name }) => name === null) ?? networks.find(({ name }) => name !== BSC_NAME)
  // The account is the same on every EVM chain, so others may be named beside it.
  const isHere = networks.some(({ name }) => name === BSC_NAME) && !networks.some(isElsewhere)
  if (other && !isHere) return { ok: false, fault: { kind: 'other-chain', prefix: other.written } }
  const [first] = addresses
  if (!first) return refused('not-an-address')
  const isSame = ({ digits }: { digits: string }) => digits.toLowerCase() === first.digits.toLowerCase()
  if (!addresses.every(isSame)) return refused('several-addresses')
  if (parts.some(({ kind }) => kind === 'unknown')) return refused('words-around')
  const [linked, another] = addresses.flatMap((one) => (one.asked ? [one.asked] : []))
  if (another) return refused('payment-link')
  const [token, otherToken] = new Set(parts.flatMap((part) => (part.kind === 'token' ? [part.token] : [])))
  const asked = linked ?? (token && !otherToken ? { token, value: null } : null)
  const best = read.findIndex((one) => one.ok && one.hasChecksum)
  const found = read[Math.max(best, 0)]
  const { digits } = addresses[Math.max(best, 0)] ?? first
  if (!found?.ok) return refused('not-an-address')
  return { ok: true, address: found.address, hasChecksum: found.hasChecksum, digits, asked }
}

function isElsewhere({ name }: { name: string | null }): boolean {
  return name === null || /testnet|sepolia/i.test(name)
}

/** A word: an address with prefixes, a network, a label, or anything else. */
function readWord(word: string): readonly Part[] {
  if (word === '') return []
  if (/^XE[0-9]{2}[0-9A-Z]{30,31}$/i.test(word)) return [{ kind: 'fault', fault: { kind: 'icap' } }]
  const slash = word.indexOf('/')
  // A link without its scheme.
  if (slash > 0 && networkOfHost(word.slice(0, slash))) return readLink(`https://${word}`)
  const colon = word.lastIndexOf(':')
  const last = word.slice(colon + 1)
  const [digits = '', chain, ...more] = last.split('@')
  const address = hexIn(digits)
  if (address === null || more.length > 0) return word.split(/[/:]/).flatMap(readName)
  return [
    ...(colon < 0 ? [] : readPrefix(word.slice(0, colon))),
    ...(chain === undefined ? [] : networkPart(`@${chain}`)),
    { kind: 'address', digits: address, asked: null },
  ]
}

/** Reads the prefix that a colon joins to an address. One that is not known can be the short name of another network. */
function readPrefix(prefix: string): readonly Part[] {
  const at = prefix.toLowerCase().indexOf('eip155:')
  const names = (at < 0 ? prefix : prefix.slice(0, at)).split(/[/:]/)
  return [
    ...names.flatMap((name) =>
      readName(name).flatMap((part) => (part.kind === 'unknown' ? networkPart(prefix) : [part])),
    ),
    ...(at < 0 ? [] : networkPart(prefix.slice(at))),
  ]
}

function readName(word: string): readonly Part[] {
  const name = trimmed(word, MARKS)
  const small = name.toLowerCase()
  if (labels.has(small) || !/[\p{L}\p{N}]/u.test(small)) return []
  const token = contracts.get(small)
  if (token) return [{ kind: 'token', token }]
  return networkOf(name) === null ? [{ kind: 'unknown' }] : networkPart(name)
}

function networkPart(written: string): readonly Part[] {
  return [{ kind: 'network', name: networkOf(written), written }]
}

/** Soft hyphens and other marks that nobody sees are left out of a link, but never out of an address in it. */
function readLink(written: string): readonly Part[] {
  const link = written.replace(/\p{Cf}/gu, '')
  const parts = readPlainLink(link)
  const small = written.toLowerCase()
  const isDamaged = parts.some(
    (part) => part.kind === 'address' && !small.includes(part.digits.toLowerCase()),
  )
  return isDamaged ? [{ kind: 'fault', fault: { kind: 'unknown-link' } }] : parts
}

function readPlainLink(link: string): readonly Part[] {
  if (/^iban:/i.test(link)) return [{ kind: 'fault', fault: { kind: 'icap' } }]
  if (!isPaymentLink(link)) return readPage(link)
  const read = parsePaymentLink(link)
  if (!read.ok) return [{ kind: 'fault', fault: read.fault }]
  const address = hexIn(read.payee)
  if (address === null) return [{ kind: 'fault', fault: { kind: 'not-an-address' } }]
  const token = read.asked?.token
  if (token && !AddressText.parse(hexIn(token) ?? '').ok)
    return [{ kind: 'fault', fault: { kind: 'payment-link' } }]
  if (namesOther(link, [address, token ?? address])) return severalAddresses
  return [{ kind: 'address', digits: address, asked: read.asked }]
}

const severalAddresses: readonly Part[] = [{ kind: 'fault', fault: { kind: 'several-addresses' } }]

/** True if a link holds an address, wherever it is, that is none of these. */
function namesOther(link: string, known: readonly string[]): boolean {
  const small = known.map((one) => one.toLowerCase())
  return link.split(/[^0-9a-zA-Z]+/).some((text) => {
    const found = hexIn(text)?.toLowerCase()
    return found !== undefined && !small.includes(found)
  })
}

/** Pages that show one account of any EVM chain, by their host: where its address is. */
const accountPages: Readonly<Record<string, (url: URL) => string | null>> = {
  'app.safe.global': (url) => url.searchParams.get('safe'),
  'debank.com': (url) => segmentAfter(url, 'profile'),
}

/** The account whose page on an explorer this is. A token's page shows an account only if it names a holder. */
function readPage(link: string): readonly Part[] {
  const unknown: readonly Part[] = [{ kind: 'fault', fault: { kind: 'unknown-link' } }]
  if (!URL.canParse(link)) return unknown
  const url = new URL(link)
  const host = url.hostname.replace(/^www\./, '')
  const network = networkOfHost(host)
  const where = Object.hasOwn(accountPages, host) ? accountPages[host]?.(url) : null
  if (where) return readWord(where)
  if (network === null) return unknown
  if (network !== BSC_NAME) return [{ kind: 'fault', fault: { kind: 'other-chain', prefix: host } }]
  const holder = url.searchParams.get('a')
  const token = segmentAfter(url, 'token')
  if (token !== null && holder === null) return [{ kind: 'fault', fault: { kind: 'token-page' } }]
  const address = hexIn(segmentAfter(url, 'address') ?? holder ?? '')
  if (address === null) return unknown
  if (namesOther(url.href, [address, token ?? address])) return severalAddresses
  return [{ kind: 'address', digits: address, asked: null }]
}

/** The part of a path right behind another one at its start. */
function segmentAfter(url: URL, name: string): string | null {
  const [, first, second] = url.pathname.split('/')
  return first === name && second ? second : null
}

/** An address by its form. In codes that have capitals only, `0X` is written for `0x`. */
function hexIn(text: string): string | null {
  const digits = text.replace(/^0X/, '0x')
  return isHexAddress(digits) ? digits : null
}

function trimmed(text: string, marks: string): string {
  const seen = trimEdges(text)
  let from = 0
  let to = seen.length
  while (from < to && marks.includes(seen.charAt(from))) from++
  while (to > from && marks.includes(seen.charAt(to - 1))) to--
  return seen.slice(from, to)
}

function refused(kind: Exclude<WrittenAddressFault['kind'], 'other-chain'>): WrittenAddress {
  return { ok: false, fault: { kind } }
}
