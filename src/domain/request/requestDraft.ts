import * as v from 'valibot'
import * as Address from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import { cent, dollarText } from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { parseWrittenAddress, type WrittenAddressFault } from '#chain/money/writtenAddress.ts'
import { cleanLabel, labelLength } from '#chain/text/label.ts'
import { payeeFault, payeeFaultText } from '#domain/payee/checkPayee.ts'
import { payeeTextFaultText } from '#domain/payee/readPayee.ts'
import { isPlatform, type Platform, parseHandle } from '#domain/proof/Handle.ts'
import { handleFaultText } from '#domain/proof/proofFaultText.ts'
import { isCalendarDay } from '#domain/shared/calendar.ts'
import { amountFaultText } from '#domain/shared/labelText.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'
import { accountKey } from '#storage/keys.ts'
import { persisted } from '#storage/persisted.ts'
import {
  type AskedAmount,
  MAX_CENTS,
  MAX_MEMO,
  MAX_NAME,
  MAX_REFERENCE,
  nameFault,
  type PaymentRequest,
  type SignedRequest,
  unverifiedToken,
} from './PaymentRequest.ts'

/** The texts that a person typed, untrusted. `token` is a key of `Token.key`, or `other`. */
export type RequestDraft = {
  readonly payee: string
  readonly token: string
  readonly contract: string
  /** In the token, or in US dollars. */
  readonly amount: string
  readonly asks: AskedAmount['kind']
  /** One of `TOLERANCES`, for US dollars. */
  readonly tolerance: number
  /** One of `LIFETIMES`, for US dollars. */
  readonly lifetime: number
  readonly memo: string
  readonly reference: string
  readonly dueOn: string
  readonly payer: string
  /** The display name of the payee. */
  readonly name: string
  readonly platform: Platform
  readonly handle: string
}

export const OTHER_TOKEN = 'other'

/** How far a payment in US dollars may be off, in hundredths of a percent. */
export const TOLERANCES = [0, 50, 100, 200, 500] as const

/** How long a request in US dollars can be paid, in seconds. */
export const LIFETIMES = [3_600, 86_400, 3 * 86_400, 7 * 86_400, 30 * 86_400] as const

export type RequestField = Exclude<
  keyof RequestDraft,
  'asks' | 'tolerance' | 'lifetime' | 'token' | 'platform'
>

export type RequestFaults = { readonly [Name in RequestField]?: string }

type ParsedDraft =
  | { readonly ok: true; readonly request: PaymentRequest }
  | { readonly ok: false; readonly faults: RequestFaults }

export const emptyRequestDraft: RequestDraft = {
  payee: '',
  token: Token.key(Token.USDT),
  contract: '',
  amount: '',
  asks: 'exact',
  tolerance: 100,
  lifetime: 7 * 86_400,
  memo: '',
  reference: '',
  dueOn: '',
  payer: '',
  name: '',
  platform: 'x',
  handle: '',
}

/** The name of an account, and its handle elsewhere, as it typed them. */
export type TypedIdentity = Pick<RequestDraft, 'name' | 'platform' | 'handle'>

const typedIdentity = v.object({
  /** When it was typed (s since the epoch). */
  at: v.number(),
  name: v.string(),
  platform: v.pipe(v.string(), v.guard(isPlatform)),
  handle: v.string(),
})

const storedIdentity = (storage: KeyValueStore, account: Address.Address) =>
  persisted(storage, accountKey('identity', account), typedIdentity)

/**
 * Keeps what an account types about itself, before a request has it.
 * @param at when it was typed, s since the epoch
 */
export function keepIdentity(
  storage: KeyValueStore,
  account: Address.Address,
  { name, platform, handle }: TypedIdentity,
  at: number,
): void {
  storedIdentity(storage, account).write({ at, name, platform, handle })
}

/** The name and handle of an account: what it typed last, or has in the newest request that this browser keeps. */
export function lastIdentity(
  storage: KeyValueStore,
  kept: readonly SignedRequest[],
  account: Address.Address,
): TypedIdentity {
  const own = kept.filter(({ request }) => request.payee === account && (request.name || request.handle))
  const last = own.toSorted((a, b) => b.request.madeAt - a.request.madeAt)[0]?.request
  const typed = storedIdentity(storage, account).read()
  if (typed && typed.at > (last?.madeAt ?? 0)) {
    return { name: typed.name, platform: typed.platform, handle: typed.handle }
  }
  const { platform, name } = last?.handle ?? { platform: emptyRequestDraft.platform, name: '' }
  return { name: last?.name ?? '', platform, handle: name }
}

/**
 * Parses the whole draft, or returns what is wrong with each field.
 * @param decimals of the token named by its contract, read from the chain; null if unknown
 * @param now ms since the epoch
 */
export function parseRequestDraft(draft: RequestDraft, decimals: number | null, now: number): ParsedDraft {
  const faults: { [Name in RequestField]?: string } = {}
  const note = <T>(name: RequestField, fault: string | null, value: T): T => {
    if (fault) faults[name] = fault
    return value
  }
  const payee = parseWrittenAddress(draft.payee)
  note('payee', payee.ok ? refusedText(payee.address) : addressFaultText(payee.fault), null)
  const token = readToken(draft, decimals, (fault) => note('contract', fault, null))
  const madeAt = Math.floor(now / 1_000)
  const asked = token && readAsked(draft, token, madeAt, (fault) => note('amount', fault, null))
  const memo = cleanLabel(draft.memo)
  note('memo', tooLong(memo, MAX_MEMO), memo)
  const reference = cleanLabel(draft.reference)
  note('reference', tooLong(reference, MAX_REFERENCE), reference)
  // A request in US dollars has its own time limit.
  const dueOn = draft.asks === 'usd' ? null : draft.dueOn || null
  if (dueOn) note('dueOn', dueFault(dueOn, now), dueOn)
  const payer = draft.payer.trim() === '' ? null : parseWrittenAddress(draft.payer)
  if (payer) note('payer', payer.ok ? null : addressFaultText(payer.fault), null)
  const name = cleanLabel(draft.name)
  note('name', nameFaultText(name), name)
  const handle = draft.handle.trim() === '' ? null : parseHandle(draft.platform, draft.handle)
  if (handle && !handle.ok) note('handle', handleFaultText(draft.platform, handle.fault), null)
  if (payer?.ok && payee.ok && payer.address === payee.address)
    faults.payer = 'The payer’s Safe can’t be the address that gets paid.'
  if (payee.ok && token && payee.address === token.address && !faults.payee)
    faults.payee = 'This is the token contract. Money sent there is lost.'
  if (Object.keys(faults).length > 0 || !payee.ok || !token || !asked) return { ok: false, faults }
  return {
    ok: true,
    request: {
      payee: payee.address,
      token,
      asked,
      memo,
      reference,
      madeAt,
      dueOn,
      payer: payer?.ok ? payer.address : null,
      name,
      handle: handle?.ok ? handle.handle : null,
    },
  }
}

/** Parses the requested amount; null after a fault. */
function readAsked(
  { asks, amount, tolerance, lifetime }: RequestDraft,
  token: Token.Token,
  madeAt: number,
  refuse: (fault: string) => void,
): AskedAmount | null {
  if (asks === 'open') return { kind: 'open' }
  const unit = asks === 'usd' ? cent : token
  const parsed = Amount.parse(amount, unit)
  if (!parsed.ok) {
    refuse(amountFaultText(parsed.fault, unit))
    return null
  }
  const { value } = parsed.amount
  if (asks === 'exact') return { kind: 'exact', value }
  if (Token.find(token.address) === undefined)
    refuse('Only tokens in the list have a price. Choose one, or ask for an amount of this token.')
  else if (value > MAX_CENTS) refuse(`Enter at most ${dollarText(MAX_CENTS)}.`)
  else return { kind: 'usd', cents: value, tolerance, until: madeAt + lifetime }
  return null
}

function readToken(
  draft: RequestDraft,
  decimals: number | null,
  refuse: (fault: string) => void,
): Token.Token | null {
  const pinned = Token.byKey(draft.token)
  if (pinned) return pinned
  const contract = Address.parse(draft.contract)
  if (!contract.ok)
    refuse(
      contract.fault === 'empty' ? 'Enter the token’s contract address.' : contractFaults[contract.fault],
    )
  else if (Token.find(contract.address)) refuse('This token is in the list. Choose it there.')
  else if (decimals === null) refuse('We couldn’t read this token’s decimals yet.')
  else return unverifiedToken(contract.address, decimals)
  return null
}

function refusedText(payee: Address.Address): string | null {
  const fault = payeeFault(payee, { payer: null, tokens: new Map() })
  return fault && payeeFaultText(fault)
}

function tooLong(text: string, longest: number): string | null {
  const length = labelLength(text)
  return length > longest ? `${length} characters. The limit is ${longest}.` : null
}

function nameFaultText(name: string): string | null {
  switch (nameFault(name)) {
    case null:
      return null
    case 'too-long':
      return tooLong(name, MAX_NAME)
    case 'address':
      return 'This looks like an address. Enter a name that no one can take for one.'
    case 'handle':
      return 'A name can’t have an @. Your handle has its own field.'
    case 'claim':
      return 'A name can’t have a check mark, “verified”, a web address or a single quotation mark. Your handle and its proof show who you are.'
  }
}

function dueFault(day: string, now: number): string | null {
  // A browser without a date field takes any text, and reads 30 February as 2 March.
  if (!isCalendarDay(day)) return 'That’s not a valid date.'
  const time = Date.parse(`${day}T00:00:00Z`)
  if (time < now - 24 * 3_600_000) return 'This date has passed.'
  return time > now + 5 * 366 * 24 * 3_600_000 ? 'This date is more than five years away.' : null
}

function addressFaultText(fault: WrittenAddressFault): string {
  return fault.kind === 'empty' ? 'Enter an address.' : payeeTextFaultText(fault)
}

const contractFaults: Readonly<Record<Exclude<Address.AddressFault, 'empty'>, string>> = {
  'not-an-address': 'That’s not an address. It should start with 0x and have 42 characters.',
  'wrong-checksum': 'This address has a typo (its checksum doesn’t match). Copy it again from the source.',
  'other-chain': 'This address is for another network. Enter one on BNB Smart Chain.',
  'zero-address': 'This is the zero address. Money sent there is lost.',
}
