import { expect, test } from 'vitest'
import { encodeRequest } from '#domain/request/requestLink.ts'
import { usualRequest } from '#tests/support/requests.ts'
import { readLink } from './requestRows.ts'

const text = encodeRequest({ request: usualRequest, signature: null, proof: null })

test('behavior: a link holds its request, and no link holds none', () => {
  expect(readLink(text)).toMatchObject({ text, fault: null, row: { signed: { request: usualRequest } } })
  expect(readLink('')).toEqual({ text: '', row: null, fault: null })
})

test('error: a link that was changed on the way holds no request and says why', () => {
  expect(readLink(text.replace('1250.5', '1251.5'))).toMatchObject({ row: null, fault: 'damaged' })
})
