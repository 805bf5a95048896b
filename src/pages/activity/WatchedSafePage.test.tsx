import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { startFastTime } from '#tests/support/fastTime.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { renderInPortal } from '#tests/support/renderInPortal.tsx'
import { SAFE } from '#tests/support/safeExamples.ts'
import { wiredGateway, wiredNode } from '#tests/support/wiredSafe.ts'
import { WatchedSafePage } from './PaymentPage.tsx'

let usualTime = () => {}
beforeEach(() => {
  usualTime = startFastTime()
})
afterEach(() => usualTime())

test('a watched Safe shows its owners, its queue and its history', async () => {
  answerNodes(wiredNode(), wiredGateway())
  renderInPortal(<WatchedSafePage safe={SAFE} />)
  expect(await screen.findByText(/owners must sign/)).toBeTruthy()
  for (const name of ['Queue', 'History']) {
    const list = await screen.findByRole('region', { name })
    expect((await within(list).findAllByRole('listitem')).length).toBeGreaterThan(0)
  }
})

test('an address without a contract is called that, and no service is blamed', async () => {
  answerNodes(wiredNode(), wiredGateway())
  renderInPortal(<WatchedSafePage safe={payeeAt(900)} />)
  expect((await screen.findByRole('alert')).textContent).toContain('No Safe at this address')
  expect(screen.queryByRole('region', { name: 'Queue' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'History' })).toBeNull()
  expect(screen.getAllByRole('alert')).toHaveLength(1)
})
