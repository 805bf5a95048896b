import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { RecentPayment } from '#account/Activity.ts'
import * as Token from '#chain/money/Token.ts'
import { when } from '#domain/shared/format.ts'
import { txHash } from '#tests/support/fakeSafe.ts'
import { renderInPortal } from '#tests/support/renderInPortal.tsx'
import { PAYEE, USDT } from '#tests/support/safeExamples.ts'
import { gapWords, PaidBeforeNotice } from './PaidBeforeNotice.tsx'

const TIME = 1_790_000_000_000
const tokens = ['USDT', USDT]

test.each([
  [
    { tokens, since: TIME, operators: 0 },
    `USDT and ${USDT} sent from your other wallets or devices, before ${when(TIME)}.`,
  ],
  [
    { tokens, since: TIME, operators: 1 },
    `USDT and ${USDT} sent from your other wallets or devices, before ${when(TIME)}: checked by only one node.`,
  ],
  [
    { tokens: ['USDT'], since: null, operators: 1 },
    'USDT sent from your other wallets or devices: checked by only one node.',
  ],
  [{ tokens: ['USDT'], since: null, operators: 0 }, 'USDT sent from your other wallets or devices.'],
  [{ tokens: [], since: TIME, operators: 0 }, `Payments that Safe doesn’t list, before ${when(TIME)}.`],
  [{ tokens: [], since: null, operators: 1 }, 'Payments that Safe doesn’t list: checked by only one node.'],
] as const)('behavior: names the tokens, the time and the nodes of %j', (gap, words) => {
  expect(gapWords({ kind: 'logs', ...gap })).toBe(words)
})

test('behavior: a payment by a module has its time and a link to its transaction', () => {
  const payment: RecentPayment = {
    id: txHash(1),
    hash: txHash(1),
    submission: null,
    reported: 'logged',
    at: TIME,
    transfers: [{ token: USDT, to: PAYEE, value: 1n }],
  }
  renderInPortal(
    <PaidBeforeNotice
      found={[{ payment, rows: [0], isOld: false, isPaid: false }]}
      payments={[{ payee: PAYEE, amount: { token: Token.USDT, value: 1n }, note: null, reference: null }]}
      payouts={[]}
      onAgain={() => {}}
    />,
  )
  expect(screen.getByText(/^You sent .* on 21 Sept( 2026)? at \d\d:13/)).toBeTruthy()
  expect(screen.getByRole<HTMLAnchorElement>('link').href).toContain(txHash(1))
})
