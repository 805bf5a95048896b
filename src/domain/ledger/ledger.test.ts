import { describe, expect, test } from 'vitest'
import type { Submission } from '#account/Submission.ts'
import { accountKey } from '#storage/keys.ts'
import { anAttempt } from '#tests/support/attempts.ts'
import { hashOf, memoryStorage } from '#tests/support/backupWorld.ts'
import { PAYEE, payoutCall, SAFE } from '#tests/support/safeExamples.ts'
import type { Fact } from './Attempt.ts'
import { ledger } from './ledger.ts'

const calls = [payoutCall]
const attempt = anAttempt({ account: PAYEE, kind: 'eoa', calls })
const other = { ...attempt, id: 'b' }
const answered: Fact = {
  kind: 'answered',
  at: 2,
  submission: { kind: 'sent', from: PAYEE, calls, hash: hashOf('a'), nonce: 7n, since: 5n },
}
const paid: Fact = { kind: 'paid', at: 3, calls: [0] }

describe('the ledger of an account', () => {
  test('behavior: lists attempts in the order of writing, and is read again from storage', () => {
    const { storage, kept } = memoryStorage()
    ledger(storage, PAYEE).append([attempt])
    ledger(storage, PAYEE).append([other])
    expect(ledger(storage, PAYEE).list()).toEqual({ attempts: [attempt, other], unreadable: 0 })
    expect(ledger(storage, SAFE).list()).toEqual({ attempts: [], unreadable: 0 })
    const own = `portal.ledger.56.${PAYEE.toLowerCase()}`
    expect([...kept.keys()]).toEqual([`${own}.0`, `${own}.1`])
    expect(accountKey('ledger', PAYEE)).toBe(`portal.ledger.56.${PAYEE.toLowerCase()}`)
  })

  test('error: an attempt that is known grows by facts from here, and nothing in it is overwritten', () => {
    const { storage } = memoryStorage()
    const book = ledger(storage, PAYEE)
    book.append([{ ...attempt, facts: [answered] }, other])
    book.append([{ ...attempt, at: 99, calls: [], facts: [paid] }])
    book.append([{ ...attempt, restored: true, facts: [{ kind: 'rejected', at: 9 }] }])
    const grown = { ...attempt, facts: [answered, paid] }
    expect(book.list().attempts).toEqual([grown, other])
    expect(ledger(storage, PAYEE).list().attempts).toEqual([grown, other])
  })

  test('behavior: adds facts to one attempt, each once, and tells what it became', () => {
    const { storage } = memoryStorage()
    const book = ledger(storage, PAYEE)
    book.append([attempt, other])
    const grown = { ...attempt, facts: [answered, paid] }
    expect(book.add('a', answered, paid)).toEqual(grown)
    expect(book.add('a', { ...answered, at: 50 })).toEqual(grown)
    expect(book.add('none', paid)).toBeNull()
    expect(book.list().attempts).toEqual([grown, other])
  })

  test.each([
    [2n ** 64n - 1n, 0],
    [2n ** 64n, 1],
  ])(
    'error: an answer is read with any nonce of the protocol, and with no other: %s',
    (nonce, unreadable) => {
      const { storage } = memoryStorage()
      const submission: Submission = {
        kind: 'sent',
        from: PAYEE,
        calls,
        hash: hashOf('a'),
        nonce,
        since: null,
      }
      ledger(storage, PAYEE).append([anAttempt({ account: PAYEE, kind: 'eoa', calls, submission })])
      expect(ledger(storage, PAYEE).list().unreadable).toBe(unreadable)
    },
  )

  test('error: a record that cannot be read is kept and counted, and others are added beside it', () => {
    const { storage, kept } = memoryStorage()
    const damaged = '{"version":1,"entries":[{"id":"damaged"}]}'
    kept.set(`${accountKey('ledger', PAYEE)}.0`, damaged)
    const book = ledger(storage, PAYEE)
    book.append([attempt])
    expect(book.list()).toEqual({ attempts: [attempt], unreadable: 1 })
    expect([...kept.values()]).toContain(damaged)
  })
})
