import { describe, expect, test, vi } from 'vitest'
import { collectAnnounced } from './announced.ts'

const provider = { request: async () => null }
const info = {
  uuid: '350670db-19fa-4704-a166-e52e178b59d2',
  name: 'Example Wallet',
  icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
  rdns: 'com.example.wallet',
}

function page() {
  const target = new EventTarget() as unknown as Window
  const announce = (detail: unknown) =>
    target.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  return { target, announce }
}

test('behavior: requests announcements once', () => {
  const { target } = page()
  const asked = vi.fn()
  target.addEventListener('eip6963:requestProvider', asked)
  collectAnnounced(target)
  expect(asked).toHaveBeenCalledOnce()
})

test('behavior: lists every announced wallet once, including late ones', () => {
  const { target, announce } = page()
  target.addEventListener('eip6963:requestProvider', () => announce({ info, provider }))
  const announced = collectAnnounced(target)
  expect(announced.list()).toEqual([
    {
      id: 'com_example_wallet',
      rdns: 'com.example.wallet',
      name: 'Example Wallet',
      icon: info.icon,
      provider,
    },
  ])
  const other = { request: async () => 'other' }
  announce({ info: { ...info, name: 'Impostor' }, provider: other })
  announce({ info: { ...info, rdns: 'org.second' }, provider: other })
  expect(announced.list().map(({ id, name }) => [id, name])).toEqual([
    ['com_example_wallet', 'Example Wallet'],
    ['org_second', 'Example Wallet'],
  ])
})

test('behavior: notifies listeners of a late wallet until they unsubscribe', () => {
  const { target, announce } = page()
  const announced = collectAnnounced(target)
  const heard = vi.fn()
  const leave = announced.subscribe(heard)
  announce({ info, provider })
  announce({ info, provider })
  expect(heard).toHaveBeenCalledOnce()
  leave()
  announce({ info: { ...info, rdns: 'org.second' }, provider })
  expect(heard).toHaveBeenCalledOnce()
})

test('behavior: requesting an announcement sends the provider no request', () => {
  const { target, announce } = page()
  const request = vi.fn()
  collectAnnounced(target)
  announce({ info, provider: { request } })
  expect(request).not.toHaveBeenCalled()
})

describe('a hostile announcement', () => {
  const throwing = Object.defineProperty({}, 'info', {
    get() {
      throw new Error('boo')
    },
  })
  test.each<[string, unknown]>([
    ['of nothing', null],
    ['of a text', 'wallet'],
    ['without info', { provider }],
    ['without a provider', { info }],
    ['whose provider cannot be asked', { info, provider: {} }],
    ['whose provider is null', { info, provider: null }],
    ['without a name', { info: { ...info, name: undefined }, provider }],
    ['with a name of invisible characters', { info: { ...info, name: '\u200b\u202e' }, provider }],
    ['with an id that is a list', { info: { ...info, rdns: ['x'] }, provider }],
    ['without an id', { info: { ...info, rdns: '' }, provider }],
    [
      'with a picture from the network',
      { info: { ...info, icon: 'https://tracker.example/x.svg' }, provider },
    ],
    ['with a script as its picture', { info: { ...info, icon: 'javascript:alert(1)' }, provider }],
    ['with a page as its picture', { info: { ...info, icon: 'data:text/html,<script>' }, provider }],
    [
      'with an endless picture',
      { info: { ...info, icon: `data:image/png,${'x'.repeat(50_000)}` }, provider },
    ],
    ['that throws when it is read', throwing],
  ])('error: %s is skipped', (_, detail) => {
    const { target, announce } = page()
    const announced = collectAnnounced(target)
    announce(detail)
    expect(announced.list()).toEqual([])
    announce({ info, provider })
    expect(announced.list()).toHaveLength(1)
  })

  test('error: a name with direction controls is cleaned and cut', () => {
    const { target, announce } = page()
    const announced = collectAnnounced(target)
    announce({ info: { ...info, name: `\u202eMeta\u0000Mask${'x'.repeat(100)}` }, provider })
    expect(announced.list()[0]?.name).toBe(`MetaMask${'x'.repeat(24)}`)
  })

  test('error: an id cannot carry markup or paths', () => {
    const { target, announce } = page()
    const announced = collectAnnounced(target)
    announce({ info: { ...info, rdns: '<img src=x>/../com.x' }, provider })
    expect(announced.list()[0]?.id).toMatch(/^[a-zA-Z0-9_]+$/)
  })
})
