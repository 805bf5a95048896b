import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyAddress } from '#tests/support/arbitraries.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { usdRequest, usualRequest } from '#tests/support/requests.ts'
import type { PaymentRequest } from './PaymentRequest.ts'
import { requestKey } from './requestLink.ts'
import { attributePayments, type QueuedPayment, requestStatus, type SeenPayment } from './requestStatus.ts'

const made = usualRequest.madeAt * 1_000
const brand = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const unit = 10n ** 18n
const request: PaymentRequest = { ...usualRequest, asked: { kind: 'exact', value: 250n * unit } }

let last = 0
function payment(value: bigint, more: Partial<SeenPayment> = {}): SeenPayment {
  last += 1
  return {
    id: `${last}`,
    hash: null,
    name: null,
    block: null,
    from: brand,
    value,
    at: made + last,
    proof: 'final',
    ...more,
  }
}

function queuedPayment(value: bigint, state: QueuedPayment['state']): QueuedPayment {
  const safeTxHash = '0x00' as QueuedPayment['safeTxHash']
  return { safe: other, safeTxHash, value, at: made, state, have: 1, need: 2 }
}

/** The status of a single request. */
function status(payments: readonly SeenPayment[], asked = request, queued: readonly QueuedPayment[] = []) {
  const { of } = attributePayments([{ request: asked, claimed: [] }], payments)
  return requestStatus(asked, of.get(requestKey(asked)) ?? [], queued, made)
}

describe('assigning payments to requests', () => {
  test('behavior: the exact amount pays a request only if it comes after the request', () => {
    expect(status([payment(250n * unit)]).kind).toBe('paid')
    expect(status([payment(250n * unit, { at: made - 31_000 })]).kind).toBe('waiting')
    expect(status([payment(250n * unit, { at: null })]).kind).toBe('waiting')
  })

  test('error: a payment whose time is unknown leaves the requests in doubt that it may have paid', () => {
    const named = { ...request, payer: brand, reference: 'INV-8' } as const
    const requests = [request, named].map((one) => ({ request: one, claimed: [] }))
    const unsure = (value: bigint, at: number | null) =>
      attributePayments(requests, [payment(value, { at })]).unsure.size
    expect([unsure(250n * unit, null), unsure(100n * unit, null)]).toEqual([2, 1])
    expect([unsure(250n * unit, made), unsure(250n * unit, made - 31_000)]).toEqual([0, 0])
  })

  test('behavior: another amount counts only from the named payer, as a part', () => {
    expect(status([payment(100n * unit)]).kind).toBe('waiting')
    const named = { ...request, payer: brand } as const
    expect(status([payment(100n * unit)], named)).toEqual({
      kind: 'partly',
      received: 100n * unit,
      missing: 150n * unit,
      isFinal: true,
    })
    expect(status([payment(100n * unit, { proof: 'in-a-block' })], named)).toMatchObject({
      kind: 'partly',
      isFinal: false,
    })
    expect(status([payment(100n * unit), payment(200n * unit)], named)).toMatchObject({
      kind: 'over',
      extra: 50n * unit,
    })
  })

  test('behavior: the same sender paying twice is an overpayment; two senders are not', () => {
    expect(status([payment(250n * unit), payment(250n * unit)])).toMatchObject({
      kind: 'over',
      extra: 250n * unit,
    })
    expect(status([payment(250n * unit), payment(250n * unit, { from: other })]).kind).toBe('paid')
  })

  test('behavior: one payment never pays two requests with the same amount; the older one gets it', () => {
    const younger = { ...request, madeAt: request.madeAt + 60 }
    const paid = payment(250n * unit, { at: made + 120_000 })
    const requests = [younger, request].map((one) => ({ request: one, claimed: [] }))
    const { of, others } = attributePayments(requests, [paid])
    expect(of.get(requestKey(request))).toEqual([paid])
    expect(of.get(requestKey(younger))).toEqual([])
    expect(others).toEqual([])
    const claiming = [
      { request, claimed: [] },
      { request: younger, claimed: [paid.id] },
    ]
    expect(attributePayments(claiming, [paid]).of.get(requestKey(younger))).toEqual([paid])
  })

  test('error: a request that may have been paid before the known payments takes none of a later one', () => {
    const younger = { ...request, madeAt: request.madeAt + 60 }
    const paid = payment(250n * unit, { at: made + 120_000 })
    const requests = [request, younger].map((one) => ({ request: one, claimed: [] }))
    for (const since of [younger.madeAt * 1_000, request.madeAt * 1_000 + 1]) {
      const { of, unsure } = attributePayments(requests, [paid], since)
      expect(of.get(requestKey(younger))).toEqual([paid])
      expect(unsure).toEqual(new Set([requestKey(request)]))
    }
    // With no earlier payment known, either of them may have been paid by another one.
    const { of, unsure } = attributePayments(requests, [paid], null)
    expect(of.get(requestKey(request))).toEqual([paid])
    expect(unsure).toEqual(new Set([requestKey(younger)]))
    expect(attributePayments(requests, [paid], made).unsure.size).toBe(0)
  })

  test('error: a payment by somebody else never pays a request to another Safe while one to anybody is open', () => {
    const toSafe = { ...request, payer: other } as const
    const toAnybody = { ...request, madeAt: request.madeAt + 60 }
    const requests = [toSafe, toAnybody].map((one) => ({ request: one, claimed: [] }))
    const paid = payment(250n * unit, { at: made + 120_000 })
    const { of } = attributePayments(requests, [paid])
    expect(of.get(requestKey(toAnybody))).toEqual([paid])
    expect(of.get(requestKey(toSafe))).toEqual([])
    // Alone it is paid all the same: the payer may use another account.
    expect(status([payment(250n * unit)], toSafe).kind).toBe('paid')
  })

  test('behavior: an open amount takes every payment while it is the only request', () => {
    const open: PaymentRequest = { ...request, asked: { kind: 'open' } }
    expect(status([payment(1n), payment(2n, { from: other })], open)).toEqual({ kind: 'paid', received: 3n })
    const requests = [open, { ...open, memo: 'another' }].map((one) => ({ request: one, claimed: [] }))
    expect(attributePayments(requests, [payment(1n)]).others).toHaveLength(1)
  })

  test('behavior: every payment counts once, and only proven ones make a request paid', () => {
    const anyPayment = fc.record({
      value: fc.constantFrom(1n, 100n, 250n).map((value) => value * unit),
      from: fc.constantFrom(brand, other, null),
      at: fc.option(fc.integer({ min: made - 90_000, max: made + 90_000 })),
      proof: fc.constantFrom<SeenPayment['proof']>('final', 'in-a-block', 'reported'),
    })
    const anyAsk = fc.record({
      asked: fc.constantFrom<PaymentRequest['asked']>(
        { kind: 'open' },
        { kind: 'exact', value: 100n * unit },
        { kind: 'exact', value: 250n * unit },
      ),
      madeAt: fc.integer({ min: request.madeAt - 60, max: request.madeAt + 60 }),
      payer: fc.constantFrom(brand, other, null),
      memo: fc.string({ maxLength: 3 }),
      payee: anyAddress,
    })
    const asks = fc.uniqueArray(anyAsk, {
      maxLength: 5,
      selector: (ask) => requestKey({ ...request, ...ask, payee: request.payee }),
    })
    fc.assert(
      fc.property(asks, fc.array(anyPayment, { maxLength: 8 }), fc.nat({ max: 9 }), (asked, came, claim) => {
        const requests = asked.map((one, index) => ({
          request: { ...request, ...one, payee: request.payee },
          claimed: index === 0 ? [`p${claim}`] : [],
        }))
        const payments = came.map((one, index) => ({
          ...one,
          id: `p${index}`,
          hash: null,
          name: null,
          block: null,
        }))
        const { of, others } = attributePayments(requests, payments)
        const all = [...[...of.values()].flat(), ...others].map(({ id }) => id)
        expect(all.toSorted()).toEqual(payments.map(({ id }) => id).toSorted())
        for (const { request: one, claimed } of requests) {
          const own = of.get(requestKey(one)) ?? []
          const { kind } = requestStatus(one, own, [], made)
          // Cross-check: add up the final payments.
          let proven = 0n
          for (const { proof, value } of own) if (proof === 'final') proven += value
          if (kind === 'paid' || kind === 'over') {
            expect(proven >= (one.asked.kind === 'exact' ? one.asked.value : 1n)).toBe(true)
          }
          for (const { id, at } of own) {
            if (!claimed.includes(id)) expect(at ?? 0).toBeGreaterThanOrEqual(one.madeAt * 1_000 - 30_000)
          }
        }
      }),
      propertyRuns(1_000),
    )
  })
})

describe('a request in US dollars', () => {
  const dollars: PaymentRequest = {
    ...usdRequest,
    asked: { kind: 'usd', cents: 25_000n, tolerance: 100, until: request.madeAt + 600 },
  }
  const at = (price: bigint) => ({ price: { value: price * 10n ** 8n, at: made, round: 1n } })
  /** An amount in thousandths of a BNB. */
  const bnb = (thousandths: bigint) => thousandths * 10n ** 15n

  test('behavior: is paid by what was worth the dollars when its block was made, within the tolerance', () => {
    expect(status([payment(bnb(500n), at(500n))], dollars)).toEqual({ kind: 'paid', received: bnb(500n) })
    expect(status([payment(bnb(495n), at(500n))], dollars).kind).toBe('paid')
    expect(status([payment(bnb(505n), at(500n))], dollars).kind).toBe('paid')
    expect(status([payment(bnb(500n), { ...at(500n), proof: 'in-a-block' })], dollars).kind).toBe(
      'confirming',
    )
    // Another amount from an unknown sender may be for something else.
    expect(status([payment(bnb(494n), at(500n))], dollars).kind).toBe('waiting')
  })

  test('behavior: is short or over by the difference in cents, each payment at its own price', () => {
    const named = { ...dollars, payer: brand } as const
    expect(status([payment(bnb(490n), at(500n))], named)).toEqual({
      kind: 'partly',
      received: bnb(490n),
      missing: 500n,
      isFinal: true,
    })
    expect(status([payment(bnb(250n), at(500n)), payment(bnb(250n), at(600n))], named)).toEqual({
      kind: 'over',
      received: bnb(500n),
      extra: 2_500n,
    })
    expect(status([payment(bnb(250n), at(500n)), payment(bnb(250n), at(500n))], named).kind).toBe('paid')
  })

  test('behavior: can’t be told while a price is not known, and is never called unpaid then', () => {
    for (const some of [{}, { price: null }]) {
      expect(status([payment(bnb(500n), some)], dollars)).toEqual({ kind: 'unpriced', received: bnb(500n) })
    }
    const both = [payment(bnb(500n), at(500n)), payment(bnb(100n))]
    expect(status(both, { ...dollars, payer: brand }).kind).toBe('unpriced')
    // The final and priced payment pays it, even if more follows.
    const more = { proof: 'reported' } as const
    expect(status([payment(bnb(500n), at(500n)), payment(bnb(1n), more)], dollars).kind).toBe('paid')
  })

  test('error: of several, a payment of unknown price leaves none without a doubt', () => {
    const larger: PaymentRequest = { ...dollars, reference: 'INV-9', madeAt: request.madeAt + 1 }
    const requests = [dollars, larger].map((one) => ({ request: one, claimed: [] }))
    const unsure = (...some: readonly SeenPayment[]) => attributePayments(requests, some).unsure
    const later = { at: made + 5_000 }
    expect(unsure(payment(bnb(500n), later))).toEqual(new Set([requestKey(larger)]))
    expect(unsure(payment(bnb(500n), { ...at(500n), ...later }))).toEqual(new Set())
    expect(unsure(payment(bnb(500n), { at: made - 90_000 }))).toEqual(new Set())
  })

  test('behavior: leaves the exact amount of another request to that one, whichever is older', () => {
    const usd: PaymentRequest = { ...dollars, token: request.token }
    const paid = payment(250n * unit, { ...at(1n), at: made + 5_000 })
    for (const madeAt of [request.madeAt - 2, request.madeAt + 2]) {
      const exact = { ...request, madeAt }
      const requests = [usd, exact].map((one) => ({ request: one, claimed: [] }))
      const { of } = attributePayments(requests, [paid])
      expect(of.get(requestKey(exact))).toEqual([paid])
      expect(of.get(requestKey(usd))).toEqual([])
    }
  })

  test('behavior: takes any later proposal to its payee as a payment on its way, and expires at its time', () => {
    const queued = queuedPayment(7n, 'awaiting')
    expect(status([], dollars, [queued])).toEqual({ kind: 'queued', queued, received: 0n })
    const until = (request.madeAt + 600) * 1_000
    expect(requestStatus(dollars, [], [], until - 1).kind).toBe('waiting')
    expect(requestStatus(dollars, [], [], until).kind).toBe('expired')
  })
})

describe('a request’s status', () => {
  test('behavior: is not paid by a sufficient amount that is not final', () => {
    for (const proof of ['in-a-block', 'reported'] as const) {
      expect(status([payment(250n * unit, { proof })]).kind).toBe('confirming')
    }
  })

  test('behavior: is queued only for a proposal of exactly the missing amount, made after the request', () => {
    const exact = queuedPayment(250n * unit, 'awaiting')
    expect(status([], request, [queuedPayment(10n, 'ready'), exact])).toEqual({
      kind: 'queued',
      queued: exact,
      received: 0n,
    })
    expect(status([], request, [queuedPayment(400n * unit, 'ready')]).kind).toBe('waiting')
    expect(status([], request, [{ ...exact, at: made - 31_000 }]).kind).toBe('waiting')
    expect(status([], { ...request, asked: { kind: 'open' } }, [exact]).kind).toBe('queued')
    expect(status([payment(250n * unit)], request, [exact]).kind).toBe('paid')
  })

  test('behavior: is expired only once its day has ended everywhere', () => {
    const at = (time: string) => requestStatus(request, [], [], Date.parse(time)).kind
    expect(at('2026-12-16T11:59:00Z')).toBe('waiting')
    expect(at('2026-12-16T12:00:00Z')).toBe('expired')
    expect(requestStatus({ ...request, dueOn: null }, [], [], Number.MAX_SAFE_INTEGER).kind).toBe('waiting')
  })
})
