import fc from 'fast-check'
import type { Hex } from 'viem'
import * as Token from '#chain/money/Token.ts'
import { cleanLabel, labelLength } from '#chain/text/label.ts'
import {
  MAX_DECIMALS,
  MAX_MEMO,
  MAX_REFERENCE,
  type PaymentRequest,
  type SignedRequest,
  unverifiedToken,
} from '#domain/request/PaymentRequest.ts'
import { anyAddress, anyUint256 } from './arbitraries.ts'

/** A typical request of an influencer. */
export const usualRequest: PaymentRequest = {
  payee: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  token: Token.pinned[1] ?? Token.BNB,
  value: 1_250_500_000_000_000_000_000n,
  memo: 'Story and reel, November',
  reference: 'INV-2026-0117',
  madeAt: 1_795_300_000,
  dueOn: '2026-12-15',
  payer: null,
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
    .oneof(
      fc.string({ unit: 'grapheme', maxLength: longest }),
      fc.string({ unit: 'binary', maxLength: longest }),
    )
    .map(cleanLabel)
    .filter((text) => labelLength(text) <= longest)
}

const anyDay = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

export const anyRequest: fc.Arbitrary<PaymentRequest> = fc
  .record({
    payee: anyAddress,
    token: anyToken,
    value: fc.option(anyUint256.filter((value) => value > 0n)),
    memo: anyLabel(MAX_MEMO),
    reference: anyLabel(MAX_REFERENCE),
    madeAt: fc.integer({ min: 1_577_836_800, max: 4_102_444_800 }),
    dueOn: fc.option(anyDay),
    payer: fc.option(anyAddress),
  })
  .filter(({ payee, payer, token }) => payee !== payer && payee !== token.address)

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
