import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInPortal } from '#tests/support/renderInPortal.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { lazyComponent } from './lazyComponent.tsx'

let isBroken = true

function Fragile() {
  if (isBroken) throw undefined
  return <p>Balances</p>
}

beforeEach(() => {
  isBroken = true
  // React reports every caught error to the console.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => void vi.restoreAllMocks())

test('names the part that failed and leaves everything around it', () => {
  renderInPortal(
    <>
      <h1>Pay</h1>
      <ErrorBoundary what="The connection to your account">
        <Fragile />
      </ErrorBoundary>
    </>,
  )
  expect(screen.getByRole('heading', { name: 'Pay' })).toBeTruthy()
  expect(screen.getByText('The connection to your account stopped working.')).toBeTruthy()
  expect(screen.getByText(/check Activity before paying again/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeTruthy()
})

test('“Try again” shows the part as soon as it works again', async () => {
  const { user } = renderInPortal(
    <ErrorBoundary what="This page">
      <Fragile />
    </ErrorBoundary>,
  )
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.getByText('This page stopped working.')).toBeTruthy()
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.getByText('Balances')).toBeTruthy()
})

test('a part whose code does not load says so in its place, and “Try again” loads it', async () => {
  let isOnline = false
  const Part = lazyComponent(async () => {
    if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module')
    return ({ name }: { name: string }) => <p>QR code of {name}</p>
  })
  const { user } = renderInPortal(
    <>
      <input aria-label="Amount" />
      <Part name="Ada" waiting="…" />
    </>,
  )
  await user.type(screen.getByLabelText('Amount'), '250')
  expect(await screen.findByText('This part did not load.')).toBeTruthy()
  expect(screen.getByText(/Nothing was sent/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  isOnline = true
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('QR code of Ada')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('250')
})
