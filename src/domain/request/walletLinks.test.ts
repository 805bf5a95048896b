import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { collectUrl, requestInSafeUrl, requestUrl } from '#domain/shared/paths.ts'
import { readRequestLines } from '#pages/pay/requests/requestRows.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { anySignedRequest, usualRequest } from '#tests/support/requests.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { encodeRequest } from './requestLink.ts'
import { requestInWalletUrls } from './walletLinks.ts'

beforeAll(() => {
  vi.stubGlobal('window', { location: { origin: 'https://portal.example', pathname: '/a/' } })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const text = encodeRequest({ request: usualRequest, signature: `0x${'12'.repeat(65)}`, proof: null })

/** The page that each app opens for a link, read by the app's own rule. */
const openedBy: Record<string, (url: URL) => string | null> = {
  MetaMask: (url) => decodeURIComponent(url.pathname.replace(/^\/dapp\//, '')),
  'Trust Wallet': (url) => url.searchParams.get('url'),
  'OKX Wallet': (url) =>
    new URLSearchParams(new URL(url.searchParams.get('deeplink') ?? '').search).get('dappUrl'),
}

/** The part of a link that a browser sends to a server, as any server reads it: everything before the first `#`. */
function sentTo(url: string): string {
  let sent = url.split('#')[0] ?? ''
  for (let before = ''; before !== sent; ) {
    before = sent
    sent = decodeURIComponent(sent)
  }
  return sent
}

test('behavior: each wallet app opens the page where the link is pasted', () => {
  const links = requestInWalletUrls(text)
  expect(links.map(([name]) => name)).toEqual(Object.keys(openedBy))
  for (const [name, link] of links) {
    const url = new URL(link)
    expect(url.protocol).toBe('https:')
    // The app may not get the part after a raw `#`.
    expect(url.hash, name).toBe('')
    expect(openedBy[name]?.(url), name).toBe('https://portal.example/a/#/pay/requests')
  }
})

test('error: no server of an app is told whom a request pays, how much and why', () => {
  fc.assert(
    fc.property(anySignedRequest, (signed) => {
      const any = encodeRequest(signed)
      const { payee } = signed.request
      const urls = [...requestInWalletUrls(any).map(([, url]) => url), requestInSafeUrl(any, null)]
      for (const url of [...urls, requestInSafeUrl(any, SAFE)]) {
        expect(sentTo(url)).not.toContain(any)
        if (payee !== SAFE) expect(sentTo(url).toLowerCase()).not.toContain(payee.toLowerCase())
      }
    }),
    propertyRuns(100),
  )
})

test.each([
  ['chosen there', null],
  ['that was asked', SAFE],
] as const)('behavior: Safe{Wallet} opens the page where the link is pasted in the Safe %s', (_, safe) => {
  const url = new URL(requestInSafeUrl(text, safe))
  expect(url.hash).toBe('')
  expect(url.searchParams.get('appUrl')).toBe(collectUrl())
  expect(url.searchParams.get('safe')).toBe(safe && `bnb:${safe}`)
})

test('behavior: the link that is pasted there is read', () => {
  expect(readRequestLines(requestUrl(text)).rows).toHaveLength(1)
})
