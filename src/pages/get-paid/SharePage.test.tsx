import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { keptRequests } from '#domain/request/keptRequests.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { quantity, word } from '#tests/support/fakeRpc.ts'
import { transferLog } from '#tests/support/fakeSafe.ts'
import { minedNode } from '#tests/support/minedNode.ts'
import { browserStorage, renderInPortal } from '#tests/support/renderInPortal.tsx'
import { linkText, requestOf } from '#tests/support/requestLinks.ts'
import { OWNERS, USDT } from '#tests/support/safeExamples.ts'
import { influencers } from '../../../safe-app/accounts.ts'
import { SharePage } from './SharePage.tsx'

const [dana, eli] = influencers
const status = () => within(screen.getByRole('region', { name: 'Status' }))

test('error: a request that is seen paid keeps its payment, whose logs nodes serve for a while only', async () => {
  const [hash, value, now] = [word(93), 12n * 10n ** 18n, Math.floor(Date.now() / 1_000)]
  const log = transferLog(USDT, OWNERS[0], eli.address, value)
  // Another one by the same sender may be for something else.
  const node = minedNode({ hash, from: OWNERS[0], to: USDT, logs: [log, log] })
  const place = { blockNumber: quantity(900), transactionHash: hash, logIndex: '0x0' }
  answerNodes((method, params = [], together) => {
    const number = params[0] === 'finalized' || params[0] === 'latest' ? 1_000 : Number(params[0])
    if (method === 'eth_getBlockByNumber')
      return Promise.resolve({ number: quantity(number), timestamp: quantity(now - 1_000 + number) })
    return method === 'eth_getLogs' ? Promise.resolve([{ ...log, ...place }]) : node(method, params, together)
  })
  const request = requestOf(12n, { payee: eli.address, madeAt: now - 300 })
  const storage = browserStorage()
  keptRequests.keep(storage, [{ request, signature: null, proof: null, claimed: [] }])
  window.location.hash = `#/get-paid/${linkText(request)}`
  renderInPortal(<SharePage />, { storage })
  expect(await screen.findByText('24 USDT received, 12 USDT more than requested.')).toBeTruthy()
  await waitFor(() =>
    expect(keptRequests.read(storage).items).toMatchObject([{ seen: true, claimed: [`${hash}:log-0`] }]),
  )
})

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
