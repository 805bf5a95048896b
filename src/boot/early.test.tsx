import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const listen = vi.spyOn(globalThis, 'addEventListener')

type Face = { readonly family: string; readonly source: Uint8Array }
const fonts: Face[] = []
// This page has no fonts.
const FontFace = function (this: object, family: string, source: Uint8Array) {
  Object.assign(this, { family, source })
}

beforeAll(async () => {
  vi.resetModules()
  Object.assign(globalThis, { FontFace })
  Object.defineProperty(document, 'fonts', {
    configurable: true,
    value: { add: (font: Face) => fonts.push(font) },
  })
  // It runs once, when it is loaded.
  await vi.importActual('./early.ts')
})
// Other tests share the page.
afterAll(() => {
  for (const [type, listener] of listen.mock.calls) removeEventListener(type, listener as EventListener)
  listen.mockRestore()
  window.location.hash = ''
  Reflect.deleteProperty(globalThis, 'FontFace')
  Reflect.deleteProperty(document, 'fonts')
  const { dataset } = document.documentElement
  for (const name of ['page', 'moved', 'theme', 'framed']) delete dataset[name]
})

const A = `0x${'1'.repeat(40)}`

test('behavior: Inter is there before the first paint, from the page itself', () => {
  const [inter] = fonts
  expect(inter?.family).toBe('Inter')
  expect(Buffer.from(inter?.source ?? []).equals(readFileSync('src/ui/fonts/inter.woff2'))).toBe(true)
})

test.each([
  ['#/pay/people', '#/people', 'people'],
  [`#/pay/people/${A}/proof`, `#/people/${A}/proof`, 'people'],
  ['#/pay/people?from=mail', '#/people?from=mail', 'people'],
  ['#/pay/templates', '#/pay', 'pay'],
  ['#/pay/templates/of/p1?x=1', '#/pay/payout/p1?x=1', 'pay'],
  ['#/templates', '#/pay', 'pay'],
  ['#templates/', '#/pay', 'pay'],
  ['#/templates?from=mail', '#/pay?from=mail', 'pay'],
  ['#/templates/a-1?from=mail', '#/pay?from=mail', 'pay'],
  ['#/verify/mine', '#/get-paid/you', 'get-paid'],
  ['#verify/mine/?x=1', '#/get-paid/you?x=1', 'get-paid'],
  ['#/templates/of/', '#/pay', 'pay'],
  ['#/templates/of/p-1', '#/pay/payout/p-1', 'pay'],
  ['#/pay/campaigns', '#/activity/campaigns', 'activity'],
  ['#/pay/campaigns/spring%20reels', '#/activity/campaigns/spring%20reels', 'activity'],
  ['#/campaigns', '#/activity/campaigns', 'activity'],
  ['#/campaigns?from=mail', '#/activity/campaigns?from=mail', 'activity'],
  ['#campaigns/spring', '#/activity/campaigns/spring', 'activity'],
  ['#/campaigns/spring%20reels', '#/activity/campaigns/spring%20reels', 'activity'],
  ['#/diagnostics', '#/settings/diagnostics', 'settings'],
  ['#/diagnostics/network?from=mail', '#/settings/diagnostics/network?from=mail', 'settings'],
])('behavior: the old address %s leads to %s', async (old, now, page) => {
  const before = window.history.length
  window.location.hash = old
  await vi.waitFor(() => expect(window.location.hash).toBe(now))
  expect(document.documentElement.dataset.page).toBe(page)
  expect(window.history.length - before).toBeLessThanOrEqual(1)
})

test.each([
  '#/pay',
  '#/pay/list',
  '#/pay/peoples',
  '#/verify/mine/1~56',
  `#/pay/to/${A}`,
  '#/r/pay/people',
  '#/diagnosticss',
  '#/templatess/of/p1',
])('behavior: %s stays as it is', async (hash) => {
  window.location.hash = hash
  const [, page] = hash.split('/')
  await vi.waitFor(() => expect(document.documentElement.dataset.page).toBe(page))
  expect(window.location.hash).toBe(hash)
})

test.each([
  ['/%23/r/1/56/x', '/#/r/1/56/x'],
  ['/portal/%23/verify/1~56?utm_source=mail', '/portal/#/verify/1~56?utm_source=mail'],
  ['//evil.example/%23/r/1', '//evil.example/#/r/1'],
])('behavior: the path %s leads to %s on the same site', async (path, now) => {
  const [pathname, search = ''] = path.split(/(?=\?)/)
  const replace = vi.fn()
  const { origin } = window.location
  vi.stubGlobal('location', { origin, pathname, search, hash: '', replace })
  vi.resetModules()
  await vi.importActual('./early.ts')
  vi.unstubAllGlobals()
  expect(replace.mock.calls).toEqual([[`${origin}${now}`]])
})
