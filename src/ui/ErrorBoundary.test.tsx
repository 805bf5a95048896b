import { act, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInPortal } from '#tests/support/renderInPortal.tsx'
import { Button } from './Button.tsx'
import { ErrorBoundary, lazyComponent } from './lazyComponent.tsx'

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

test.each([
  ['pointer', '[MouseLeft>]', '[/MouseLeft]'],
  ['key', '{ >}', '{/ }'],
])(
  'a press by %s that begins before a part’s code arrives, and ends after it, is not lost',
  async (by, down, up) => {
    let arrive: (part: () => ReactNode) => void = () => {}
    const arrival = new Promise<() => ReactNode>((resolve) => {
      arrive = resolve
    })
    const Part = lazyComponent(() => arrival)
    let presses = 0
    const pay = <Button onClick={() => void presses++}>Pay</Button>
    const { user } = renderInPortal(<Part waiting={pay} />)
    const button = screen.getByRole('button', { name: 'Pay' })
    button.focus()
    const turn = (keys: string) =>
      by === 'key' ? user.keyboard(keys) : user.pointer({ keys, target: button })
    await turn(down)
    arrive(() => <p>Checks</p>)
    await act(() => arrival)
    expect(screen.queryByText('Checks')).toBeNull()
    await turn(up)
    expect(presses).toBe(1)
    expect(await screen.findByText('Checks')).toBeTruthy()
  },
)
