import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInPortal } from '../../tests/support/renderInPortal.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'

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
  expect(screen.getByText(/look in Activity before you pay again/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reload the portal' })).toBeTruthy()
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
