import { screen, waitFor, within } from '@testing-library/react'
import { encodeFunctionData, parseAbi } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as Call from '#chain/money/Call.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { usdt } from '#tests/support/activityItems.ts'
import { failures } from '#tests/support/failures.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { startFastTime } from '#tests/support/fastTime.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { queueDocuments } from '#tests/support/queueDocuments.ts'
import { renderInPortal, tryAgain } from '#tests/support/renderInPortal.tsx'
import {
  detailsDocument,
  historyDocument,
  OWNERS,
  PAYEE,
  PAYOUT_HASH,
  SAFE,
} from '#tests/support/safeExamples.ts'
import { wiredGateway, wiredNode, wiredSafe } from '#tests/support/wiredSafe.ts'
import { ActivityPage } from './ActivityPage.tsx'

const STOP = 'Do not sign this proposal'
const MULTI_SEND = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'
const STRANGER = payeeAt(900)

const card = (name: string | RegExp) => screen.findByRole('region', { name })
const pay = (index: number, units: bigint) =>
  Call.transfer(payeeAt(index), { token: usdt, value: units * 10n ** 18n })
/** The row of a list that shows a text, which may be spread over several elements. */
async function rowOf(text: string | RegExp): Promise<HTMLElement> {
  return waitFor(() => {
    const row = screen.getAllByRole('listitem').find(({ textContent }) => textContent?.match(text))
    if (!row) throw new Error(`No row shows ${text}`)
    return row
  })
}

let usualTime = () => {}
beforeEach(() => {
  usualTime = startFastTime()
})
afterEach(() => usualTime())

function openActivity(path = '') {
  window.location.hash = `#/activity${path}`
  return renderInPortal(<ActivityPage />, { account: wiredSafe() })
}

/** Opens the Activity of a Safe whose queue has these proposals. */
async function openQueue(txs: readonly SafeTx.SafeTx[], path = '') {
  answerNodes(wiredNode(), wiredGateway(await queueDocuments(txs)))
  return openActivity(path)
}

describe.each(failures)('when the history’s service %s', (_, fails) => {
  test('the history says so, the queue stays, and it heals by itself', async () => {
    const honest = wiredGateway()
    answerNodes(wiredNode(), (path) => (path.includes('/history') ? fails() : honest(path)))
    openActivity()
    const history = await card('History')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('The Safe service')
    expect(alert.textContent).toContain('Your money isn’t affected.')
    const queue = await card('Queue')
    expect((await within(queue).findAllByRole('listitem')).length).toBeGreaterThan(1)
    answerNodes(wiredNode(), honest)
    expect((await within(history).findAllByRole('listitem')).length).toBeGreaterThan(1)
    // A service that asks to wait gets no requests, so the proposals may be read only now.
    expect((await within(queue).findAllByText('Verified')).length).toBeGreaterThan(0)
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })
})

describe.each(failures)('when the Safe gateway %s', (_, fails) => {
  test('the queue says what it cannot list, until a retry lists it', async () => {
    answerNodes(wiredNode(), () => fails())
    openActivity()
    const queue = await card('Queue')
    expect(
      await within(queue).findByText(
        /^What other owners have proposed can’t be listed until the Safe service/,
      ),
    ).toBeTruthy()
    await tryAgain(() => answerNodes(wiredNode(), wiredGateway()))
    expect(await within(queue).findByText('Verified')).toBeTruthy()
    expect(screen.queryByText(/can’t be listed/)).toBeNull()
  })
})

describe('the queue', () => {
  test('is in the order of its nonces, with conflicts side by side, and names who has signed', async () => {
    const first = SafeTx.fromCall(pay(1, 21n), 12n)
    await openQueue([
      SafeTx.fromCall(pay(3, 23n), 14n),
      first,
      SafeTx.rejection(SAFE, 12n),
      SafeTx.fromCall(pay(2, 22n), 13n),
    ])
    const conflict = await card('Conflict at nonce 12')
    expect(conflict.textContent).toContain('only one of these can run')
    expect(within(conflict).getAllByRole('listitem')).toHaveLength(2)
    expect(conflict.textContent).toContain('(pays nothing)')
    const row = await rowOf('21 USDT')
    await within(row).findByText('Verified')
    expect(row.textContent).toContain('1 of 2 signed')
    expect(row.textContent).toMatch(
      new RegExp(`Signed by .*${OWNERS[0]}.*not by .*${OWNERS[1]}.*${OWNERS[2]}`, 's'),
    )
    expect(within(row).getByRole('link').getAttribute('href')).toBe(
      `#/activity/safe/${SAFE}/${SafeTx.hash(SAFE, first)}`,
    )
    const rows = within(await card('Queue')).getAllByRole('listitem')
    expect(rows.map(({ textContent }) => /Nonce (\d\d)/.exec(textContent ?? '')?.[1])).toEqual([
      '12',
      '12',
      '13',
      '14',
    ])
  })

  test('shows which nonces come before a proposal, and which proposal conflicts with it (E8)', async () => {
    const own = SafeTx.fromCall(pay(3, 23n), 14n)
    const others = [
      SafeTx.fromCall(pay(1, 21n), 12n),
      SafeTx.rejection(SAFE, 12n),
      SafeTx.fromCall(pay(2, 22n), 13n),
    ]
    const { unmount } = await openQueue([...others, own])
    const row = await rowOf('23 USDT')
    const first = 'It can’t run until nonce 12 and nonce 13 have run or been rejected.'
    const conflict = 'Nonce 12 is in conflict: only one of its proposals can run.'
    expect(await within(row).findByText(first)).toBeTruthy()
    expect(row.textContent).toContain(conflict)
    unmount()

    await openQueue([...others, own], `/safe/${SAFE}/${SafeTx.hash(SAFE, own)}`)
    expect(await screen.findByText(first, { exact: false })).toBeTruthy()
    expect(await screen.findByText(conflict, { exact: false })).toBeTruthy()
  })

  test('shows that nothing is proposed before a raised nonce, and that a rejection waits beside it (E8)', async () => {
    const own = SafeTx.fromCall(pay(3, 23n), 19n)
    const { unmount } = await openQueue([own])
    const row = await rowOf('23 USDT')
    expect(
      await within(row).findByText('It can’t run until nonces 12 to 18 have run or been rejected.'),
    ).toBeTruthy()
    expect(row.textContent).toContain('Nothing is proposed at nonces 12 to 18 yet.')
    unmount()

    await openQueue([own, SafeTx.rejection(SAFE, 19n)], `/safe/${SAFE}/${SafeTx.hash(SAFE, own)}`)
    expect(
      await screen.findByText('A rejection waits at the same nonce 19. If it runs, this one never will.'),
    ).toBeTruthy()
    expect(
      screen.getByText('It can’t run until nonces 12 to 18 have run or been rejected.', { exact: false }),
    ).toBeTruthy()
  })

  test('marks dangerous calls with red flags', async () => {
    const taking = encodeFunctionData({
      abi: parseAbi(['function addOwnerWithThreshold(address owner, uint256 threshold)']),
      functionName: 'addOwnerWithThreshold',
      args: [STRANGER, 1n],
    })
    const takeOver = SafeTx.fromCall({ to: SAFE, value: 0n, data: taking }, 13n)
    const refund = {
      ...SafeTx.fromCall(pay(4, 24n), 14n),
      gasPrice: 1n,
      baseGas: 1_000_000n,
      refundReceiver: STRANGER,
    }
    const { unmount } = await openQueue([takeOver, refund])
    await within(await rowOf(/^Adds the owner/)).findByText(/1 red flag/)
    await within(await rowOf('24 USDT')).findByText(/1 red flag/)
    unmount()
    const second = await openQueue([takeOver], `/safe/${SAFE}/${SafeTx.hash(SAFE, takeOver)}`)
    expect((await screen.findByRole('alert')).textContent).toContain(
      `Adds the owner ${STRANGER} and sets the required signatures to 1`,
    )
    second.unmount()
    await openQueue([refund], `/safe/${SAFE}/${SafeTx.hash(SAFE, refund)}`)
    expect((await screen.findByRole('alert')).textContent).toContain(`pays a gas refund to ${STRANGER}`)
  })

  test('shows a new proposal by itself within fifteen seconds', async () => {
    const first = SafeTx.fromCall(pay(1, 21n), 12n)
    await openQueue([first])
    await rowOf('21 USDT')
    const shown = Date.now()
    answerNodes(wiredNode(), wiredGateway(await queueDocuments([first, SafeTx.fromCall(pay(2, 22n), 13n)])))
    const row = await rowOf('22 USDT')
    expect(Date.now() - shown).toBeLessThan(20_000)
    expect(await within(row).findByText('Verified')).toBeTruthy()
  })

  test('without proposals says that nothing waits', async () => {
    await openQueue([], '/queue')
    expect(await screen.findByText('Nothing waits for signatures')).toBeTruthy()
  })
})

describe('a proposal', () => {
  test('is shown with its rows, its hashes and everything that was compared', async () => {
    const calls = [
      pay(1, 21n),
      Call.transfer(payeeAt(2), { token: usdt, value: 5n * 10n ** 17n }),
      pay(3, 7n),
    ]
    const tx = SafeTx.fromCall({ to: MULTI_SEND, value: 0n, data: MultiSend.encode(calls) }, 12n, 1)
    const { user } = await openQueue([tx])
    const row = await rowOf(/^Payout of 3/)
    await user.click(within(row).getByRole('link'))
    expect(await screen.findByRole('heading', { name: 'Payout of 3' })).toBeTruthy()
    const does = await card('What it does')
    expect(does.textContent).toContain('28.50 USDT')
    expect(does.textContent).toContain('3 recipients')
    // The link to sign, for exactly this transaction.
    expect(screen.getByRole('link', { name: 'Sign in Safe{Wallet}' }).getAttribute('href')).toMatch(
      new RegExp(`/transactions/tx\\?safe=bnb:${SAFE}&id=multisig_${SAFE}_${SafeTx.hash(SAFE, tx)}$`),
    )
    expect(within(does).getAllByRole('listitem')).toHaveLength(3)
    const hashes = SafeTx.hashes(SAFE, tx, '1.4.1')
    await user.click(screen.getByText(/^Compare before signing/))
    const shown = (await screen.findByRole('region', { name: /^\d+ checks passed$/ })).textContent
    for (const hash of [hashes.domainHash, hashes.messageHash, hashes.safeTxHash])
      expect(shown).toContain(hash)
    // The host does not say who is looking, so the owners who can sign are named.
    const who = screen.getByText(/^Sign as any of/).closest('p')?.textContent
    expect(OWNERS.map((owner) => who?.includes(owner))).toEqual([false, true, true])
    const signatures = await card('Signatures')
    expect(signatures.textContent).toContain('1 of 2')
    const signers = within(signatures).getAllByRole('listitem')
    const of = (owner: string) => signers.find(({ textContent }) => textContent?.includes(owner))?.textContent
    expect(of(OWNERS[0])).toContain('Signed, verified')
    expect(of(OWNERS[1])).toContain('Not signed')
    await user.click(screen.getByText(/^\d+ more checks?$/))
    const all = await card(/^\d+ checks passed$/)
    expect(within(all).getByText('The Safe’s own contract reads the same payment.')).toBeTruthy()
    expect(within(all).getAllByRole('img', { name: 'Match' }).length).toBeGreaterThan(7)
  })

  test('whose payee a service swaps is stopped in the list and on its page, with nothing to sign, until it fits', async () => {
    const swapped = {
      ...detailsDocument,
      txData: {
        ...detailsDocument.txData,
        hexData: Call.transfer(STRANGER, { token: usdt, value: 1n }).data,
      },
    }
    answerNodes(wiredNode(), wiredGateway({ [`/transactions/${PAYOUT_HASH}`]: swapped }))
    const { user } = openActivity()
    const row = (await screen.findByText('Do not sign')).closest('li') as HTMLLIElement
    await user.click(within(row).getByRole('link'))
    const stop = await screen.findByRole('alertdialog', { name: STOP })
    expect(stop.textContent).toMatch(/Its fields hash to 0x[0-9a-f]{64}, not to 0x/)
    expect(stop.textContent).toContain('It hashes the fields to 0x')
    expect(stop.querySelector('ul')?.textContent).not.toContain('0x')
    expect(stop.textContent).toContain(PAYOUT_HASH)
    expect(screen.queryByRole('link', { name: /in Safe\{Wallet\}/ })).toBeNull()
    await user.keyboard('{Escape}{Escape}{Escape}')
    expect(screen.getByRole('alertdialog', { name: STOP })).toBeTruthy()
    answerNodes(wiredNode(), wiredGateway())
    await user.click(within(stop).getByRole('button', { name: 'Check again' }))
    expect((await card('What it does')).textContent).toContain('250 USDT')
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('that no source lists is shown as unknown', async () => {
    answerNodes(wiredNode(), wiredGateway())
    openActivity(`/safe/${SAFE}/0x${'12'.repeat(32)}`)
    expect(await screen.findByText('Proposal not found')).toBeTruthy()
  })
})

describe('the history', () => {
  const [day, out, incoming] = historyDocument.results
  const received = (id: string, changes: object) => ({
    ...incoming,
    transaction: {
      ...incoming?.transaction,
      id: `transfer_${SAFE}_e${id.padStart(64, 'a')}0`,
      txInfo: { ...incoming?.transaction?.txInfo, ...changes },
    },
  })
  const alike = `${PAYEE.slice(0, 8)}${STRANGER.slice(8, 36)}${PAYEE.slice(36)}`
  const paidPayee = {
    ...out,
    transaction: {
      ...out?.transaction,
      id: `multisig_${SAFE}_0x${'cd'.repeat(32)}`,
      txInfo: detailsDocument.txInfo,
    },
  }
  const planted = received('1', { sender: { value: alike } })
  const unpinned = received('2', {
    transferInfo: {
      type: 'ERC20',
      tokenAddress: payeeAt(77),
      value: '5',
      tokenName: 'Gift',
      tokenSymbol: 'GIFT',
      logoUri: null,
      decimals: 18,
      trusted: false,
      imitation: false,
    },
  })

  async function openHistory() {
    const results = [day, paidPayee, out, incoming, planted, unpinned]
    const history = { ...historyDocument, next: null, results }
    answerNodes(wiredNode(), wiredGateway({ [`/safes/${SAFE}/transactions/history`]: history }))
    const page = openActivity()
    const region = await card('History')
    await within(region).findByRole('list', { name: 'Payments' })
    return { ...page, region }
  }

  test('folds planted transfers into one counted line, without an address to copy', async () => {
    const { user, region, container } = await openHistory()
    await user.click(within(region).getByText('2 suspicious transfers hidden'))
    expect(
      within(region).getByText('from an address made to look like one that was paid before'),
    ).toBeTruthy()
    expect(within(region).getByText(/^Something called “GIFT”/)).toBeTruthy()
    expect(container.innerHTML.toLowerCase()).not.toContain(alike.toLowerCase())
  })

  test('is narrowed by filters, which say how much is left', async () => {
    const { user, region } = await openHistory()
    const list = within(region).getByRole('list', { name: 'Payments' })
    expect(list.textContent).toContain('250 USDT')
    await user.click(screen.getByRole('button', { name: 'Filter' }))
    await user.selectOptions(screen.getByLabelText('Token'), 'BNB')
    expect(list.textContent).not.toContain('250 USDT')
    expect(list.textContent).toContain('0.001 BNB')
    expect(within(region).getByText('1 of 3 loaded items match the filter.')).toBeTruthy()
    await user.type(screen.getByLabelText('Recipient or sender'), '0x1234567890')
    expect(list.textContent).not.toContain('0.001 BNB')
    expect(within(region).getByText('0 of 3 loaded items match the filter.')).toBeTruthy()
  })
})

describe('looking up a payment', () => {
  test('rejects a text that is not a hash, next to the field', async () => {
    answerNodes(wiredNode(), wiredGateway())
    const { user } = openActivity('/check')
    await user.type(screen.getByLabelText('Transaction'), 'hello')
    await user.click(screen.getByRole('button', { name: 'Check' }))
    expect(screen.getByRole('alert').textContent).toMatch(/^That’s not a transaction hash/)
    expect(window.location.hash).toBe('#/activity/check')
  })
})
