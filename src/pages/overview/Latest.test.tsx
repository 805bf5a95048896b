import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeWallet } from '#tests/support/fakeAccount.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { quantity } from '#tests/support/fakeRpc.ts'
import { loggingNode, sentIn } from '#tests/support/loggingNode.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { renderInPortal } from '#tests/support/renderInPortal.tsx'
import { PAYEE, USDT } from '#tests/support/safeExamples.ts'
import { Transactions } from './Transactions.tsx'

test('error: a received payment whose time is still being read has no unknown time', async () => {
  // The payments that an account received are remembered beyond one test.
  const account = fakeWallet({ address: payeeAt(73_110) })
  const node = loggingNode({
    head: 1_000,
    other: async (method) => (method === 'eth_chainId' ? '0x38' : null),
    logs: [sentIn(900, [USDT, PAYEE, account.address, 5n * 10n ** 18n])],
  })
  answerNodes((method, params, ...rest) =>
    method === 'eth_getBlockByNumber' && params?.[0] === quantity(900)
      ? new Promise(() => {})
      : node(method, params, ...rest),
  )
  renderInPortal(<Transactions account={account} />, { account })
  const row = await screen.findByRole('link', { name: /5 USDT/ })
  expect(row.textContent).toContain('Reading the time…')
  expect(screen.queryByText('Time unknown')).toBeNull()
})
