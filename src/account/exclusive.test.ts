import { expect, test } from 'vitest'
import { exclusive } from './exclusive.ts'

test('behavior: runs one task at a time and refuses a second instead of queueing it', async () => {
  const run = exclusive('your wallet')
  let finish = (_: number) => {}
  const running = run(
    () =>
      new Promise<number>((resolve) => {
        finish = resolve
      }),
  )
  let started = false
  const second = run(async () => {
    started = true
  })
  await expect(second).rejects.toMatchObject({
    kind: 'busy',
    message: 'A request is already open in your wallet.',
  })
  finish(1)
  expect(await running).toBe(1)
  expect(started).toBe(false)
  expect(await run(async () => 2)).toBe(2)
})

test('error: a failed task does not block the next one', async () => {
  const run = exclusive('your Safe')
  await expect(run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(
    run(() => {
      throw new Error('at once')
    }),
  ).rejects.toThrow('at once')
  expect(await run(async () => 3)).toBe(3)
})
