import { expect, test } from 'vitest'
import { SAFE } from '#tests/support/safeExamples.ts'
import { payoutLock } from './payoutRuns.ts'

/** The locks of one browser, shared by its tabs. */
function browserLocks(): Pick<LockManager, 'request'> {
  const held = new Set<string>()
  const request = async (
    name: string,
    options: { ifAvailable?: boolean },
    work: (lock: { name: string } | null) => unknown,
  ) => {
    if (!options.ifAvailable) throw new Error('Waiting for a lock would let a second tab pay later')
    if (held.has(name)) return work(null)
    held.add(name)
    try {
      return await work({ name })
    } finally {
      held.delete(name)
    }
  }
  return { request } as unknown as Pick<LockManager, 'request'>
}

test('error: while one tab pays from an account, another is refused and does nothing', async () => {
  const locks = browserLocks()
  const [one, other] = [payoutLock(SAFE, locks), payoutLock(SAFE.toLowerCase() as typeof SAFE, locks)]
  let finish = () => {}
  const paying = one(() => new Promise<void>((resolve) => (finish = resolve)))
  let ran = false
  await expect(other(async () => (ran = true))).rejects.toMatchObject({ kind: 'busy' })
  expect(ran).toBe(false)
  finish()
  await paying
  expect(await other(async () => 'free again')).toBe('free again')
})

test('behavior: does not block other accounts', async () => {
  const locks = browserLocks()
  let finish = () => {}
  const paying = payoutLock(SAFE, locks)(() => new Promise<void>((resolve) => (finish = resolve)))
  const other = payoutLock('0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65', locks)
  expect(await other(async () => 1)).toBe(1)
  finish()
  await paying
})

test('behavior: a frame without locks still pays, and errors of the work are passed on', async () => {
  const denied = {
    request: () => Promise.reject(new DOMException('denied', 'SecurityError')),
  } as unknown as Pick<LockManager, 'request'>
  expect(await payoutLock(SAFE, denied)(async () => 2)).toBe(2)
  expect(await payoutLock(SAFE, undefined)(async () => 3)).toBe(3)
  const thrown = new DOMException('of the work', 'SecurityError')
  let runs = 0
  const failing = payoutLock(
    SAFE,
    browserLocks(),
  )(() => {
    runs++
    return Promise.reject(thrown)
  })
  await expect(failing).rejects.toBe(thrown)
  expect(runs).toBe(1)
})
