import { describe, expect, test } from 'vitest'
import type { ActivityItem } from '#account/Activity.ts'
import { queueOrder, queueOrderWords, wholeOrderWords } from './queueOrder.ts'

const OWN = `0x${'aB'.repeat(32)}`

function item(nonce: bigint | null, more: Partial<ActivityItem> = {}): ActivityItem {
  return {
    id: `${nonce}`,
    at: null,
    what: { kind: 'batch', count: 2 },
    status: { kind: 'ready-to-execute' },
    nonce,
    conflict: false,
    hash: null,
    safeTxHash: null,
    missing: null,
    module: null,
    note: null,
    ...more,
  }
}

const own = item(8n, { safeTxHash: OWN.toLowerCase() as never })
const rejection = (nonce: bigint) => item(nonce, { what: { kind: 'rejection' } })
const words = (next: bigint, items: readonly ActivityItem[], isWhole = true, nonce = 8n) => {
  const turn = { next, own: nonce }
  return queueOrderWords(turn, queueOrder(turn, OWN, items, isWhole))
}

describe('queueOrder', () => {
  test('behavior: has nothing to wait for when it is its turn', () => {
    expect(words(8n, [own])).toEqual([])
    expect(words(9n, [own])).toEqual([])
  })

  test('behavior: says nothing about nonces that are each proposed once', () => {
    expect(words(6n, [item(6n), item(7n), own])).toEqual([])
  })

  test('behavior: names a conflict among the earlier nonces', () => {
    expect(words(6n, [item(6n), item(6n), item(7n), own])).toEqual([
      'Nonce 6 is in conflict: only one of its proposals can run.',
    ])
  })

  test('behavior: names conflicts in order, and only some of many', () => {
    const items = [5n, 3n, 4n, 2n, 1n].flatMap((nonce) => [item(nonce), item(nonce)])
    const order = queueOrder({ next: 1n, own: 6n }, OWN, items, true)
    expect(order.conflicts).toEqual([1n, 2n, 3n, 4n, 5n])
    expect(queueOrderWords({ next: 1n, own: 6n }, order).at(-1)).toBe('2 more nonces are in conflict.')
  })

  test('behavior: ignores a conflict behind it, or at a used nonce', () => {
    expect(words(6n, [item(6n), item(7n), own, item(9n), item(9n), item(5n), item(5n)])).toEqual([])
  })

  test('behavior: mentions unused nonces below a raised nonce', () => {
    expect(words(2n, [own])).toEqual([
      'Nothing is proposed at nonces 2 to 7 yet. They have to be used first.',
    ])
    expect(words(7n, [own])).toEqual(['Nothing is proposed at nonce 7 yet. It has to be used first.'])
    expect(words(2n, [own, item(2n), item(3n)])).toEqual([
      'For 4 of the 6 nonces before it nothing is proposed yet. They have to be used first.',
    ])
  })

  test('behavior: says nothing about unused nonces if the queue was not read completely', () => {
    expect(words(2n, [own], false)).toEqual([])
    expect(queueOrder({ next: 2n, own: 8n }, OWN, [own], false).unused).toBeNull()
  })

  test('behavior: mentions a rejection or another proposal at the same nonce', () => {
    expect(words(8n, [own, rejection(8n)])).toEqual([
      'A rejection waits at the same nonce 8. If it runs, this one never will.',
    ])
    expect(words(8n, [own, item(8n)])).toEqual([
      'Another proposal waits at the same nonce 8. Only one of them can run.',
    ])
    expect(words(8n, [own, item(8n), item(8n), rejection(8n)])).toEqual([
      'A rejection waits at the same nonce 8. If it runs, this one never will.',
      '2 other proposals wait at the same nonce 8. Only one of them can run.',
    ])
  })

  test('behavior: ignores items without a nonce', () => {
    expect(words(8n, [own, item(null)])).toEqual([])
  })

  test('behavior: the whole order starts with the earlier nonces', () => {
    const turn = { next: 6n, own: 8n }
    const order = queueOrder(turn, OWN, [item(6n), item(6n), item(7n), own], true)
    expect(wholeOrderWords(turn, order)).toEqual([
      'It can’t run until nonce 6 and nonce 7 have run or been rejected.',
      'Nonce 6 is in conflict: only one of its proposals can run.',
    ])
    expect(
      wholeOrderWords({ next: 8n, own: 8n }, queueOrder({ next: 8n, own: 8n }, OWN, [own], true)),
    ).toEqual([])
  })
})
