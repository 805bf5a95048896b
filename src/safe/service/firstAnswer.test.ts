import { describe, expect, test } from 'vitest'
import type { SafeSource } from './SafeSource.ts'
import { firstAnswer } from './SafeSource.ts'

type Says = string | null | Error

/** Reads from sources with preset answers, and returns which ones were read. */
async function ask(...says: readonly Says[]) {
  const asked: string[] = []
  const sources = says.map((_, index) => ({ name: `s${index}` }) as SafeSource)
  const result = await firstAnswer(sources, async ({ name }) => {
    asked.push(name)
    const said = says[Number(name.slice(1))] ?? null
    if (said instanceof Error) throw said
    return said
  }).catch((error: unknown) => error)
  return { asked, result }
}

const [down, broken] = [new Error('down'), new Error('broken')]

describe('the first answer', () => {
  test('behavior: comes from the first source, and the others are not read', async () => {
    expect(await ask('a', 'b')).toEqual({ asked: ['s0'], result: { answer: 'a', from: 's0' } })
    expect(await ask('', 'b')).toMatchObject({ result: { answer: '', from: 's0' } })
  })

  test('behavior: comes from the next source if one has none or fails', async () => {
    expect(await ask(null, 'b')).toEqual({ asked: ['s0', 's1'], result: { answer: 'b', from: 's1' } })
    expect(await ask(down, null, 'c')).toMatchObject({ result: { answer: 'c', from: 's2' } })
  })

  test('behavior: is null if all sources have none, or there is no source', async () => {
    expect((await ask(null, null)).result).toBeNull()
    expect((await ask()).result).toBeNull()
  })

  test('error: is the first error if no source has an answer and one failed', async () => {
    expect((await ask(down, broken)).result).toBe(down)
    expect((await ask(null, broken)).result).toBe(broken)
    expect((await ask(down, null)).result).toBe(down)
  })

  test('error: is not searched for further once aborted', async () => {
    const left = new DOMException('left', 'AbortError')
    expect(await ask(left, 'b')).toEqual({ asked: ['s0'], result: left })
  })
})
