import { expect, test } from 'vitest'
import { describePayload, sizeText } from './payload.ts'

test('behavior: a payload is written as JSON writes it', () => {
  const value = { call: 'eth_call', params: [{ to: '0x1', n: 1 }, 'latest', null, true], none: undefined }
  const text = JSON.stringify(value)
  expect(describePayload(value)).toEqual({ text, size: text.length, isCut: false })
  expect(describePayload(undefined)).toEqual({ text: '', size: 0, isCut: false })
})

test('behavior: of 10 MB the beginning is kept, and the size', () => {
  const { text, size, isCut } = describePayload({ message: 'long '.repeat(2_000_000) })
  expect([text.length, size, isCut]).toEqual([100_000, 10_000_014, true])
  expect(text.startsWith('{"message":"long long')).toBe(true)
  expect(sizeText(size)).toBe('10.0 MB')
})

test('error: values that JSON cannot say, that contain themselves or never end are described', () => {
  const endless: Record<string, unknown> = { big: 12n, bytes: new Uint8Array(3), nan: Number.NaN }
  endless.self = endless
  endless.again = endless
  const { text, isCut } = describePayload(endless)
  expect(text.startsWith('{"big":"12n","bytes":"3 bytes","nan":NaN,"self":{')).toBe(true)
  expect(isCut).toBe(true)
  expect(describePayload(new Array(5_000_000).fill(0)).isCut).toBe(true)
})
