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
