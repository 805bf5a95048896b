import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { quantity, word } from '#tests/support/fakeRpc.ts'
import { transferLog } from '#tests/support/fakeSafe.ts'
import { minedNode } from '#tests/support/minedNode.ts'
import { renderInPortal } from '#tests/support/renderInPortal.tsx'
import { linkText, requestOf } from '#tests/support/requestLinks.ts'
import { OWNERS, USDT } from '#tests/support/safeExamples.ts'
import { influencers } from '../../../safe-app/accounts.ts'
import { SharePage } from './SharePage.tsx'

const [dana] = influencers
const status = () => within(screen.getByRole('region', { name: 'Status' }))

test('behavior: without logs from any node, the pasted transaction proves a request paid', async () => {
  const hash = word(91)
  const logs = [transferLog(USDT, OWNERS[0], dana.address, 12n * 10n ** 18n)]
  answerNodes(minedNode({ hash, from: OWNERS[0], to: USDT, logs }))
  window.location.hash = `#/get-paid/${linkText(requestOf(12n))}`
  const { user } = renderInPortal(<SharePage />)
  await waitFor(() => {
    expect(status().getByText(/^We can’t search for payments right now\./)).toBeTruthy()
    expect(status().getByText('Waiting')).toBeTruthy()
  })
  await user.click(await screen.findByText('Already paid?'))
  await user.type(screen.getByLabelText('Transaction'), hash)
  await user.click(screen.getByRole('button', { name: 'Check' }))
  expect(await screen.findByText('12 USDT received. Final: it can’t be reversed.')).toBeTruthy()
  expect(status().getByText('Paid')).toBeTruthy()
})

test.each([
  ['that is final moved no money', 900, /: failed\. No money moved\.$/],
  [
    'that is not final may still pay',
    899,
    /: reported as failed, but that is not final yet\. Don’t pay it again yet\.$/,
  ],
])('error: a pasted transaction that failed in a block %s', async (_, final, words) => {
  const hash = word(92)
  const node = minedNode({ hash, from: OWNERS[0], to: USDT, logs: [] })
  answerNodes(async (method, params = [], together) => {
    if (method === 'eth_getBlockByNumber' && params[0] === 'finalized') return { number: quantity(final) }
    const answer = await node(method, params, together)
    return method === 'eth_getTransactionReceipt' && answer ? { ...answer, status: '0x0' } : answer
  })
  window.location.hash = `#/get-paid/${linkText(requestOf(12n))}`
  const { user } = renderInPortal(<SharePage />)
  await user.click(await screen.findByText('Already paid?'))
  await user.type(screen.getByLabelText('Transaction'), hash)
  await user.click(screen.getByRole('button', { name: 'Check' }))
  expect(await screen.findByText(words)).toBeTruthy()
})
