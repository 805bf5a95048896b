import { describe, expect, test } from 'vitest'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { anAttempt } from '#tests/support/attempts.ts'
import { memoryStorage } from '#tests/support/backupWorld.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { reportOn, wireOf } from '#tests/support/reportedProposals.ts'
import { PAYEE, payoutCall, SAFE } from '#tests/support/safeExamples.ts'
import { owners } from '../../../safe-app/accounts.ts'
import { ANSWER_LIFE, payeesOf, reviewedProposals, submissionOf } from './Attempt.ts'
import { ledger } from './ledger.ts'
import { recordSigned } from './recordSigned.ts'

const NOW = 1_795_300_000_000
const [ada] = owners
const tx = SafeTx.fromCall(payoutCall, 12n)
const report = async (of = tx) => reportOn(SafeTx.hash(SAFE, of), await wireOf(of, [ada]))
const asked = anAttempt({ account: SAFE, kind: 'safe', calls: [payoutCall], at: NOW - 1 })

describe('a proposal that an owner signed here', () => {
  test('behavior: is in the Safe’s ledger, once, as reviewed; its payee is known once it is proven paid', async () => {
    const own = ledger(memoryStorage().storage, SAFE)
    const signed = await report()
    recordSigned(own, signed, NOW)
    recordSigned(own, signed, NOW + 1)
    const { attempts } = own.list()
    expect(attempts).toHaveLength(1)
    expect(reviewedProposals(attempts)(signed.safeTxHash)).toEqual([
      { calls: [payoutCall], inLargerBatch: false, at: NOW },
    ])
    expect(payeesOf(attempts)).toEqual([])
    own.add(attempts[0]?.id ?? '', { kind: 'paid', at: NOW, calls: [0] })
    expect(payeesOf(own.list().attempts)).toEqual([PAYEE])
  })

  test('behavior: takes no answer away from a request of the same content that still waits for one', async () => {
    const own = ledger(memoryStorage().storage, SAFE)
    own.append([asked])
    recordSigned(own, await report(), NOW)
    expect(own.list().attempts).toEqual([asked])
  })

  test('error: an equal request that was rejected long ago does not keep it out', async () => {
    const own = ledger(memoryStorage().storage, SAFE)
    const at = NOW - ANSWER_LIFE - 1
    own.append([{ ...asked, at, facts: [{ kind: 'rejected', at }] }])
    recordSigned(own, await report(), NOW)
    expect(own.list().attempts.map(submissionOf)).toMatchObject([null, { kind: 'proposed' }])
  })

  test('behavior: is recorded beside what a file says of it', async () => {
    const own = ledger(memoryStorage().storage, SAFE)
    own.append([{ ...asked, restored: true }])
    recordSigned(own, await report(), NOW)
    expect(own.list().attempts.map(submissionOf)).toMatchObject([null, { kind: 'proposed' }])
  })

  test('behavior: with several payments is recorded payment by payment', async () => {
    const own = ledger(memoryStorage().storage, SAFE)
    const calls = [payoutCall, { to: payeeAt(3), value: 5n, data: '0x' as const }]
    const to = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'
    const batch = SafeTx.fromCall({ to, value: 0n, data: MultiSend.encode(calls) }, 12n, 1)
    recordSigned(own, await report(batch), NOW)
    expect(own.list().attempts).toMatchObject([{ calls }])
  })

  test('behavior: that is no payment is not recorded', async () => {
    const own = ledger(memoryStorage().storage, SAFE)
    const settings = SafeTx.fromCall({ to: SAFE, value: 0n, data: '0x694e80c3' }, 12n)
    recordSigned(own, await report(settings), NOW)
    recordSigned(own, await report(SafeTx.rejection(SAFE, 12n)), NOW)
    expect(own.list().attempts).toEqual([])
  })
})
