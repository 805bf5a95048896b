import { expect, test } from 'vitest'
import type { Address } from '#chain/money/Address.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { MOST_ASKED, readPayeeCodes } from './readPayee.ts'

const { signal } = new AbortController()
const delegated = `0xef0100${'ab'.repeat(20)}`

test('behavior: reads each payee once, 20 at a time, and repeats failed reads', async () => {
  const asked: string[] = []
  let [open, most, isDown] = [0, 0, true]
  const rpc: Rpc = async (_, params = []) => {
    const payee = String(params[0])
    asked.push(payee)
    most = Math.max(most, ++open)
    await Promise.resolve()
    open--
    if (isDown && payee === payeeAt(3)) throw new Error('down')
    return payee === payeeAt(1) ? '0x6080' : payee === payeeAt(2) ? delegated : '0x'
  }
  const payees = Array.from({ length: 45 }, (_, index) => payeeAt(index))
  const codes = new Map<Address, boolean>()
  expect(await readPayeeCodes(rpc, payees, codes, { signal })).toBe(false)
  expect(most).toBe(20)
  expect(asked).toEqual(payees)
  expect(payees.filter((payee) => codes.get(payee))).toEqual([payeeAt(1)])
  expect(payees.filter((payee) => !codes.has(payee))).toEqual([payeeAt(3)])
  isDown = false
  expect(await readPayeeCodes(rpc, payees, codes, { signal })).toBe(true)
  expect(asked.slice(45)).toEqual([payeeAt(3)])
  expect(codes.size).toBe(45)
})

test('behavior: reports progress after each request, and sends none if all are known', async () => {
  const progress: string[] = []
  let requests = 0
  const rpc: Rpc = async () => {
    requests++
    return '0x'
  }
  const codes = new Map<Address, boolean>()
  const payees = Array.from({ length: 40 }, (_, index) => payeeAt(index))
  const onProgress = (done: number, total: number) => void progress.push(`${done} of ${total}`)
  await readPayeeCodes(rpc, payees.slice(0, 25), codes, { signal, onProgress })
  expect(progress).toEqual(['20 of 25', '25 of 25'])
  await readPayeeCodes(rpc, payees.slice(0, 25), codes, { signal, onProgress })
  await readPayeeCodes(rpc, payees, new Map(), { signal, onProgress })
  expect(progress.slice(2)).toEqual(['20 of 40', '40 of 40'])
  expect(requests).toBe(65)
})

test('error: continues with a node that answers part of a request', async () => {
  let requests = 0
  const rpc: Rpc = async () => {
    if (requests++ % 20 > 0) throw new Error('down')
    return '0x'
  }
  const codes = new Map<Address, boolean>()
  await readPayeeCodes(
    rpc,
    Array.from({ length: 200 }, (_, index) => payeeAt(index)),
    codes,
    { signal },
  )
  expect({ requests, known: codes.size }).toEqual({ requests: 200, known: 10 })
})

test('error: gives up after three requests without an answer, and treats no payee as an account', async () => {
  let requests = 0
  const rpc: Rpc = () => {
    requests++
    return Promise.reject(new Error('down'))
  }
  const codes = new Map<Address, boolean>()
  const payees = Array.from({ length: 200 }, (_, index) => payeeAt(index))
  await readPayeeCodes(rpc, payees, codes, { signal })
  expect({ requests, known: codes.size }).toEqual({ requests: 60, known: 0 })
})

test('error: an invalid answer is ignored, and payees beyond the limit stay unknown', async () => {
  const codes = new Map<Address, boolean>()
  expect(await readPayeeCodes(async () => 'yes', [payeeAt(1)], codes, { signal })).toBe(false)
  expect(codes.size).toBe(0)
  const payees = Array.from({ length: MOST_ASKED + 1 }, (_, index) => payeeAt(index))
  expect(await readPayeeCodes(async () => '0x', payees, codes, { signal })).toBe(true)
  expect(payees.filter((payee) => !codes.has(payee))).toEqual([payees.at(-1)])
})
