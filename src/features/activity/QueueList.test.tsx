import { describe, expect, test } from 'vitest'
import type { Computed } from '#features/shared/useProposals.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { owners } from '../../../safe-app/accounts.ts'
import { item } from '../../../tests/support/activityItems.ts'
import { renderInPortal } from '../../../tests/support/renderInPortal.tsx'
import { reportOn, wireOf } from '../../../tests/support/reportedProposals.ts'
import { payoutCall, SAFE } from '../../../tests/support/safeExamples.ts'
import { QueueRow } from './QueueList.tsx'

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
function show(computed: Computed): HTMLElement {
  return renderInPortal(
    <QueueRow
      safe={SAFE}
      item={{ ...item({}), safeTxHash: hash, nonce: 12n }}
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
})
