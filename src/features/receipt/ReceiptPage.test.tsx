import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { receiptPath } from '#domain/shared/paths.ts'
import { answerNodes } from '../../../tests/support/fakeNodes.ts'
import { word } from '../../../tests/support/fakeRpc.ts'
import { transferLog } from '../../../tests/support/fakeSafe.ts'
import { minedNode } from '../../../tests/support/minedNode.ts'
import { payeeAt } from '../../../tests/support/payeeAt.ts'
import { renderInPortal } from '../../../tests/support/renderInPortal.tsx'
import { OWNERS, PAYEE, USDT } from '../../../tests/support/safeExamples.ts'
import { ReceiptPage } from './ReceiptPage.tsx'

const hash = word(80)
const payment = () => screen.findByRole('region', { name: 'Payment' })
const node = (token: `0x${string}`) =>
  minedNode({
    hash,
    from: OWNERS[0],
    to: token,
    logs: [transferLog(token, OWNERS[0], PAYEE, 5n * 10n ** 18n)],
  })

function openReceipt(name = 'log-0') {
  window.location.hash = `#${receiptPath(hash, name)}`
  return renderInPortal(<ReceiptPage />)
}

test('a payment that two operators know in a final block is paid', async () => {
  answerNodes(node(USDT))
  openReceipt()
  expect(await within(await payment()).findByText('Paid, final')).toBeTruthy()
  expect((await payment()).textContent).toContain('5 USDT')
  expect((await payment()).textContent).toContain(PAYEE)
  expect(screen.getByText(/^Checked at .* UTC\. Two independent sources agree\.$/)).toBeTruthy()
})

test('a payment that only one operator knows is not called paid', async () => {
  answerNodes([node(USDT), minedNode({ hash: word(1), from: PAYEE, to: PAYEE, logs: [] })])
  openReceipt()
  await waitFor(async () => expect((await payment()).textContent).toContain('5 USDT'))
  expect(within(await payment()).getByText('Confirming')).toBeTruthy()
  expect(screen.queryByText(/^Paid/)).toBeNull()
  expect(screen.queryByText(/sources agree/)).toBeNull()
})

test('a token we don’t know is called unverified', async () => {
  answerNodes(node(payeeAt(98)))
  openReceipt()
  expect(await within(await payment()).findByText('Unverified token')).toBeTruthy()
  expect(screen.queryByText(/^Paid/)).toBeNull()
})

test('a link to another log of the transaction shows no payment', async () => {
  answerNodes(node(USDT))
  openReceipt('log-7')
  expect(await screen.findByText('No such transfer')).toBeTruthy()
  expect(screen.queryByText(/^Paid/)).toBeNull()
  expect(screen.queryByRole('region', { name: 'Share this receipt' })).toBeNull()
})

test('an invalid link reads nothing from the chain', () => {
  const sent = answerNodes(node(USDT))
  window.location.hash = '#/receipt/56/0x12/log-0'
  renderInPortal(<ReceiptPage />)
  expect(screen.getByRole('alert').textContent).toContain('This receipt link doesn’t work')
  expect(sent).toEqual([])
})
