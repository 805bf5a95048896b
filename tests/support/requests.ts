import fc from 'fast-check'
import type { Hex } from 'viem'
import * as Token from '#chain/money/Token.ts'
import { cleanLabel, labelLength } from '#chain/text/label.ts'
import {
  type AskedAmount,
  isPinned,
  MAX_CENTS,
  MAX_DECIMALS,
  MAX_MEMO,
  MAX_NAME,
  MAX_REFERENCE,
  MAX_TOLERANCE,
  nameFault,
  type PaymentRequest,
  type SignedRequest,
  unverifiedToken,
} from '#domain/request/PaymentRequest.ts'
import { anyAddress, anyUint256, anyUnicode } from './arbitraries.ts'
import { anyHandle } from './proofs.ts'

/** A typical request of an influencer. */
export const usualRequest: PaymentRequest = {
  payee: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  token: Token.pinned[1] ?? Token.BNB,
  asked: { kind: 'exact', value: 1_250_500_000_000_000_000_000n },
  memo: 'Story and reel, November',
  reference: 'INV-2026-0117',
  madeAt: 1_795_300_000,
  dueOn: '2026-12-15',
  payer: null,
  name: '',
  handle: null,
}

/** The same in US dollars: 1,250.50, within 1 %, for a week. */
export const usdRequest: PaymentRequest = {
  ...usualRequest,
  token: Token.BNB,
  asked: { kind: 'usd', cents: 125_050n, tolerance: 100, until: usualRequest.madeAt + 604_800 },
  dueOn: null,
}

export const anyToken = fc.oneof(
  fc.constantFrom(...Token.pinned),
  fc
    .tuple(anyAddress, fc.nat({ max: MAX_DECIMALS }))
    .map(([address, decimals]) => unverifiedToken(address, decimals)),
)

/** Any text that a person may type, cleaned and short enough. */
function anyLabel(longest: number): fc.Arbitrary<string> {
  return fc
    .oneof(fc.string({ unit: 'grapheme', maxLength: longest }), anyUnicode({ maxLength: longest }))
    .map(cleanLabel)
    .filter((text) => labelLength(text) <= longest)
}

const anyDay = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

/** Any amount of a token or open. */
const anyTokenAmount: fc.Arbitrary<AskedAmount> = fc
  .option(anyUint256.filter((value) => value > 0n))
  .map((value) => (value === null ? { kind: 'open' } : { kind: 'exact', value }))

/** Any amount in US dollars, payable from a second to some years. */
const anyUsd = fc.record({
  cents: fc.oneof(
    fc.bigInt({ min: 1n, max: 100_000n }).map((dollars) => dollars * 100n),
    fc.bigInt({ min: 1n, max: MAX_CENTS }),
  ),
  tolerance: fc.nat({ max: MAX_TOLERANCE }),
  seconds: fc.integer({ min: 1, max: 100_000_000 }),
})

/** Any request; in US dollars only in a pinned token, because no other has a price. */
export const anyRequest: fc.Arbitrary<PaymentRequest> = fc
  .record({
    payee: anyAddress,
    token: anyToken,
    asked: anyTokenAmount,
    usd: fc.option(anyUsd),
    memo: anyLabel(MAX_MEMO),
    reference: anyLabel(MAX_REFERENCE),
    madeAt: fc.integer({ min: 1_577_836_800, max: 4_102_444_800 }),
    dueOn: fc.option(anyDay),
    payer: fc.option(anyAddress),
    name: anyLabel(MAX_NAME).filter((name) => nameFault(name) === null),
    handle: fc.option(anyHandle),
  })
  .filter(({ payee, payer, token }) => payee !== payer && payee !== token.address)
  .map(({ usd, ...request }): PaymentRequest => {
    const until = request.madeAt + (usd?.seconds ?? 0)
    if (!usd || !isPinned(request.token) || until > 4_102_444_800) return request
    const { cents, tolerance } = usd
    return { ...request, dueOn: null, asked: { kind: 'usd', cents, tolerance, until } }
  })

export const anySignature: fc.Arbitrary<Hex> = fc
  .uint8Array({ minLength: 65, maxLength: 195 })
  .map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)

/** Any text that a link accepts as a proof, valid or not. */
const anyProofText: fc.Arbitrary<string> = fc.stringMatching(/^[A-Za-z0-9~.:_-]{1,300}$/)

export const anySignedRequest: fc.Arbitrary<SignedRequest> = fc.record({
  request: anyRequest,
  signature: fc.option(anySignature),
  proof: fc.option(anyProofText),
})
