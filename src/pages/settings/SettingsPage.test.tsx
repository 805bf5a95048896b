import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { readOwnDetails } from '#domain/receipt/ownDetails.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { payNode } from '#tests/support/payNode.ts'
import { browserStorage, renderInPortal } from '#tests/support/renderInPortal.tsx'
import { SettingsPage } from './SettingsPage.tsx'
// Its code is loaded late, and slowly if it was not compiled yet.
import './diagnostics/Diagnostics.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  window.location.hash = ''
})

/** A browser with this permission, which gives this answer when it is asked. */
function browserThat(permission: NotificationPermission, answer = permission) {
  const asked = vi.fn(async () => {
    notification.permission = answer
    return answer
  })
  const notification = { permission, requestPermission: asked }
  vi.stubGlobal('Notification', notification)
  const storage = browserStorage()
  const { user } = renderInPortal(<SettingsPage />, { storage })
  return { user, storage, asked, box: () => screen.getByLabelText<HTMLInputElement>('Notifications') }
}

test('notifications are off until a person turns them on, which asks the browser once', async () => {
  const { user, storage, asked, box } = browserThat('default', 'granted')
  expect(box().checked).toBe(false)
  expect(asked).not.toHaveBeenCalled()
  await user.click(box())
  expect(box().checked).toBe(true)
  expect(storage.getItem('portal.notifications')).toBe('on')
  await user.click(box())
  expect(box().checked).toBe(false)
  await user.click(box())
  expect(box().checked).toBe(true)
  expect(asked).toHaveBeenCalledTimes(1)
})

test('notifications that the browser refuses stay off, with the way to allow them', async () => {
  const { user, storage, box } = browserThat('default', 'denied')
  await user.click(box())
  expect(box().checked).toBe(false)
  expect(box().disabled).toBe(true)
  expect(screen.getByText(/^Your browser blocks them/)).toBeTruthy()
  expect(storage.getItem('portal.notifications')).toBeNull()
})

test('permission that was taken back in the browser turns them off', () => {
  const storage = browserStorage()
  storage.setItem('portal.notifications', 'on')
  vi.stubGlobal('Notification', { permission: 'denied' })
  renderInPortal(<SettingsPage />, { storage })
  expect(screen.getByLabelText<HTMLInputElement>('Notifications').checked).toBe(false)
})

test('a browser without notifications offers none', () => {
  vi.stubGlobal('Notification', undefined)
  Reflect.deleteProperty(globalThis, 'Notification')
  renderInPortal(<SettingsPage />)
  expect(screen.getByLabelText('Amounts in USD')).toBeTruthy()
  expect(screen.queryByLabelText('Notifications')).toBeNull()
})

test('own details are kept in this browser without hidden characters, and too many are refused', async () => {
  const storage = browserStorage()
  const { user } = renderInPortal(<SettingsPage />, { storage })
  await user.type(screen.getByLabelText('Name or company'), 'Nord\u202elicht')
  const details = screen.getByLabelText('Address, tax number')
  await user.type(details, 'Kai 1{enter}Hamburg')
  await user.click(screen.getByRole('button', { name: 'Save details' }))
  expect(await screen.findByText('Saved in this browser.')).toBeTruthy()
  expect(readOwnDetails(storage)).toEqual({ name: 'Nordlicht', text: 'Kai 1\nHamburg' })
  await user.clear(details)
  await user.click(details)
  await user.paste('x'.repeat(2_001))
  await user.click(screen.getByRole('button', { name: 'Save details' }))
  expect(await screen.findByText('2001 characters. The limit is 2000.')).toBeTruthy()
  expect(readOwnDetails(storage)?.text).toBe('Kai 1\nHamburg')
  await user.clear(details)
  await user.clear(screen.getByLabelText('Name or company'))
  await user.click(screen.getByRole('button', { name: 'Save details' }))
  expect(await screen.findByText('Removed.')).toBeTruthy()
  expect(readOwnDetails(storage)).toBeNull()
})

const card = (name: string) => screen.getByRole('region', { name })

test('the checks before you pay are turned off and on again for this browser', async () => {
  const { user, storage } = renderInPortal(<SettingsPage />)
  const choice = screen.getByRole<HTMLInputElement>('checkbox', {
    name: 'Ask public RPCs about recipients before I pay',
  })
  expect(choice.checked).toBe(true)
  await user.click(choice)
  expect(card('Checks before you pay').textContent).toContain('Off in this browser.')
  expect(storage.getItem('portal.early-checks')).toBe('off')
  await user.click(choice)
  expect(card('Checks before you pay').textContent).not.toContain('Off in this browser.')
  expect(storage.getItem('portal.early-checks')).toBeNull()
})

test('Diagnostics is folded and asks nothing until it is opened', async () => {
  const sent = answerNodes(payNode())
  window.location.hash = '#/settings'
  const { user } = renderInPortal(<SettingsPage />)
  expect(await screen.findByText('Nothing is saved yet.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Copy report' })).toBeNull()
  expect(sent).toEqual([])
  await user.click(within(card('Diagnostics')).getByText('Is everything working?'))
  expect(await screen.findByRole('button', { name: 'Copy report' })).toBeTruthy()
  expect(sent.length).toBeGreaterThan(0)
})

test.each([
  ['/settings', false],
  ['/settings?from=mail', false],
  ['/settings/diagnostics', true],
  ['/settings/diagnostics?from=mail', true],
  ['/settings/diagnostics/network', true],
])('at %s Diagnostics is open: %s', async (path, isOpen) => {
  answerNodes(payNode())
  window.location.hash = `#${path}`
  renderInPortal(<SettingsPage />)
  const fold = card('Diagnostics').querySelector('details')
  expect(fold?.open).toBe(isOpen)
  expect(fold?.querySelector('summary') === document.activeElement).toBe(isOpen)
  if (isOpen) expect(await screen.findByRole('button', { name: 'Copy report' })).toBeTruthy()
})
