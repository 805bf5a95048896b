import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { requestInSafeUrl, requestUrl } from '#domain/shared/paths.ts'
import { propertyRuns } from '../../../tests/support/propertyRuns.ts'
import { usualRequest } from '../../../tests/support/requests.ts'
import { SAFE } from '../../../tests/support/safeExamples.ts'
import { encodeRequest } from './requestLink.ts'
import { requestInWalletUrls } from './walletLinks.ts'

beforeAll(() => {
  vi.stubGlobal('window', { location: { origin: 'https://portal.example', pathname: '/a/' } })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const text = encodeRequest({ request: usualRequest, signature: `0x${'12'.repeat(65)}`, proof: null })

/** The page that each app is asked to open, read by the app's own rule. */
const openedBy: Record<string, (url: URL) => string | null> = {
  MetaMask: (url) => decodeURIComponent(url.pathname.replace(/^\/dapp\//, '')),
  'Trust Wallet': (url) => url.searchParams.get('url'),
  'OKX Wallet': (url) =>
    new URLSearchParams(new URL(url.searchParams.get('deeplink') ?? '').search).get('dappUrl'),
}

test('behavior: each wallet app gets the whole link of the request', () => {
  const links = requestInWalletUrls(text)
  expect(links.map(([name]) => name)).toEqual(Object.keys(openedBy))
  for (const [name, link] of links) {
    const url = new URL(link)
    expect(url.protocol).toBe('https:')
    // Whatever follows a `#` never reaches the app.
    expect(url.hash, name).toBe('')
    expect(openedBy[name]?.(url), name).toBe(requestUrl(text))
  }
})

test('behavior: any text survives being wrapped', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9/:._~-]{1,200}$/), (any) => {
      for (const [name, link] of requestInWalletUrls(any)) {
        expect(openedBy[name]?.(new URL(link))).toBe(requestUrl(any))
      }
    }),
    propertyRuns(500),
  )
})

test.each([
  ['chosen there', null],
  ['that was asked', SAFE],
] as const)('behavior: Safe{Wallet} gets the whole link and the Safe %s', (_, safe) => {
  const url = new URL(requestInSafeUrl(text, safe))
  expect(url.hash).toBe('')
  expect(url.searchParams.get('appUrl')).toBe(requestUrl(text))
  expect(url.searchParams.get('safe')).toBe(safe && `bnb:${safe}`)
})
