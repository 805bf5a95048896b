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

test('error: a stop while the request is prepared proves that nothing was asked, and nothing is', async () => {
  const run = exclusive('your Safe')
  const stop = new AbortController()
  let prepared = () => {}
  const isPrepared = new Promise<void>((resolve) => {
    prepared = resolve
  })
  const asked: string[] = []
  const request = async (ask: () => void) => {
    await isPrepared
    ask()
    asked.push('asked')
  }
  const stopped = run(request, stop.signal)
  stop.abort()
  await expect(stopped).rejects.toMatchObject({
    kind: 'rejected',
    message: 'You stopped. Nothing was asked.',
  })
  prepared()
  expect(await run(async () => 1)).toBe(1)
  expect(asked).toEqual([])
})

test('error: a stop after the request was made leaves its result unknown', async () => {
  const run = exclusive('your Safe')
  const stop = new AbortController()
  const stopped = run(async (ask) => {
    ask()
    await new Promise(() => {})
  }, stop.signal)
  stop.abort()
  await expect(stopped).rejects.toMatchObject({ kind: 'unknown-result' })
})
