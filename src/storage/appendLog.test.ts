import { describe, expect, test } from 'vitest'
import { guardStorage } from '#boot/storage.ts'
import { memoryStorage } from '#tests/support/backupWorld.ts'
import { appendLog, storedChanged } from './persisted.ts'

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

  test('behavior: as heard it reads nothing again until something is heard, and its own entries are there at once; now it always reads', () => {
    const { storage } = memoryStorage()
    let reads = 0
    const getItem = (key: string) => {
      reads++
      return storage.getItem(key)
    }
    const log = appendLog({ ...storage, getItem }, 'x', kind)
    const other = appendLog(storage, 'x', kind)
    log.append(Array.from({ length: 120 }, (_, index) => note(index)))
    const before = log.list('as-heard')
    reads = 0
    for (let row = 0; row < 20; row++) expect(log.list('as-heard')).toBe(before)
    expect(reads).toBe(0)
    other.append([note(120)])
    expect(log.list('as-heard').entries).toHaveLength(120)
    expect(log.list().entries).toHaveLength(121)
    log.append([note(121)])
    expect(log.list('as-heard').entries).toHaveLength(122)
    other.append([note(122)])
    storedChanged()
    expect(log.list('as-heard').entries).toHaveLength(123)
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

  test('error: an entry that a late tab wrote over is written again by its own tab as soon as it reads', () => {
    const { storage } = memoryStorage()
    const one = appendLog(storage, 'x', kind)
    const late = { ...storage, getItem: () => null }
    one.append([note(1, 'asked'), note(2)])
    appendLog(late, 'x', kind).append([note(3)])
    const all = { entries: [note(3), note(2), note(1, 'asked')], unreadable: 0 }
    expect([one.list(), appendLog(storage, 'x', kind).list(), one.list()]).toEqual([all, all, all])
  })

  test('error: an entry that is gone when its tab adds to it is written again', () => {
    const { storage, kept } = memoryStorage()
    const one = appendLog(storage, 'x', kind)
    const late = { ...storage, getItem: () => null }
    one.append([note(1, 'asked')])
    // Another tab, which does not see it yet, writes in its place.
    appendLog(late, 'x', kind).append([note(2)])
    expect(one.update('1', (known) => kind.join(known, note(1, 'answered')))).toEqual(
      note(1, 'asked', 'answered'),
    )
    const both = [note(2), note(1, 'asked', 'answered')]
    expect(appendLog(storage, 'x', kind).list().entries).toEqual(both)
    kept.clear()
    expect(one.list().entries).toEqual([])
    one.update('1', (known) => kind.join(known, note(1, 'paid')))
    expect(appendLog(storage, 'x', kind).list().entries).toEqual([note(1, 'asked', 'answered', 'paid')])
    expect(one.update('2', (known) => known)).toBeNull()
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

  test('error: a key that somebody removed is counted, and hides nothing behind it', () => {
    const { storage, kept } = memoryStorage()
    const log = appendLog(storage, 'x', kind)
    log.append([note(0), note(1), note(2)])
    for (const one of [log, appendLog(storage, 'x', kind)]) {
      kept.delete('x.1')
      expect(one.list()).toEqual({ entries: [note(0), note(2)], unreadable: 1 })
    }
    log.append([note(3)])
    log.update('2', (known) => kind.join(known, note(2, 'paid')))
    expect([...kept.keys()].sort()).toEqual(['x.0', 'x.2', 'x.3'])
    const after = { entries: [note(0), note(2, 'paid'), note(3)], unreadable: 1 }
    expect([log.list(), appendLog(storage, 'x', kind).list()]).toEqual([after, after])
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
  })
})
