import { expect, test } from 'vitest'
import { usdRequest, usualRequest } from '#tests/support/requests.ts'
import { requestKey } from './requestLink.ts'
import { requestMessage } from './requestMessage.ts'

test('behavior: the text to sign of a request in a token never changes, or its signatures would break', () => {
  expect(requestMessage(usualRequest)).toBe(
    [
      'Influencer Portal: payment request on BNB Smart Chain',
      '',
      'I ask to be paid to this account. Signing this costs nothing and moves nothing.',
      '',
      'Amount: 1,250.50 USDT',
      'Token: 0x55d398326f99059fF775485246999027B3197955',
      'To: 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      'For: Story and reel, November',
      'Reference: INV-2026-0117',
      'Pay by: 2026-12-15',
      'Made at: 2026-11-21T22:26:40Z',
      'Chain ID: 56',
      'Request: 1/56/0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266/USDT/1250.5/1795300000/m-U3RvcnkgYW5kIHJlZWwsIE5vdmVtYmVy/r-SU5WLTIwMjYtMDExNw/d-20261215',
    ].join('\n'),
  )
})

test('behavior: a name and a handle are part of the text to sign, so that one signature covers them', () => {
  const request = {
    ...usualRequest,
    name: 'Dana Weber',
    handle: { platform: 'x', name: 'danahikes' },
  } as const
  const lines = requestMessage(request).split('\n')
  expect(lines.slice(6, 9)).toEqual([
    'To: 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    'My name: Dana Weber',
    'My handle: @danahikes on X (https://x.com/danahikes)',
  ])
  expect(lines.at(-1)).toMatch(/\/d-20261215\/n-RGFuYSBXZWJlcg\/h-x:danahikes$/)
})

test('behavior: the text to sign of a request in dollars states them with their tolerance and time', () => {
  const lines = requestMessage(usdRequest).split('\n')
  expect(lines.slice(4, 8)).toEqual([
    'Amount: 1,250.50 USD, paid in BNB at Chainlink’s price',
    'Tolerance: 1%',
    'Valid until: 2026-11-28T22:26:40Z',
    'Token: BNB, the coin of the chain',
  ])
  expect(lines.at(-1)).toBe(`Request: ${requestKey(usdRequest)}`)
})
