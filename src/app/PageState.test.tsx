import { useQuery } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PortalError } from '#chain/PortalError.ts'
import { ReadError } from '#components/error/ReadError.tsx'
import { startFastTime } from '#tests/support/fastTime.ts'
import { renderInPortal, tryAgain } from '#tests/support/renderInPortal.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

let usualTime = () => {}
beforeEach(() => {
  usualTime = startFastTime()
})
afterEach(() => usualTime())

/** A part of a page that reads data, and says which data is missing. */
function Part({ name, read }: { name: string; read: () => string }) {
  const query = useQuery({ queryKey: [name], queryFn: async () => read() })
  return (
    <section aria-label={name}>
      <ReadError read={query} />
      {query.data ?? (!query.error && <Skeleton lines={1} label={`Reading ${name}`} />)}
    </section>
  )
}

const unreachable = (what: string) => () => {
  throw new PortalError('unreachable', what)
}

test('what cannot be reached is said once for all parts of the page, and Try again reads them all', async () => {
  let isDown = true
  const read = () => (isDown ? unreachable('Can’t reach BNB Smart Chain.')() : 'read')
  renderInPortal(
    <>
      <Part name="one" read={read} />
      <Part name="two" read={read} />
    </>,
  )
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Can’t reach BNB Smart Chain.')
  expect(alert.textContent).toContain('Your money isn’t affected.')
  expect(await screen.findAllByText('Couldn’t load.')).toHaveLength(2)
  await tryAgain(() => {
    isDown = false
  })
  expect(await screen.findAllByText('read')).toHaveLength(2)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('two services that cannot be reached are said one by one', async () => {
  renderInPortal(
    <>
      <Part name="one" read={unreachable('Can’t reach BNB Smart Chain.')} />
      <Part name="two" read={unreachable('The Safe service did not answer.')} />
    </>,
  )
  await screen.findByText('The Safe service did not answer.')
  expect(screen.getAllByRole('alert')).toHaveLength(2)
})

test('an answer that makes no sense is said in its place, not for the whole page', async () => {
  const read = () => {
    throw new PortalError('malformed', 'The Safe service answered something that cannot be read.')
  }
  renderInPortal(<Part name="one" read={read} />)
  const part = screen.getByRole('region', { name: 'one' })
  expect(part.contains(await screen.findByRole('alert'))).toBe(true)
})

test('a wait gets its reason after 4 s and a way out after 10 s, and neither before', async () => {
  usualTime()
  vi.useFakeTimers()
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const { rerender } = renderInPortal(<Skeleton lines={1} label="Reading" />)
  await pass(3_900)
  expect(screen.queryByText('Taking longer than usual')).toBeNull()
  await pass(200)
  expect(screen.getByText('Taking longer than usual')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull()
  await pass(6_000)
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
  const link = screen.getByRole('link', { name: 'See what is slow' })
  expect(link.getAttribute('href')).toBe('#/settings/diagnostics')
  rerender(<p>Here it is</p>)
  await pass(0)
  expect(screen.queryByText('Taking longer than usual')).toBeNull()
  vi.useRealTimers()
})

test('a page that is left takes what it could not reach with it', async () => {
  const { rerender } = renderInPortal(<Part name="one" read={unreachable('Can’t reach BNB Smart Chain.')} />)
  await screen.findByRole('alert')
  rerender(<p>Another page</p>)
  await screen.findByText('Another page')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})
