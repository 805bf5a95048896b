import { expect } from 'playwright/test'
import * as Token from '#chain/money/Token.ts'
import type { PaymentRequest } from '#domain/request/PaymentRequest.ts'
import { encodeRequest } from '#domain/request/requestLink.ts'
import { requestMessage } from '#domain/request/requestMessage.ts'
import { influencers, type Persona } from '../../safe-app/accounts.ts'
import { amountOf } from '../../safe-app/seed/amountOf.ts'
import type { Portal } from './portalPage.ts'
import { paintSvg, readQr } from './readQr.ts'

const [dana] = influencers

/** A request of `text` of a pinned token, made now, as its link carries it. */
export function requestText(text: string, symbol: string, more: Partial<PaymentRequest> = {}): string {
  return encodeRequest({ request: requestOf(text, symbol, more), signature: null, proof: null })
}

/** The same, with a text beside it that stands as a proof of account. */
export function provenText(text: string, symbol: string, proof: string): string {
  return encodeRequest({ request: requestOf(text, symbol), signature: null, proof })
}

/** The same, signed by somebody. */
export async function signedText(by: Persona, text: string, symbol: string): Promise<string> {
  const request = requestOf(text, symbol)
  const signature = await by.account.signMessage({ message: requestMessage(request) })
  return encodeRequest({ request, signature, proof: null })
}

function requestOf(text: string, symbol: string, more: Partial<PaymentRequest> = {}): PaymentRequest {
  const { token, value } = amountOf(text, symbol)
  return {
    payee: dana.address,
    token: Token.find(token.address) ?? Token.BNB,
    value,
    memo: 'Story and reel',
    reference: 'INV-7',
    madeAt: Math.floor(Date.now() / 1_000),
    dueOn: null,
    payer: null,
    ...more,
  }
}

/** What the code of that name holds, by a decoder that knows nothing of the one who drew it. */
export async function codeText(portal: Portal, name: string): Promise<string | null> {
  const code = portal.getByRole('img', { name })
  await expect(code).toBeVisible()
  const { html, side } = await code.evaluate((svg) => ({
    html: svg.outerHTML,
    side: Math.round(svg.getBoundingClientRect().width),
  }))
  return readQr(paintSvg(html, side, 0))
}
