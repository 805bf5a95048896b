import { expect } from 'playwright/test'
import type { PaymentRequest, SignedRequest } from '#chain/PaymentRequest.ts'
import { encodeRequest } from '#chain/requestLink.ts'
import * as Token from '#chain/Token.ts'
import { influencers } from '../../safe-app/accounts.ts'
import { amountOf } from '../../safe-app/seed/amountOf.ts'
import type { Portal } from './portalPage.ts'
import { paintSvg, readQr } from './readQr.ts'

const [dana] = influencers

/** A request of `text` of a pinned token, made now, as its link carries it. */
export function requestText(
  text: string,
  symbol: string,
  more: Partial<PaymentRequest> = {},
  signature: SignedRequest['signature'] = null,
): string {
  const { token, value } = amountOf(text, symbol)
  const request = {
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
  return encodeRequest({ request, signature })
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
