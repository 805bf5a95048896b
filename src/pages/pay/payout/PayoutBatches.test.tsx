import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Submission } from '#account/Submission.ts'
import type { Address } from '#chain/money/Address.ts'
import { toDecimal } from '#chain/money/Amount.ts'
import { transfersOf } from '#chain/money/Call.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { notRequested } from '#domain/ledger/foldStatus.ts'
import { attemptOf, batchCalls, type Payout } from '#domain/payout/Payout.ts'
import { decodeSharedNames } from '#domain/payout/sharedNames.ts'
import { keptPeople } from '#domain/people/Person.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { item, usdt } from '#tests/support/activityItems.ts'
import { withBatch } from '#tests/support/attempts.ts'
import { fakeLists, fakeSafeAccount } from '#tests/support/fakeAccount.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { transferLog } from '#tests/support/fakeSafe.ts'
import { minedNode } from '#tests/support/minedNode.ts'
import { planned } from '#tests/support/payoutContext.ts'
import { personAt } from '#tests/support/personAt.ts'
import { browserStorage, renderInPortal } from '#tests/support/renderInPortal.tsx'
import { PAYEE, SAFE, USDT } from '#tests/support/safeExamples.ts'
import { keepSavedFiles } from '#tests/support/savedFiles.ts'
import { PayoutExport, RowReceipt } from './PayoutFiles.tsx'
import { SafeTimeline } from './PayoutPage.tsx'
import { PayoutBatches, PayoutStatus } from './PayoutStatus.tsx'

const hash = word(40)
const safeTxHash = word(41) as unknown as SafeTxHash

/** The payout of three rows, one in each batch, whose first batch was proposed. */
function proposed(): Payout {
  const payout = planned(1)
  const [batch] = payout.batches
  const calls = batch ? batchCalls(payout, batch) : []
  const submission: Submission = { kind: 'proposed', safe: SAFE, calls, safeTxHash, inLargerBatch: false }
  return withBatch(payout, 0, { attempt: { at: 0, position: null, known: [], submission } })
}

function openBatches(status: PaymentStatus, queue: Parameters<typeof fakeLists>[0] = { queue: [] }) {
  renderInPortal(
    <PayoutBatches
      listed={fakeSafeAccount({ activity: fakeLists(queue) })}
      payout={proposed()}
      statusesOf={() => [status]}
      asking={null}
    />,
  )
  return within(screen.getByRole('list', { name: 'Batches' })).getAllByRole('listitem')
}

const firstTurn = { next: 4n, own: 4n }

test.each<readonly [string, readonly string[], PaymentStatus]>([
  ['1 of 2 owners signed', [], { kind: 'needs-signatures', have: 1, need: 2, turn: firstTurn }],
  ['Executed', ['2 of 2 owners signed'], { kind: 'ready', have: 2, need: 2, turn: firstTurn }],
  ['Paid, once it’s final', ['Signed', 'Executed'], { kind: 'confirming', hash, lacks: 'finality' }],
])('the timeline of a proposal stands at "%s"', (now, before, status) => {
  renderInPortal(<SafeTimeline payout={proposed()} attempt={attemptOf(proposed(), 0)} statuses={[status]} />)
  const moments = screen.getAllByRole('listitem').map((one) => one.querySelector('strong')?.textContent)
  const past = ['Reviewed', 'Proposed to the Safe', ...before]
  expect(moments.slice(0, past.length + 1)).toEqual([...past, now])
  const icons = [...document.querySelectorAll('li use')].map((one) => one.getAttribute('href')?.split('#')[1])
  expect(icons.slice(0, past.length + 1)).toEqual([...past.map(() => 'check'), 'clock'])
  expect(icons.slice(past.length + 1).every((icon) => icon === 'circle-dashed')).toBe(true)
})

test('a proposal that was rejected, or of which too little is known, has no timeline', () => {
  const statuses: readonly PaymentStatus[] = [
    { kind: 'not-paid', why: 'rejected', hash },
    { kind: 'unknown', why: 'nonce-used', hash: null },
  ]
  for (const status of statuses) {
    renderInPortal(
      <SafeTimeline payout={proposed()} attempt={attemptOf(proposed(), 0)} statuses={[status]} />,
    )
  }
  expect(screen.queryByText('Timeline')).toBeNull()
})

test.each<readonly [string, PaymentStatus]>([
  ['Proposed', { kind: 'pending', hash: null }],
  [
    'Proposed, needs 2 more signatures',
    { kind: 'needs-signatures', have: 1, need: 3, turn: { next: 4n, own: 4n } },
  ],
  ['Proposed, ready to execute', { kind: 'ready', have: 2, need: 2, turn: { next: 4n, own: 4n } }],
  ['Fully signed, not its turn yet', { kind: 'ready', have: 2, need: 2, turn: { next: 3n, own: 4n } }],
  ['Confirming', { kind: 'confirming', hash, lacks: 'finality' }],
  ['Confirming, one source so far', { kind: 'confirming', hash, lacks: 'second-operator' }],
  ['Paid', { kind: 'paid', hash }],
  ['Rejected', { kind: 'not-paid', why: 'rejected', hash }],
  ['Replaced, not paid', { kind: 'not-paid', why: 'replaced', hash }],
  ['Failed, not paid', { kind: 'not-paid', why: 'failed', hash }],
  ['Unknown', { kind: 'unknown', why: 'nonce-used', hash: null }],
])('a batch is called "%s", and only a paid one paid', (title, status) => {
  const [first, second] = openBatches(status)
  expect(within(first as HTMLElement).getByText(title)).toBeTruthy()
  expect(within(first as HTMLElement).queryAllByText('Paid')).toHaveLength(status.kind === 'paid' ? 1 : 0)
  expect(first?.textContent).toContain('Batch 1 of 3, payment 1')
  expect(second?.textContent).toContain('Not sent yet')
  const link = within(first as HTMLElement).getByRole('link', { name: /^See (proposal #4|the proposal)$/ })
  expect(link.getAttribute('href')).toContain(`/${SAFE}/${safeTxHash}`)
})

test('error: a batch of which one payment failed does not say that no money moved for the others', () => {
  const payout = planned(3)
  const calls = payout.batches[0] ? batchCalls(payout, payout.batches[0]) : []
  const sent: Submission = { kind: 'batched', from: SAFE, calls, id: '0x1', hashes: [hash], since: null }
  const asked = withBatch(payout, 0, { attempt: { at: 0, position: null, known: [], submission: sent } })
  const statuses: readonly PaymentStatus[] = [
    { kind: 'paid', hash },
    { kind: 'paid', hash },
    { kind: 'not-paid', why: 'failed', hash: word(42) },
  ]
  renderInPortal(
    <PayoutStatus
      listed={fakeSafeAccount()}
      payout={asked}
      statusesOf={() => statuses}
      asking={null}
      states={[]}
    />,
  )
  expect(screen.getByText('1 of 3 not paid')).toBeTruthy()
  expect(screen.getByText('No money moved for them.')).toBeTruthy()
  expect(screen.queryByText(/No money moved, only the fee/)).toBeNull()
})

describe('a batch behind others in the queue', () => {
  const turn = { next: 12n, own: 14n }
  const waiting: PaymentStatus = { kind: 'needs-signatures', have: 1, need: 2, turn }
  const at = (nonce: bigint, rejection = false) =>
    item({
      nonce,
      safeTxHash: word(nonce + (rejection ? 150n : 50n)) as unknown as SafeTxHash,
      ...(rejection && { what: { kind: 'rejection' } }),
    })

  test('says which nonces come first, and which is in conflict (E8)', async () => {
    const [first] = openBatches(waiting, { queue: [at(12n), at(12n, true), at(13n)] })
    const conflict = 'Nonce 12 is in conflict: only one of its proposals can run.'
    expect(await within(first as HTMLElement).findByText(conflict)).toBeTruthy()
    expect(first?.textContent).toContain(
      'It can’t run until nonce 12 and nonce 13 have run or been rejected.',
    )
  })

  test('says that nothing is proposed before a raised nonce, and that a rejection waits beside it (E8)', async () => {
    const [first] = openBatches(waiting, { queue: [at(14n, true)] })
    const rejection = 'A rejection waits at the same nonce 14. If it runs, this one never will.'
    expect(await within(first as HTMLElement).findByText(rejection)).toBeTruthy()
    expect(first?.textContent).toContain('Nothing is proposed at nonces 12 to 13 yet.')
  })
})

describe('the main action of a proposal', () => {
  function primaryActions(
    status: PaymentStatus,
    before: (payout: Payout) => Payout = (payout) => payout,
  ): readonly (string | null)[] {
    const payout = planned()
    const [batch] = payout.batches
    const calls = batch ? batchCalls(payout, batch) : []
    const submission: Submission = { kind: 'proposed', safe: SAFE, calls, safeTxHash, inLargerBatch: false }
    const attempt = { at: 0, position: null, known: [], submission }
    const { container } = renderInPortal(
      <PayoutStatus
        listed={fakeSafeAccount()}
        payout={withBatch(before(payout), 0, { attempt })}
        states={[]}
        statusesOf={() => [status]}
        asking={null}
      />,
    )
    return [...container.querySelectorAll('.button-primary')].map(({ textContent }) => textContent)
  }

  test('behavior: is to execute it as soon as it can be executed, with the link beside it', () => {
    const actions = primaryActions({ kind: 'ready', have: 2, need: 2, turn: firstTurn })
    expect(actions).toEqual(['Execute in Safe{Wallet}'])
    expect(screen.getByRole('link', { name: 'Execute in Safe{Wallet}' }).getAttribute('href')).toContain(
      safeTxHash,
    )
    expect(screen.getByRole('button', { name: 'Copy link for co-signers' })).toBeTruthy()
  })

  test.each<readonly [string, PaymentStatus]>([
    ['signatures', { kind: 'needs-signatures', have: 1, need: 2, turn: firstTurn }],
    ['its turn', { kind: 'ready', have: 2, need: 2, turn: { next: 3n, own: 4n } }],
  ])('behavior: is the link for the others while it still needs %s', (_, status) => {
    expect(primaryActions(status)).toEqual(['Copy link for co-signers'])
    expect(screen.queryByRole('link', { name: /^Execute/ })).toBeNull()
  })

  test('error: is the same after an earlier request was rejected', () => {
    const status: PaymentStatus = { kind: 'needs-signatures', have: 1, need: 2, turn: firstTurn }
    const rejected = { at: 0, position: null, known: [], submission: null }
    expect(primaryActions(status, (payout) => withBatch(payout, 0, { rejected }))).toEqual([
      'Copy link for co-signers',
    ])
    expect(screen.getByText('Proposed, needs 1 more signature')).toBeTruthy()
  })
})

test('behavior: two names for one address stay with their rows in the co-signers’ link, beside the saved one', async () => {
  const payout = planned()
  const named = ['Hiro Tanaka', 'Emre Berg', 'Kim']
  const rows = payout.rows.map((row, at) => ({
    ...row,
    payee: PAYEE as Address,
    name: named[at] ?? '',
  }))
  const one = { ...payout, rows, title: 'Autumn reels' }
  const [batch] = one.batches
  const calls = batch ? batchCalls(one, batch) : []
  const submission: Submission = { kind: 'proposed', safe: SAFE, calls, safeTxHash, inLargerBatch: false }
  const storage = browserStorage()
  keptPeople.keep(storage, [personAt(1, { address: PAYEE, name: 'Kim' })])
  const { user } = renderInPortal(
    <PayoutStatus
      listed={fakeSafeAccount()}
      payout={withBatch(one, 0, { attempt: { at: 0, position: null, known: [], submission } })}
      states={[]}
      statusesOf={() => [{ kind: 'needs-signatures', have: 1, need: 2, turn: firstTurn }]}
      asking={null}
    />,
    { storage },
  )
  await user.click(screen.getByRole('button', { name: 'Copy link for co-signers' }))
  const text = (await navigator.clipboard.readText()).split('/').at(-1) ?? ''
  const read = decodeSharedNames(text, { account: SAFE, transfers: transfersOf(calls) })
  expect(read.ok && read.names).toEqual({
    by: '',
    purpose: 'Autumn reels',
    ofPayments: ['Kim, listed as Hiro Tanaka', 'Kim, listed as Emre Berg', 'Kim'],
  })
})

describe('the receipt of a row', () => {
  const node = (logs: readonly object[]) => minedNode({ hash, from: PAYEE, to: SAFE, logs })

  test('is linked once the transfer that paid it is found', async () => {
    answerNodes(node([transferLog(USDT, SAFE, PAYEE, 1n)]))
    renderInPortal(<RowReceipt payout={proposed()} place={0} hash={hash} places={[0]} />)
    const link = await screen.findByRole('link', { name: 'Receipt for payment 1' })
    expect(link.getAttribute('href')).toContain(`${hash}`)
  })

  test('has its place before the transfer is found, so that nothing below moves', async () => {
    answerNodes(node([transferLog(USDT, SAFE, PAYEE, 1n)]))
    const payout = { ...proposed(), rows: proposed().rows.slice(0, 1) }
    renderInPortal(<RowReceipt payout={payout} place={0} hash={hash} places={[0]} />)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Receipt' }).disabled).toBe(true)
    expect(await screen.findByRole('link', { name: 'Receipt' })).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('is not linked if no transfer belongs to the row', async () => {
    answerNodes(node([transferLog(USDT, SAFE, PAYEE, 5n)]))
    const { client } = renderInPortal(<RowReceipt payout={proposed()} place={0} hash={hash} places={[0]} />)
    await expect.poll(() => client.isFetching()).toBe(0)
    expect(client.getQueryData(['paid-transfers', 56, hash])).toMatchObject({ kind: 'final' })
    expect(screen.queryByRole('link')).toBeNull()
  })
})

test('error: the files that pay elsewhere have no row that was sent from here, or may have been', async () => {
  const saved = keepSavedFiles()
  const status = { status: { kind: 'paid', hash }, submission: null, beside: [] } as const
  const failed = { ...status, status: { kind: 'not-paid', why: 'failed', hash } } as const
  const unknown = { ...status, status: { kind: 'unknown', why: 'no-answer', hash: null } } as const
  const { user, unmount } = renderInPortal(
    <PayoutExport payout={planned()} states={[status, failed, notRequested]} />,
  )
  await user.click(screen.getByRole('button', { name: 'For CSV Airdrop' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect((await saved[0]?.content.text())?.match(/(?<=,)[0-9.]+(?=,\r)/g)).toEqual(
    [2n, 3n].map((value) => toDecimal({ token: usdt, value })),
  )
  expect(screen.getByText('For other tools: only the 2 payments not sent from here.')).toBeTruthy()
  unmount()
  renderInPortal(<PayoutExport payout={planned()} states={[status, status, unknown]} />)
  expect(screen.queryByRole('button', { name: 'For CSV Airdrop' })).toBeNull()
  expect(screen.getByRole('button', { name: 'CSV' })).toBeTruthy()
})
