import { expect } from 'playwright/test'
import * as Token from '#chain/money/Token.ts'
import type { PaymentRequest } from '#domain/request/PaymentRequest.ts'
import { encodeRequest } from '#domain/request/requestLink.ts'
import { requestMessage } from '#domain/request/requestMessage.ts'
import { amountOf } from '../../rig/seed/amountOf.ts'
import { influencers, type Persona } from '../../safe-app/accounts.ts'
import type { Portal } from './portalPage.ts'
import { paintSvg, readQr } from './readQr.ts'

const [dana] = influencers

/** A new request for `text` in a pinned token, encoded as in its link. */
export function requestText(text: string, symbol: string, more: Partial<PaymentRequest> = {}): string {
  return encodeRequest({ request: requestOf(text, symbol, more), signature: null, proof: null })
}

/** The same, with a text in place of a proof of account. */
export function provenText(text: string, symbol: string, proof: string): string {
  return encodeRequest({ request: requestOf(text, symbol), signature: null, proof })
}

/** The same, signed by a persona. */
export async function signedText(
  by: Persona,
  text: string,
  symbol: string,
  more: Partial<PaymentRequest> = {},
): Promise<string> {
  const request = requestOf(text, symbol, more)
  const signature = await by.account.signMessage({ message: requestMessage(request) })
  return encodeRequest({ request, signature, proof: null })
}

function requestOf(text: string, symbol: string, more: Partial<PaymentRequest> = {}): PaymentRequest {
  const { token, value } = amountOf(text, symbol)
  return {
    payee: dana.address,
    token: Token.find(token.address) ?? Token.BNB,
    asked: { kind: 'exact', value },
    memo: 'Story and reel',
    reference: 'INV-7',
    madeAt: Math.floor(Date.now() / 1_000),
    dueOn: null,
    payer: null,
    name: '',
    handle: null,
    ...more,
  }
}

/**
 * The content of the QR code with that name, read by an independent decoder at the size it has on the page.
 * A module is a whole number of pixels there: otherwise some texts can't be read.
 */
export async function codeText(portal: Portal, name: string): Promise<string | null> {
  const code = portal.getByRole('img', { name })
  await expect(code).toBeVisible()
  const { html, side, units } = await code.evaluate((svg) => ({
    html: svg.outerHTML,
    side: svg.getBoundingClientRect().width,
    units: (svg as SVGSVGElement).viewBox.baseVal.width,
  }))
  expect(side % units, `${side} pixels for ${units} units`).toBe(0)
  return readQr(paintSvg(html, side, 0))
}
