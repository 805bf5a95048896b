import { describe, expect, test } from 'vitest'
import { originOf, withNote } from './AppRecord.ts'

describe('originOf', () => {
  test('behavior: names the app’s origin and path, without query and fragment', () => {
    expect(originOf({ url: 'https://portal.example/?a=1#/b', name: 'unknown' })).toBe(
      '{"url":"https://portal.example","name":"unknown"}',
    )
    expect(originOf({ url: 'https://portal.example/sub', name: 'Portal' })).toBe(
      '{"url":"https://portal.example/sub","name":"Portal"}',
    )
  })

  test.each([150, 190, 400])(
    'behavior: a path of %i characters is cut to 200 in all, the name first',
    (length) => {
      const url = `https://portal.example/${'x'.repeat(length)}`
      const origin = originOf({ url, name: 'Influencer Portal' })
      expect(origin).toHaveLength(200)
      expect(url.startsWith((JSON.parse(origin) as { url: string }).url)).toBe(true)
    },
  )
})

describe('withNote', () => {
  const origin = '{"url":"http://example.com"}'

  test('behavior: adds a note without tags', () => {
    expect(withNote(origin, '<b>R&D</b>')).toBe('{"url":"http://example.com","note":"R&D"}')
  })

  test('behavior: cuts a note for which there is no room', () => {
    expect(JSON.parse(withNote(origin, 'a'.repeat(200)))).toMatchObject({ note: 'a'.repeat(172) })
  })
})
