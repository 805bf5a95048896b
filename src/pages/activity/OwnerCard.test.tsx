import { act, screen } from '@testing-library/react'
import { encodeFunctionData, getAddress, type Hex, parseAbi } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Account, SafeOwner } from '#account/Account.ts'
import { setConnection } from '#account/connection.ts'
import { PortalError } from '#chain/PortalError.ts'
import { ledger } from '#domain/ledger/ledger.ts'
import { keptPeople } from '#domain/people/Person.ts'
import { execAbi } from '#safe/proposal/executionOf.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { anAttempt } from '#tests/support/attempts.ts'
import { fakeWallet } from '#tests/support/fakeAccount.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { quantity, word } from '#tests/support/fakeRpc.ts'
import type { FakeSafe } from '#tests/support/fakeSafe.ts'
import { startFastTime } from '#tests/support/fastTime.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { personAt } from '#tests/support/personAt.ts'
import { queueDocuments } from '#tests/support/queueDocuments.ts'
import { browserStorage, renderInPortal } from '#tests/support/renderInPortal.tsx'
import { OWNERS, PAYEE, payoutCall, SAFE } from '#tests/support/safeExamples.ts'
import { wiredGateway, wiredNode, wiredSafe } from '#tests/support/wiredSafe.ts'
import { ActivityPage } from './ActivityPage.tsx'

let usualTime = () => {}
beforeEach(() => {
  usualTime = startFastTime()
})
afterEach(() => usualTime())

const payout = SafeTx.fromCall(payoutCall, 12n)
const ownerAbi = parseAbi(['function addOwnerWithThreshold(address owner, uint256 threshold)'])
const owners = SafeTx.fromCall(
  { to: SAFE, value: 0n, data: encodeFunctionData({ abi: ownerAbi, args: [payeeAt(9), 1n] }) },
  12n,
)

const strangeRefund = {
  ...payout,
  baseGas: 10n ** 12n,
  gasPrice: 10n ** 12n,
  refundReceiver: payeeAt(66),
}

/** The chain, with the transaction that the wallet names: it executes this proposal. */
function executing(tx: SafeTx.SafeTx): Partial<FakeSafe> {
  const { to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver } = tx
  const fields = [to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver]
  const input = encodeFunctionData({ abi: execAbi, functionName: 'execTransaction', args: [...fields, '0x'] })
  const sent = { from: OWNERS[1], to: SAFE, value: '0x0', input, nonce: quantity(1n) }
  return { transactions: { [word(5)]: { hash: word(5), ...sent } } }
}

const acts: Required<SafeOwner> = {
  sign: async () => undefined,
  execute: async () => word(5),
}

/** Opens the page of a proposal that the first owner has signed, as another account. */
async function open(
  tx = payout,
  some: Partial<Account> = {},
  storage = browserStorage(),
  chain: Partial<FakeSafe> = {},
) {
  answerNodes(wiredNode(chain), wiredGateway(await queueDocuments([tx])))
  window.location.hash = `#/activity/safe/${SAFE}/${SafeTx.hash(SAFE, tx)}`
  const account = fakeWallet({ address: OWNERS[1], asOwner: acts, ...some })
  const { user } = renderInPortal(<ActivityPage />, { account, storage })
  await screen.findByText(/checks passed$/)
  return { user, recorded: () => ledger(storage, SAFE).list().attempts }
}

const button = (name: string) => screen.queryByRole<HTMLButtonElement>('button', { name })

describe('the page of a proposal, for an owner with a wallet', () => {
  test('behavior: offers both ways to the owner whose signature is the last, and Safe{Wallet} beside them', async () => {
    await open()
    expect(await screen.findByRole('button', { name: 'Sign and execute' })).toBeTruthy()
    expect(button('Sign only')).toBeTruthy()
    expect(screen.getAllByRole('link', { name: /Sign in Safe\{Wallet\}/ })).toHaveLength(1)
  })

  test('behavior: a signature is said at once, whatever the service lists, and goes into the ledger of the Safe', async () => {
    const { user, recorded } = await open()
    await user.click(await screen.findByRole('button', { name: 'Sign only' }))
    expect(await screen.findByText('You signed.')).toBeTruthy()
    expect(button('Sign only')).toBeNull()
    expect(recorded()).toMatchObject([{ account: SAFE, calls: [payoutCall] }])
  })

  test('behavior: what was sent is followed, and cannot be sent again', async () => {
    const { user, recorded } = await open()
    await user.click(await screen.findByRole('button', { name: 'Sign and execute' }))
    // A hash is the wallet's word until a node knows the transaction.
    expect(await screen.findByText('Your wallet says that it was sent.')).toBeTruthy()
    expect(button('Sign and execute')).toBeNull()
    expect(recorded()).toHaveLength(1)
  })

  test('error: a transaction that no node knows after a while is said, and can be sent again', async () => {
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Sign and execute' }))
    expect(
      await screen.findByText('No network node knows the transaction that your wallet named.'),
    ).toBeTruthy()
    expect(button('Sign and execute')?.disabled).toBe(false)
  }, 30_000)

  test('behavior: a transaction that executes this proposal was sent; one that nodes forget can be sent again', async () => {
    const { user } = await open(payout, {}, browserStorage(), executing(payout))
    await user.click(await screen.findByRole('button', { name: 'Sign and execute' }))
    expect(await screen.findByText('Sent to the network.')).toBeTruthy()
    expect(button('Sign and execute')).toBeNull()
    answerNodes(wiredNode(), wiredGateway(await queueDocuments([payout])))
    expect(
      await screen.findByText('No network node knows the transaction that your wallet named.'),
    ).toBeTruthy()
    expect(button('Sign and execute')?.disabled).toBe(false)
  }, 30_000)

  test('error: a transaction that executes something else is not called sent', async () => {
    const { user } = await open(payout, {}, browserStorage(), executing(owners))
    await user.click(await screen.findByRole('button', { name: 'Sign and execute' }))
    expect(
      await screen.findByText('We can’t see this proposal in the transaction that your wallet named.'),
    ).toBeTruthy()
    expect(screen.queryByText('Sent to the network.')).toBeNull()
    expect(button('Sign and execute')?.disabled).toBe(false)
  }, 30_000)

  test('error: a gas refund to a stranger cannot be signed here, whatever is ticked', async () => {
    const { user } = await open(strangeRefund)
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Sign only' })).disabled).toBe(true)
    await user.click(screen.getByRole('checkbox', { name: 'I read the warning above. Continue.' }))
    expect(button('Sign only')?.disabled).toBe(true)
    expect(button('Sign and execute')?.disabled).toBe(true)
    expect(screen.getByText(/^Don’t sign this\. It refunds gas/)).toBeTruthy()
  })

  test.each<[string, Account]>([
    ['a wallet that is an owner', fakeWallet({ address: OWNERS[1], asOwner: acts })],
    ['a stranger’s wallet', fakeWallet({ address: payeeAt(3) })],
    ['the Safe itself', wiredSafe()],
  ])(
    'error: a gas refund to a stranger is a stop for %s, without a way to sign it elsewhere',
    async (_, who) => {
      await open(strangeRefund, who)
      expect(await screen.findByText(/^Don’t sign this\. It refunds gas/)).toBeTruthy()
      expect(screen.queryByRole('link', { name: /Sign in Safe\{Wallet\}/ })).toBeNull()
    },
  )

  test('error: a warning that comes after the tick asks again', async () => {
    const { user } = await open(owners)
    await screen.findByRole('button', { name: 'Sign only' })
    await user.click(screen.getByRole('checkbox', { name: 'I read the warning above. Continue.' }))
    expect(button('Sign only')?.disabled).toBe(false)
    answerNodes(wiredNode({ modules: [payeeAt(77)] }), wiredGateway(await queueDocuments([owners])))
    await screen.findByText(/can move money of this Safe without signatures/)
    expect(button('Sign only')?.disabled).toBe(true)
  }, 30_000)

  test('error: what one owner ticked and signed is not said of another one in the same wallet', async () => {
    const { user } = await open(owners)
    await user.click(await screen.findByRole('checkbox', { name: 'I read the warning above. Continue.' }))
    await user.click(await screen.findByRole('button', { name: 'Sign only' }))
    expect(await screen.findByText('You signed.')).toBeTruthy()
    const account = fakeWallet({ address: OWNERS[2], asOwner: acts })
    act(() => setConnection({ status: 'connected', account, chainId: 56, unsupported: false }))
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Sign only' })).disabled).toBe(true)
    expect(screen.queryByText('You signed.')).toBeNull()
  })

  test('behavior: the wallet is given the warnings that were read', async () => {
    const given: (readonly string[])[] = []
    const sign = async (_safe: unknown, _hash: unknown, seen: readonly string[]) => void given.push(seen)
    const { user } = await open(owners, { asOwner: { ...acts, sign } })
    await screen.findByRole('button', { name: 'Sign only' })
    await user.click(screen.getByRole('checkbox', { name: 'I read the warning above. Continue.' }))
    await user.click(await screen.findByRole('button', { name: 'Sign only' }))
    expect(await screen.findByText('You signed.')).toBeTruthy()
    expect(given).toEqual([[expect.stringContaining('owner')]])
  })

  test('error: a payee that looks like a saved person is a warning on the page where owners sign', async () => {
    const ada = getAddress(`${PAYEE.slice(0, 8)}${payeeAt(6).slice(8, 36)}${PAYEE.slice(36)}`.toLowerCase())
    const storage = browserStorage()
    keptPeople.keep(storage, [personAt(1, { address: ada, name: 'Ada' })])
    await open(payout, {}, storage)
    expect(await screen.findByText(/begins and ends like .*, which you saved/)).toBeTruthy()
    expect(button('Sign only')?.disabled).toBe(true)
  })

  test('error: a payee that looks like somebody whom this browser has paid is a warning, however old that payment is', async () => {
    const ada = getAddress(`${PAYEE.slice(0, 8)}${payeeAt(6).slice(8, 36)}${PAYEE.slice(36)}`.toLowerCase())
    const storage = browserStorage()
    const calls = [
      {
        ...payoutCall,
        data: payoutCall.data.replace(PAYEE.slice(2).toLowerCase(), ada.slice(2).toLowerCase()) as Hex,
      },
    ]
    const facts = [{ kind: 'paid', at: 1, calls: [0] }] as const
    ledger(storage, SAFE).append([{ ...anAttempt({ account: SAFE, kind: 'safe', calls }), facts }])
    await open(payout, {}, storage)
    expect(await screen.findByText(/begins and ends like .*, which was paid before/)).toBeTruthy()
    expect(button('Sign only')?.disabled).toBe(true)
  })

  test('error: a payment that is lost with its payee is a warning on the page where owners sign', async () => {
    const data = payoutCall.data.replace(PAYEE.slice(2).toLowerCase(), payoutCall.to.slice(2).toLowerCase())
    await open(SafeTx.fromCall({ ...payoutCall, data: data as Hex }, 12n))
    expect(await screen.findByText(/This is the USDT token contract. Money sent there is lost./)).toBeTruthy()
    expect(button('Sign only')?.disabled).toBe(true)
  })

  test('behavior: a rejection is an outcome, leaves nothing behind and can be followed by another try', async () => {
    const reject = async () => Promise.reject(new PortalError('rejected', 'You rejected the request.'))
    const { user, recorded } = await open(payout, { asOwner: { ...acts, execute: reject } })
    await user.click(await screen.findByRole('button', { name: 'Sign and execute' }))
    expect((await screen.findByText('You rejected the request.')).closest('[role="alert"]')).toBeNull()
    expect(button('Sign and execute')?.disabled).toBe(false)
    expect(recorded()).toEqual([])
  })

  test('behavior: an answer that was lost is in the ledger', async () => {
    const lose = async () => Promise.reject(new PortalError('unknown-result', 'No answer came.'))
    const { user, recorded } = await open(payout, { asOwner: { ...acts, execute: lose } })
    await user.click(await screen.findByRole('button', { name: 'Sign and execute' }))
    expect(await screen.findByText('No answer came.')).toBeTruthy()
    expect(recorded()).toHaveLength(1)
  })

  test('behavior: a warning has to be read before anything can be signed', async () => {
    const { user } = await open(owners)
    const sign = await screen.findByRole<HTMLButtonElement>('button', { name: 'Sign only' })
    expect(sign.disabled).toBe(true)
    expect(button('Sign and execute')?.disabled).toBe(true)
    await user.click(screen.getByRole('checkbox', { name: 'I read the warning above. Continue.' }))
    expect(sign.disabled).toBe(false)
  })

  test.each<[string, Partial<Account>]>([
    ['who is a stranger to the Safe', { address: payeeAt(3) }],
    ['whose account is a contract, which has no key', { contract: async () => 'other' }],
    ['who has signed already, while others have not', { address: OWNERS[0] }],
  ])('behavior: offers Safe{Wallet} alone to one %s', async (_, some) => {
    await open(payout, some)
    expect(await screen.findByRole('link', { name: /Sign in Safe\{Wallet\}/ })).toBeTruthy()
    expect(button('Sign and execute')).toBeNull()
    expect(button('Sign only')).toBeNull()
  })
})
