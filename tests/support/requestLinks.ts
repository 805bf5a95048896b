import * as Token from '#chain/money/Token.ts'
import type { PaymentRequest } from '#domain/request/PaymentRequest.ts'
import { encodeRequest } from '#domain/request/requestLink.ts'
import { requestMessage } from '#domain/request/requestMessage.ts'
import { influencers, type Persona } from '../../safe-app/accounts.ts'
import { usdt } from './activityItems.ts'

const [dana] = influencers

/** A request of this many USDT, made a minute ago. */
export function requestOf(units: bigint, more: Partial<PaymentRequest> = {}): PaymentRequest {
  return {
    payee: dana.address,
    token: usdt,
    asked: { kind: 'exact', value: units * 10n ** 18n },
    memo: 'Story and reel',
    reference: 'INV-7',
    madeAt: Math.floor(Date.now() / 1_000) - 60,
    dueOn: null,
    payer: null,
    name: '',
    handle: null,
    ...more,
  }
}

/** A request of this many US dollars, paid in BNB within an hour of now and 1 %. */
export function usdRequestOf(dollars: bigint, more: Partial<PaymentRequest> = {}): PaymentRequest {
  const until = Math.floor(Date.now() / 1_000) + 3_600
  return requestOf(0n, {
    token: Token.BNB,
    asked: { kind: 'usd', cents: dollars * 100n, tolerance: 100, until },
    ...more,
  })
}

/** The text of its link, unsigned; `proof` is the text beside it. */
export function linkText(request: PaymentRequest, proof: string | null = null): string {
  return encodeRequest({ request, signature: null, proof })
}

/** The text of its link, signed by somebody. */
export async function linkSignedBy({ account }: Persona, request: PaymentRequest): Promise<string> {
  const signature = await account.signMessage({ message: requestMessage(request) })
  return encodeRequest({ request, signature, proof: null })
}
