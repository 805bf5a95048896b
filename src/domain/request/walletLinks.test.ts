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

/** The page that each app opens for a link, by the rule of the app, and where that rule is. */
const rules: readonly (readonly [name: string, source: string, opened: (link: string) => string | null])[] = [
  [
    'MetaMask',
    'handleUniversalLink.ts in MetaMask/metamask-mobile',
    (link) => {
      const url = new URL(link)
      const action = url.pathname.split('/')[1] ?? ''
      return action === 'dapp' ? url.href.replace(`https://${url.hostname}/${action}/`, 'https://') : null
    },
  ],
  [
    'Trust Wallet',
    'developer.trustwallet.com, Deep Linking, DApp Browser',
    (link) => new URL(link).searchParams.get('url'),
  ],
  [
    'OKX Wallet',
    'web3.okx.com, App Universal Link',
    (link) =>
      new URLSearchParams(new URL(new URL(link).searchParams.get('deeplink') ?? '').search).get('dappUrl'),
  ],
]

/** The part of a link that a browser sends to a server, as any server reads it: everything before the first `#`. */
function sentTo(url: string): string {
  let sent = url.split('#')[0] ?? ''
  for (let before = ''; before !== sent; ) {
    before = sent
    sent = decodeURIComponent(sent)
  }
  return sent
}

test.each(rules)('behavior: %s opens the page where the link is pasted, by %s', (name, _, opened) => {
  const link = new Map(requestInWalletUrls(text)).get(name) ?? ''
  expect(link).toMatch(/^https:/)
  expect(opened(link)).toBe('https://portal.example/a/#/pay/requests')
})

test('behavior: every link of an app has its rule', () => {
  expect(requestInWalletUrls(text).map(([name]) => name)).toEqual(rules.map(([name]) => name))
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
    propertyRuns(50),
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
