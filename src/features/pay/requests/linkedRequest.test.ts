import { expect, test } from 'vitest'
import { encodeRequest } from '#domain/request/requestLink.ts'
import { payeeAt } from '../../../../tests/support/payeeAt.ts'
import { usualRequest } from '../../../../tests/support/requests.ts'
import { followLink, type RequestContext, readLink, startContext } from './linkedRequest.ts'

type Review = { readonly kind: 'review'; readonly of: string }

const textOf = (index: number) =>
  encodeRequest({
    request: { ...usualRequest, payee: payeeAt(index) },
    signature: null,
    proof: null,
  })
const [textA, textB] = [textOf(1), textOf(2)]
const payees = ({ rows }: RequestContext<Review>) => rows.map(({ signed }) => signed.request.payee)
const opened = startContext<Review>(readLink(textA))
const reviewed: RequestContext<Review> = { ...opened, step: { kind: 'review', of: textA } }

test('behavior: starts with the link’s request, or with none without a link', () => {
  expect(payees(opened)).toEqual([payeeAt(1)])
  expect(startContext<Review>(readLink(''))).toEqual({ link: '', rows: [], step: { kind: 'edit' } })
})

test('error: another link shows only its own request, and nothing of the first review (A24)', () => {
  const next = followLink(reviewed, readLink(textB))
  expect(payees(next)).toEqual([payeeAt(2)])
  expect(next.step).toEqual({ kind: 'edit' })
  expect(next.link).toBe(textB)
})

test('error: requests added beside the first link are not shown with the second (A24)', () => {
  const collected = { ...opened, rows: [...opened.rows, ...startContext<Review>(readLink(textOf(3))).rows] }
  expect(payees(followLink(collected, readLink(textB)))).toEqual([payeeAt(2)])
})

test('error: an unreadable link shows no request, not the previous one (A24)', () => {
  const damaged = readLink(textB.replace('1250.5', '1251.5'))
  expect(damaged).toMatchObject({ row: null, fault: 'damaged' })
  const next = followLink(reviewed, damaged)
  expect([next.rows, next.step]).toEqual([[], { kind: 'edit' }])
})

test('behavior: the same link, or an empty one, changes nothing', () => {
  expect(followLink(reviewed, readLink(textA))).toBe(reviewed)
  const left = followLink(reviewed, readLink(''))
  expect(left).toEqual({ ...reviewed, link: '' })
  expect(followLink(left, readLink(''))).toBe(left)
  // Following it again opens it again.
  expect(followLink(left, readLink(textA))).toEqual(opened)
})
