import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as Token from '#chain/money/Token.ts'
import { unknownTexts } from '#domain/activity/paymentWords.ts'
import type { FoldedStatus } from '#domain/ledger/foldStatus.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { renderInPortal } from '#tests/support/renderInPortal.tsx'
import { PaymentRows } from './Recipients.tsx'

function show(status: FoldedStatus['status']) {
  const payment = { payee: payeeAt(1), amount: { token: Token.USDT, value: 5n }, note: null, reference: null }
  renderInPortal(
    <PaymentRows label="Payments" payments={[payment]} states={[{ status, submission: null, beside: [] }]} />,
  )
}

test('behavior: a row whose status is unknown says why', () => {
  show({ kind: 'unknown', why: 'nonce-used', hash: word(1n) })
  expect(screen.getByText('Unknown')).toBeTruthy()
  expect(screen.getByText(unknownTexts['nonce-used'])).toBeTruthy()
})

test('behavior: a row that is paid has its status only', () => {
  show({ kind: 'paid', hash: word(1n) })
  expect(screen.getByText('Paid')).toBeTruthy()
  expect(screen.queryByText('Final: it can’t be reversed.')).toBeNull()
})

test('behavior: two names for one address stay with their rows, each with its handle', () => {
  const row = { payee: payeeAt(1), amount: { token: Token.USDT, value: 5n }, note: null, reference: null }
  const payments = [
    { ...row, name: 'Hiro Tanaka', handle: '@hiro' },
    { ...row, name: 'Emre Berg', handle: '@emre.films', note: 'Two reels' },
  ]
  renderInPortal(<PaymentRows label="Payments" payments={payments} />)
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows[0]).toMatch(/Hiro Tanaka.*@hiro/)
  expect(rows[1]).toMatch(/Emre Berg.*@emre\.films Two reels/)
  expect(rows.join()).not.toMatch(/Hiro.*Emre.*Hiro|@hiro.*@hiro/)
})

test('error: a reference that is also the note is shown once', () => {
  const payment = {
    payee: payeeAt(1),
    amount: { token: Token.USDT, value: 5n },
    note: 'INV-7',
    reference: 'INV-7',
  }
  renderInPortal(<PaymentRows label="Payments" payments={[payment]} />)
  expect(screen.getAllByText('INV-7')).toHaveLength(1)
})
