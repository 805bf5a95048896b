import { describe, expect, test } from 'vitest'
import type { SendFlow } from './Flow.ts'
import * as Requests from './Requests.ts'

function flow(requestId: string | null): SendFlow {
  return {
    kind: 'send',
    purpose: 'request',
    title: 'Send a transaction',
    requestId,
    calls: [],
    operation: 0,
    safeTxGas: 0n,
    nonce: null,
    origin: '{}',
  }
}

function hostThatAnswers(discard: boolean) {
  const said: string[] = []
  const shown: (string | null)[] = []
  const requests = Requests.create({
    show: (next) => shown.push(next && (next.kind === 'done' ? 'done' : next.requestId)),
    ask: () => Promise.resolve(discard),
    send: (id) => said.push(`${id} answered`),
    fail: (id, error) => said.push(`${id}: ${error}`),
  })
  return { requests, said, shown }
}

const done = { kind: 'done', text: 'Proposed', note: null, safeTxHash: null, txHash: null } as const

describe('create', () => {
  test('behavior: never answers an abandoned request, and answers the next one', async () => {
    const { requests, said, shown } = hostThatAnswers(true)
    await requests.open(flow('one'), true)
    requests.abandon()
    await requests.open(flow('two'), true)
    await requests.close()
    expect(said).toEqual(['two: Transaction was rejected'])
    expect(shown).toEqual(['one', null, 'two', null])
  })

  test('behavior: answers a signed request, and the close handler then rejects the same id', async () => {
    const { requests, said } = hostThatAnswers(true)
    await requests.open(flow('one'), true)
    requests.succeed('one', {})
    requests.finish(done)
    await requests.close()
    expect(said).toEqual(['one answered', 'one: Transaction was rejected'])
  })

  test('behavior: closing a dialog rejects its request', async () => {
    const { requests, said, shown } = hostThatAnswers(true)
    await requests.open(flow('one'), true)
    await requests.close()
    expect(said).toEqual(['one: Transaction was rejected'])
    expect(shown).toEqual(['one', null])
  })

  test('behavior: a dialog that the person keeps stays open without an answer', async () => {
    const { requests, said, shown } = hostThatAnswers(false)
    await requests.open(flow('one'), true)
    await requests.close()
    expect(said).toEqual([])
    expect(shown).toEqual(['one'])
  })

  test('error: discarding the first of two requests rejects the second, whose dialog stays open', async () => {
    const { requests, said, shown } = hostThatAnswers(true)
    await requests.open(flow('one'), true)
    await requests.open(flow('two'), true)
    requests.succeed('two', {})
    expect(said).toEqual(['two: Transaction was rejected'])
    expect(shown).toEqual(['one', 'two'])
  })

  test('error: keeping the first of two requests leaves it unanswered, and rejects the second on close', async () => {
    let keep = true
    const said: string[] = []
    const requests = Requests.create({
      show: () => undefined,
      ask: () => Promise.resolve(!keep),
      send: (id) => said.push(`${id} answered`),
      fail: (id, error) => said.push(`${id}: ${error}`),
    })
    await requests.open(flow('one'), true)
    await requests.open(flow('two'), true)
    requests.succeed('one', {})
    expect(said).toEqual([])
    keep = false
    await requests.close()
    expect(said).toEqual(['two: Transaction was rejected'])
  })

  test('error: a dialog without a close handler closes without an answer', async () => {
    const { requests, said, shown } = hostThatAnswers(true)
    await requests.open(flow('one'), false)
    await requests.close()
    expect(said).toEqual([])
    expect(shown).toEqual(['one', null])
  })
})
