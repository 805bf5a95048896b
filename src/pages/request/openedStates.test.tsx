import { expect, test } from 'vitest'
import type { RequestStatus } from '#domain/request/requestStatus.ts'
import { usualRequest } from '#tests/support/requests.ts'
import { openedState } from './ChecksBeforePaying.tsx'

const doubt = (status: RequestStatus) => openedState(usualRequest, status, [])?.doubt
const partly = (missing: bigint): RequestStatus => ({ kind: 'partly', received: 1n, missing, isFinal: true })

test('behavior: an agreement to pay holds for one doubt, not for another that reads the same', () => {
  const hash = { kind: 'confirming', received: 1n } as const
  expect(openedState(usualRequest, hash, [])?.title).toBe('A payment is on its way')
  expect(new Set([doubt(hash), doubt({ kind: 'unknown' }), doubt(partly(5n)), doubt(partly(4n))]).size).toBe(
    4,
  )
  expect(doubt(partly(5n))).toBe(doubt(partly(5n)))
})
