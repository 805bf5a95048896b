import { expect, test } from 'vitest'
import { fileContent } from './payoutText.ts'

test.each([
  ['a picture', new File(['x'], 'list.PNG'), /picture.*CSV/],
  ['a picture, recognised by its type', new File(['x'], 'list', { type: 'image/heic' }), /picture/],
  ['a PDF', new File(['x'], 'list.pdf'), /PDF.*paste/],
])('error: %s is not read, and the message says what to do instead', async (_, file, fault) => {
  expect(await fileContent(file)).toEqual({ kind: 'fault', fault: expect.stringMatching(fault) })
})

test.each([
  ['an empty file', new File([], 'a.csv'), /empty/],
  ['Latin-1', new File([new Uint8Array([0x41, 0xe9, 0x41])], 'a.csv'), /CSV UTF-8/],
])('error: names the problem with %s', async (_, file, fault) => {
  expect(await fileContent(file)).toEqual({ kind: 'fault', fault: expect.stringMatching(fault) })
})

test('error: reports a missing file, and does not read one that is too large', async () => {
  const gone = Object.assign(new File(['a'], 'a.csv'), {
    arrayBuffer: () => Promise.reject(new Error('NotFoundError')),
  })
  expect(await fileContent(gone)).toMatchObject({
    kind: 'fault',
    fault: expect.stringContaining('Choose it again'),
  })
  const large = Object.defineProperty(new File(['a'], 'a.csv'), 'size', { value: 20_000_001 })
  expect(await fileContent(large)).toMatchObject({ kind: 'fault', fault: expect.stringContaining('20 MB') })
})

test('behavior: returns a text file unchanged', async () => {
  const file = new File(['a,b\r\n'], 'rows.csv', { type: 'text/csv' })
  expect(await fileContent(file)).toMatchObject({ kind: 'text', text: 'a,b\r\n' })
})

test('behavior: a workbook is recognised by its bytes, whatever its name', async () => {
  const file = new File([new Uint8Array([0x50, 0x4b, 0x03, 0x04, 1])], 'list.csv')
  expect(await fileContent(file)).toMatchObject({ kind: 'workbook' })
})
