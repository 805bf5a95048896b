import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { guardStorage } from '#boot/storage.ts'
import { type Attempt, isRejected, submissionOf } from '#domain/ledger/Attempt.ts'
import { recordedPayments } from '#domain/ledger/recordedPayments.ts'
import { appendLog } from '#storage/appendLog.ts'
import { memoryStorage } from '#tests/support/backupWorld.ts'
import { PAYEE, SAFE } from '#tests/support/safeExamples.ts'
import { payoutStore } from './payoutStore.ts'

/** The stored data of the previous release, written by its own code. */
const older: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL('../../../tests/fixtures/olderRelease.json', import.meta.url), 'utf8'),
)

function browser() {
  const memory = memoryStorage()
  for (const [key, text] of Object.entries(older)) memory.kept.set(key, text)
  return memory
}

/** An attempt in one line: where it belongs and how it ended. */
const summary = (attempt: Attempt) => {
  const { payout, batch, at, calls } = attempt
  const submission = submissionOf(attempt)
  const answer =
    submission?.kind === 'proposed'
      ? `${submission.safeTxHash.slice(2, 3)}${submission.inLargerBatch ? ' in a larger batch' : ''}`
      : submission?.kind === 'sent'
        ? `${submission.hash.slice(2, 3)} nonce ${submission.nonce}`
        : submission
          ? `${submission.id} ${submission.hashes.map((hash) => hash.slice(2, 3)).join()}`
          : isRejected(attempt)
            ? 'rejected'
            : 'unanswered'
  return `${payout ?? '-'}/${batch} +${at - 1_795_165_200_000} ${calls.length} ${answer}`
}
const inLedger = (storage: ReturnType<typeof browser>['storage'], account: typeof SAFE | typeof PAYEE) =>
  payoutStore(storage, account).ledger.list().attempts.map(summary).toSorted()

describe('what the release before stored', () => {
  test('behavior: the requests of a Safe’s payouts are attempts of the ledger, none is lost', () => {
    const { storage } = browser()
    expect(inLedger(storage, SAFE)).toEqual([
      'dollars/0 +10 1 f',
      'from-a-file/0 +9 1 e',
      'proposed/0 +3 2 a',
      'proposed/1 +4 1 b in a larger batch',
      'rejected-then-proposed/0 +5 1 rejected',
      'rejected-then-proposed/0 +6 1 c',
      'rejected/0 +2 1 rejected',
      'retried/0 +7 2 d',
      'retried/1 +8 1 unanswered',
      'unanswered/0 +1 2 unanswered',
    ])
  })

  test('behavior: the journal of a wallet is joined with the payouts that asked for the same', () => {
    const { storage } = browser()
    expect(inLedger(storage, PAYEE)).toEqual([
      '-/0 +4000 2 0xbeef ',
      '-/0 +5000 1 3 nonce 8',
      '-/0 +5000 1 unanswered',
      '-/0 +6000 1 4 nonce 9',
      'wallet-batch/0 +13 2 call-1 2',
      'wallet-sent/0 +11 1 1 nonce 7',
      'wallet-sent/1 +12 1 unanswered',
    ])
  })

  test('behavior: everything else of a payout stays as it was', () => {
    const { storage } = browser()
    const { payouts } = payoutStore(storage, SAFE).list()
    const of = (id: string) => payouts.find((payout) => payout.id === id)
    expect(payouts).toHaveLength(9)
    expect(of('proposed')).toMatchObject({ tag: 'spring', batches: [{ again: ['ask:unanswered:0'] }, {}] })
    expect(of('proposed')?.attempts[0]?.known).toEqual([`0x${'9'.repeat(64)}`])
    expect(of('rejected-then-proposed')?.run).toEqual({ template: 't-1', due: '2026-11-30' })
    expect(of('closed')?.closed).toBe(true)
    expect(of('from-a-file')).toMatchObject({ restored: true, attempts: [{ restored: true }] })
    expect(of('dollars')?.attempts[0]?.requests).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
    expect(of('retried')?.batches).toEqual([
      { rows: [0, 1], again: [] },
      { rows: [1], again: ['x-1'] },
    ])
  })

  test('behavior: a consent to pay an unanswered request again still names it', () => {
    const { storage } = browser()
    const { attempts } = payoutStore(storage, SAFE).ledger.list()
    const names = recordedPayments(attempts, null).map(({ id }) => id)
    expect(names).toContain('ask:unanswered:0')
  })

  test('error: what cannot be read is kept and counted, and nothing else is', () => {
    const { storage, kept } = browser()
    const [safe, wallet] = [payoutStore(storage, SAFE), payoutStore(storage, PAYEE)]
    expect(safe.list().unreadable).toBe(1)
    expect(kept.get(`portal.payout.56.${SAFE.toLowerCase()}.broken.parts`)).toBe('{"version":1,"parts":[]}')
    expect(safe.ledger.list().unreadable).toBe(0)
    // An entry of the journal.
    expect(wallet.ledger.list().unreadable).toBe(1)
    expect([...kept.values()].join()).toContain('"calls":"none"')
  })

  test('behavior: is carried over once, also where the page closes at any moment of it', () => {
    const whole = browser()
    payoutStore(whole.storage, SAFE)
    payoutStore(whole.storage, PAYEE)
    const expected = [inLedger(whole.storage, SAFE), inLedger(whole.storage, PAYEE)]
    for (let writes = 0; writes < 20; writes++) {
      const { kept } = browser()
      let left = writes
      // A page that closes writes nothing more.
      const dying = {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => void (left-- > 0 && kept.set(key, value)),
        removeItem: (key: string) => void (left-- > 0 && kept.delete(key)),
      }
      payoutStore(dying, SAFE)
      payoutStore(dying, PAYEE)
      const again = memoryStorage()
      for (const [key, text] of kept) again.kept.set(key, text)
      expect([inLedger(again.storage, SAFE), inLedger(again.storage, PAYEE)]).toEqual(expected)
    }
  })

  test('behavior: is not carried over again on the next visit', () => {
    const { storage, kept } = browser()
    payoutStore(storage, SAFE)
    payoutStore(storage, PAYEE)
    const before = [...kept]
    const next = memoryStorage()
    for (const [key, text] of kept) next.kept.set(key, text)
    payoutStore(next.storage, SAFE).list()
    payoutStore(next.storage, PAYEE).list()
    expect([...next.kept]).toEqual(before)
    expect([...kept.keys()].filter((key) => key.startsWith('portal.journal.'))).toEqual([])
  })
})

describe('a log that only grows', () => {
  type Note = { readonly id: string; readonly words: readonly string[] }
  const kind = {
    idOf: ({ id }: Note) => id,
    format: (note: Note) => note,
    parse: (raw: unknown): Note | null =>
      typeof raw === 'object' && raw !== null && 'id' in raw && 'words' in raw ? (raw as Note) : null,
    join: (known: Note, other: Note) => {
      const more = other.words.filter((word) => !known.words.includes(word))
      return more.length === 0 ? known : { ...known, words: [...known.words, ...more] }
    },
  }
  const note = (index: number, ...words: string[]): Note => ({ id: `${index}`, words })

  test('behavior: two tabs that add to one entry lose nothing of each other', () => {
    const { storage } = memoryStorage()
    const [one, other] = [appendLog(storage, 'x', kind), appendLog(storage, 'x', kind)]
    one.append([note(1, 'asked')])
    other.append([note(2)])
    one.update('1', (known) => kind.join(known, note(1, 'a')))
    other.update('1', (known) => kind.join(known, note(1, 'b')))
    one.append([note(1, 'c'), note(3)])
    expect(other.list()).toEqual({
      entries: [note(1, 'asked', 'a', 'b', 'c'), note(2), note(3)],
      unreadable: 0,
    })
    expect(one.list()).toEqual(other.list())
  })

  test('behavior: writes little however long it is, and gives the same list until something changes', () => {
    const { storage, kept } = memoryStorage()
    const log = appendLog(storage, 'x', kind)
    log.append(Array.from({ length: 120 }, (_, index) => note(index)))
    expect(kept.size).toBe(120)
    const before = log.list()
    expect(log.list()).toBe(before)
    const first = kept.get('x.0')
    log.update('119', (known) => kind.join(known, note(119, 'a')))
    expect(kept.get('x.0')).toBe(first)
    expect(log.list().entries).toHaveLength(120)
    expect(log.update('nobody', (known) => known)).toBeNull()
  })

  test('error: a tab that sees another tab’s entry late adds to its own entry and loses nothing', () => {
    const { storage, kept } = memoryStorage()
    const one = appendLog(storage, 'x', kind)
    one.append([note(1)])
    // The other tab still sees the storage as it was.
    const before = new Map(kept)
    const late = { ...storage, getItem: (key: string) => before.get(key) ?? null }
    const other = appendLog(late, 'x', kind)
    one.append([note(2, 'asked')])
    other.update('1', (known) => kind.join(known, note(1, 'paid')))
    expect(appendLog(storage, 'x', kind).list().entries).toEqual([note(1, 'paid'), note(2, 'asked')])
  })

  test('error: a tab with a full disk sees what another tab writes, also in the same place', () => {
    const { storage: disk, kept } = memoryStorage()
    let isFull = false
    const full = () => {
      if (isFull) throw new DOMException('Full', 'QuotaExceededError')
    }
    const storage = guardStorage(() => ({
      ...disk,
      setItem(key, value) {
        full()
        disk.setItem(key, value)
      },
    }))
    const own = appendLog(storage, 'x', kind)
    own.append([note(1)])
    isFull = true
    own.append([note(2, 'mine')])
    expect(kept.size).toBe(1)
    appendLog(disk, 'x', kind).append([note(3, 'theirs')])
    expect(own.list().entries).toEqual([note(1), note(2, 'mine'), note(3, 'theirs')])
    isFull = false
    own.update('2', (known) => kind.join(known, note(2, 'kept')))
    expect(appendLog(disk, 'x', kind).list().entries).toEqual([
      note(1),
      note(2, 'mine', 'kept'),
      note(3, 'theirs'),
    ])
  })

  test('error: a damaged key and a damaged entry stay as they are and are counted', () => {
    const { storage, kept } = memoryStorage()
    const log = appendLog(storage, 'x', kind)
    log.append([note(1)])
    kept.set('x.0', '{"version":1,"entries":[7,{"id":"1","words":[]}]}')
    expect(log.list()).toEqual({ entries: [note(1)], unreadable: 1 })
    log.update('1', (known) => kind.join(known, note(1, 'a')))
    expect(JSON.parse(kept.get('x.0') ?? '').entries).toEqual([7, note(1, 'a')])
    kept.set('x.0', '{"damaged')
    log.append([note(2)])
    expect(kept.get('x.0')).toBe('{"damaged')
    expect(log.list()).toEqual({ entries: [note(2)], unreadable: 1 })
    log.setAside('what nobody can read')
    expect(log.list()).toEqual({ entries: [note(2)], unreadable: 2 })
  })
})
