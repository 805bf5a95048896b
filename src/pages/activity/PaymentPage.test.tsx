import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { minedNode } from '#tests/support/minedNode.ts'
import { renderInPortal } from '#tests/support/renderInPortal.tsx'
import { OWNERS, PAYEE } from '#tests/support/safeExamples.ts'
import { PaymentPage } from './PaymentPage.tsx'

const hash = word(80)
const mined = minedNode({ hash, from: OWNERS[0], to: PAYEE, logs: [] })
/** A node on which the transaction failed. */
const failed: Rpc = async (method, ...rest) => {
  const answer = await mined(method, ...rest)
  return method === 'eth_getTransactionReceipt' ? { ...(answer as object), status: '0x0' } : answer
}

test('behavior: a transaction that failed in a final block moved no money', async () => {
  answerNodes(failed)
  renderInPortal(<PaymentPage hash={hash} />)
  expect(await screen.findByText(/No money moved, only the fee was paid\./)).toBeTruthy()
})

test('error: a failure that only one source reports does not say that no money moved', async () => {
  answerNodes([failed, minedNode({ hash: word(1), from: OWNERS[0], to: PAYEE, logs: [] })])
  renderInPortal(<PaymentPage hash={hash} />)
  expect(await screen.findByText(/Don’t pay it again yet\./)).toBeTruthy()
  expect(screen.queryByText(/No money moved/)).toBeNull()
})

test('error: that no money moved is said of a final block alone, and never in green', async () => {
  answerNodes(mined)
  const { unmount } = renderInPortal(<PaymentPage hash={hash} />)
  expect(await screen.findByText(/^No .* moved\.$/)).toBeTruthy()
  expect(screen.getByText('Final').closest('[class*="good"]')).toBeNull()
  unmount()
  // The other source does not know the transaction.
  answerNodes([mined, minedNode({ hash: word(1), from: OWNERS[0], to: PAYEE, logs: [] })])
  renderInPortal(<PaymentPage hash={hash} />)
  expect(await screen.findByText(/^No .* seen in it yet\.$/)).toBeTruthy()
  expect(screen.getByText(/Two independent sources haven’t confirmed it/)).toBeTruthy()
})
