import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import type { Computed } from '#components/proposal/useProposals.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { item } from '#tests/support/activityItems.ts'
import { fakeLists, fakeSafeAccount } from '#tests/support/fakeAccount.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { renderInPortal } from '#tests/support/renderInPortal.tsx'
import { reportOn, wireOf } from '#tests/support/reportedProposals.ts'
import { payoutCall, SAFE } from '#tests/support/safeExamples.ts'
import { owners } from '../../../safe-app/accounts.ts'
import { QueueList, QueueRow } from './QueueList.tsx'

const tx = SafeTx.fromCall(payoutCall, 12n)
const hash = SafeTx.hash(SAFE, tx)

const queue = {
  items: [],
  cursor: null,
  followed: [],
  unreadable: { head: 0, rest: 0 },
  source: '',
  cut: false,
  stale: 0,
}

/** Shows the row of a queue. */
function show(computed: Computed | undefined, listed = item({})): HTMLElement {
  return renderInPortal(
    <QueueRow
      safe={SAFE}
      item={{ ...listed, safeTxHash: hash, nonce: 12n }}
      computed={computed}
      viewer={null}
      now={0}
      queue={queue}
    />,
  ).container
}

describe('a row of the queue', () => {
  test('behavior: is called verified if everything matches', async () => {
    const report = await reportOn(hash, await wireOf(tx, [owners[0]]))
    expect(show({ state: 'done', report }).textContent).toContain('Verified')
  })

  test('error: says not to sign if anything differs, whatever the check is called (A21)', async () => {
    const report = await reportOn(hash, await wireOf(tx, [owners[0]]))
    const checks = [{ result: 'different' as const, words: 'Some other words.' }]
    const row = show({ state: 'done', report: { ...report, checks } }).textContent
    expect(row).toContain('Do not sign')
    expect(row).not.toContain('Verified')
  })

  test('error: of unknown status says why while its bytes are read', async () => {
    const row = show(undefined, item({ status: { kind: 'unknown' } })).textContent
    expect(row).toContain('Safe’s service doesn’t say how far it is.')
  })
})

describe('two proposals at one nonce', () => {
  const other = SafeTx.rejection(SAFE, 12n)
  const waiting: PaymentStatus = {
    kind: 'needs-signatures',
    have: 1,
    need: 2,
    turn: { next: 12n, own: 12n },
  }
  const paid: PaymentStatus = { kind: 'paid', hash: word(1) }
  const replaced: PaymentStatus = { kind: 'not-paid', why: 'replaced', hash: word(1) }

  /** The queue of a Safe that still lists both, each with its own status. */
  async function open(first: PaymentStatus, second: PaymentStatus): Promise<void> {
    const proposals = await Promise.all(
      (
        [
          [tx, first],
          [other, second],
        ] as const
      ).map(async ([one, status]) => {
        const safeTxHash = SafeTx.hash(SAFE, one)
        return { ...(await reportOn(safeTxHash, await wireOf(one, [owners[0]]))), status }
      }),
    )
    const account = fakeSafeAccount({
      activity: fakeLists({
        queue: proposals.map(({ safeTxHash }) => ({ ...item({ nonce: 12n }), safeTxHash })),
        proposal: async (asked) => proposals.find(({ safeTxHash }) => safeTxHash === asked) ?? null,
      }),
    })
    renderInPortal(<QueueList listed={account} viewer={null} />, { account })
    await screen.findAllByText('Verified')
  }

  test('behavior: stand below a heading that says that only one can run', async () => {
    await open(waiting, waiting)
    expect(await screen.findByText('Conflict at nonce 12: only one of these can run.')).toBeTruthy()
  })

  test.each([
    ['both are settled', replaced],
    ['one of them was paid, before the other is read again', waiting],
  ])('behavior: have no such heading once %s, whatever a late list says', async (_, second) => {
    await open(paid, second)
    expect(await screen.findByText('Paid')).toBeTruthy()
    expect(screen.getAllByRole('listitem')).toHaveLength(2)
    expect(screen.queryByText(/Conflict at nonce/)).toBeNull()
    expect(screen.queryByRole('region', { name: /Conflict/ })).toBeNull()
  })
})
