import { getAddress } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { SAFE_LIMIT } from '#account/Account.ts'
import { exclusive } from '#account/exclusive.ts'
import type { Submission } from '#account/Submission.ts'
import { PortalError } from '#chain/PortalError.ts'
import { readDetails } from '#safe/service/detailsDocument.ts'
import {
  type ListedTransaction,
  NEWEST,
  type SafeSource,
  type TransactionPage,
} from '#safe/service/SafeSource.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { toSafeTx } from '#safe/tx/signedFields.ts'
import {
  detailsDocument,
  PAYEE,
  PAYOUT_HASH,
  payoutCall,
  queuedDocument,
  REJECTION_HASH,
  SAFE,
} from '#tests/support/safeExamples.ts'
import { findQueued, propose, readQueue } from './propose.ts'

const calls = [payoutCall]
const rejected = new PortalError('rejected', 'You closed the request in your Safe.')
const details = readDetails(detailsDocument)
const [, , queuedPayout] = queuedDocument.results

/** A row of the queue; only its id matters here. */
const row = (hash: SafeTxHash) =>
  ({ ...queuedPayout?.transaction, id: `multisig_${SAFE}_${hash}` }) as unknown as ListedTransaction
const other = (index: number) => `0x${`${index}`.padStart(64, '0')}` as unknown as SafeTxHash

/** A service with a mutable queue and this page size. */
function service(queue: SafeTxHash[], pageSize = 20, executed: SafeTxHash[] = []): SafeSource {
  return {
    name: 'Safe gateway',
    executedAt: () => Promise.reject(new Error('not asked for')),
    queued: vi.fn(async (_: unknown, cursor: string | null): Promise<TransactionPage> => {
      const from = cursor === NEWEST ? 0 : Number(cursor)
      const next = from + pageSize
      return {
        transactions: queue.slice(from, next).map(row),
        cursor: next < queue.length ? `${next}` : null,
        unreadable: 0,
      }
    }),
    history: async () => ({ transactions: executed.map(row), cursor: null, unreadable: 0 }),
    transaction: vi.fn(async (hash: SafeTxHash) => (hash === PAYOUT_HASH ? details : null)),
  }
}

const host = (send: () => Promise<SafeTxHash>) => ({ send, details: async () => null })
const parts = (gateway: SafeSource, send: () => Promise<SafeTxHash>) =>
  ({ address: SAFE, gateway, host: host(send), pause: () => new Promise<void>(() => {}) }) as const

describe('propose', () => {
  test('behavior: returns the host’s proposal', async () => {
    expect(
      await propose(
        parts(service([]), async () => PAYOUT_HASH),
        calls,
      ),
    ).toEqual({
      kind: 'proposed',
      safe: SAFE,
      calls,
      safeTxHash: PAYOUT_HASH,
      inLargerBatch: false,
    })
  })

  test('behavior: waits while the gateway would give the next proposal a nonce that waits in the queue', async () => {
    const safe = getAddress(`0x${'71'.repeat(20)}`)
    const asked: string[] = []
    const nonces = [12n, 12n, 13n]
    const queue: SafeTxHash[] = []
    const gateway = {
      ...service(queue),
      nextNonce: async () => {
        asked.push('nonce')
        return nonces.shift() ?? 13n
      },
    }
    const send = async () => {
      asked.push('host')
      queue.push(PAYOUT_HASH)
      return PAYOUT_HASH
    }
    const ask = () => propose({ address: safe, gateway, host: host(send), pause: async () => {} }, calls)
    await ask()
    expect(asked).toEqual(['nonce', 'host'])
    await ask()
    expect(asked).toEqual(['nonce', 'host', 'nonce', 'nonce', 'host'])
  })

  test('error: a second proposal waits for its own nonce although the copies of the gateway are a minute old', async () => {
    const safe = getAddress(`0x${'76'.repeat(20)}`)
    const asked: (string | bigint)[] = []
    const nonces = [12n, 12n, 12n, 13n]
    const nextNonce = async () => {
      const next = nonces.shift() ?? 13n
      asked.push(next)
      return next
    }
    const send = async () => {
      asked.push('host')
      return PAYOUT_HASH
    }
    // The queue never shows the first proposal, and nobody can read it.
    const gateway = { ...service([]), nextNonce, transaction: async () => null }
    const ask = () => propose({ address: safe, gateway, host: host(send), pause: async () => {} }, calls)
    await ask()
    await ask()
    expect(asked).toEqual([12n, 'host', 12n, 12n, 13n, 'host'])
  })

  test('error: after a reload, a second proposal waits for a nonce above that of the first', async () => {
    const safe = getAddress(`0x${'74'.repeat(20)}`)
    if (!details) throw new Error('The fixture can be read')
    const { nonce } = toSafeTx(details)
    const nonces = [nonce, nonce, nonce + 1n]
    const asked: bigint[] = []
    const nextNonce = async () => {
      const next = nonces.shift() ?? 0n
      asked.push(next)
      return next
    }
    const parts = { address: safe, gateway: { ...service([]), nextNonce }, pause: async () => {} }
    const none = new AbortController().signal
    await propose({ ...parts, host: host(async () => other(2)) }, calls, none, [PAYOUT_HASH])
    expect(asked).toEqual([nonce, nonce, nonce + 1n])
  })

  test('error: asks the host after a minute in which no other nonce was recommended', async () => {
    const safe = getAddress(`0x${'75'.repeat(20)}`)
    const send = vi.fn(async () => PAYOUT_HASH)
    const nextNonce = vi.fn(async () => 12n)
    const parts = { address: safe, gateway: { ...service([]), nextNonce }, pause: async () => {} }
    await propose({ ...parts, host: host(send) }, calls)
    await propose({ ...parts, host: host(send) }, calls)
    expect(send).toHaveBeenCalledTimes(2)
    expect(nextNonce.mock.calls.length).toBeGreaterThanOrEqual(60)
  })

  test('error: asks the host in spite of a gateway that gives no nonce', async () => {
    const safe = getAddress(`0x${'72'.repeat(20)}`)
    const send = vi.fn(async () => PAYOUT_HASH)
    const gateway = { ...service([REJECTION_HASH]), nextNonce: () => Promise.reject(new Error('down')) }
    const ask = () => propose({ address: safe, gateway, host: host(send), pause: async () => {} }, calls)
    await ask()
    await ask()
    expect(send).toHaveBeenCalledTimes(2)
  })

  test('error: does not ask the host if the person stops while a free nonce is awaited', async () => {
    const safe = getAddress(`0x${'79'.repeat(20)}`)
    const send = vi.fn(async () => PAYOUT_HASH)
    const common = {
      address: safe,
      gateway: { ...service([]), nextNonce: async () => 12n },
      host: host(send),
    }
    await propose({ ...common, pause: () => new Promise(() => {}) }, calls)
    const stop = new AbortController()
    const pause = async () => stop.abort()
    const stopped = exclusive('your Safe')(
      (markAsked) => propose({ ...common, pause, markAsked }, calls, stop.signal),
      stop.signal,
    )
    await expect(stopped).rejects.toMatchObject({ kind: 'rejected' })
    expect(send).toHaveBeenCalledOnce()
  })

  test('error: refuses more payments than the limit before asking the host', async () => {
    const send = vi.fn(async () => PAYOUT_HASH)
    const many = (count: number) => Array.from({ length: count }, () => payoutCall)
    await expect(propose(parts(service([]), send), many(SAFE_LIMIT + 1))).rejects.toMatchObject({
      kind: 'refused',
    })
    expect(send).not.toHaveBeenCalled()
    expect((await propose(parts(service([]), send), many(SAFE_LIMIT))).calls).toHaveLength(SAFE_LIMIT)
  })

  test('behavior: a rejection counts as proposed if the proposal is in the queue', async () => {
    const queue = [REJECTION_HASH]
    const send = async () => {
      queue.push(PAYOUT_HASH)
      throw rejected
    }
    expect(await propose(parts(service(queue), send), calls)).toMatchObject({
      kind: 'proposed',
      safeTxHash: PAYOUT_HASH,
    })
  })

  test('behavior: finds it behind a queue of many pages', async () => {
    const queue = Array.from({ length: 45 }, (_, index) => other(index))
    const send = async () => {
      queue.push(PAYOUT_HASH)
      throw rejected
    }
    expect(await propose(parts(service(queue), send), calls)).toMatchObject({ safeTxHash: PAYOUT_HASH })
  })

  test('error: a rejection is no answer if the same payment was executed since, at once and past the queue', async () => {
    const executed: SafeTxHash[] = [REJECTION_HASH]
    const send = async () => {
      executed.unshift(PAYOUT_HASH)
      throw rejected
    }
    const asked = propose(parts(service([], 20, executed), send), calls)
    await expect(asked).rejects.toMatchObject({ kind: 'unknown-result' })
    // One that was executed before says nothing.
    const again = () => Promise.reject(rejected)
    await expect(propose(parts(service([], 20, executed), again), calls)).rejects.toBe(rejected)
  })

  test('error: a rejection is no answer if the history could not be read', async () => {
    const gateway = { ...service([]), history: () => Promise.reject(new Error('down')) }
    const asked = propose(
      parts(gateway, () => Promise.reject(rejected)),
      calls,
    )
    await expect(asked).rejects.toMatchObject({ kind: 'unknown-result' })
  })

  test('error: a rejection without a queued proposal is rejected', async () => {
    await expect(
      propose(
        parts(service([REJECTION_HASH]), () => Promise.reject(rejected)),
        calls,
      ),
    ).rejects.toBe(rejected)
  })

  test('error: an equal payment queued before is not mistaken for this one', async () => {
    await expect(
      propose(
        parts(service([PAYOUT_HASH]), () => Promise.reject(rejected)),
        calls,
      ),
    ).rejects.toBe(rejected)
  })

  test('error: a different proposal queued in the meantime is not mistaken for this one', async () => {
    const queue: SafeTxHash[] = []
    const send = async () => {
      queue.push(PAYOUT_HASH)
      throw rejected
    }
    const different = [{ ...payoutCall, to: PAYEE } as const]
    await expect(propose(parts(service(queue), send), different)).rejects.toBe(rejected)
  })

  test('error: any other error leaves the result unknown and keeps its cause (A7)', async () => {
    const cause = new TypeError('x')
    await expect(
      propose(
        parts(service([]), () => Promise.reject(cause)),
        calls,
      ),
    ).rejects.toMatchObject({
      kind: 'unknown-result',
      cause,
    })
  })
})

describe('while the host does not answer', () => {
  const silent = () => new Promise<SafeTxHash>(() => {})

  test('behavior: a new proposal in the queue is the answer, without one from the host', async () => {
    const queue: SafeTxHash[] = []
    const pause = async () => void queue.push(PAYOUT_HASH)
    expect(await propose({ ...parts(service(queue), silent), pause }, calls)).toEqual({
      kind: 'proposed',
      safe: SAFE,
      calls,
      safeTxHash: PAYOUT_HASH,
      inLargerBatch: false,
    })
  })

  test('error: its proposal is not lost if it answers later, or if an equal one by another owner came first', async () => {
    const queue: SafeTxHash[] = []
    const answers: Submission[] = []
    let approve = (_: SafeTxHash) => {}
    const slow = () =>
      new Promise<SafeTxHash>((resolve) => {
        approve = resolve
      })
    const pause = async () => void queue.push(PAYOUT_HASH)
    const onAnswer = (one: Submission) => void answers.push(one)
    const asked = propose({ ...parts(service(queue), slow), pause, onAnswer }, calls)
    expect(await asked).toMatchObject({ safeTxHash: PAYOUT_HASH })
    expect(answers).toEqual([])
    approve(other(7))
    await vi.waitFor(() => expect(answers).toMatchObject([{ kind: 'proposed', safeTxHash: other(7) }]))
  })

  test('error: an equal payment queued before is not an answer', async () => {
    const leave = new AbortController()
    let looks = 0
    const pause = async () => {
      if (++looks > 3) leave.abort()
    }
    const asked = propose({ ...parts(service([PAYOUT_HASH]), silent), pause }, calls, leave.signal)
    const late = new Promise((resolve) => setTimeout(() => resolve('still waiting'), 20))
    expect(await Promise.race([asked, late])).toBe('still waiting')
    expect(looks).toBe(4)
  })
})

describe('when the queue cannot be checked', () => {
  const unreachable = new PortalError('unreachable', 'The Safe service did not answer.')

  test('error: a draft in the host’s batch is neither proposed nor rejected', async () => {
    const queue: SafeTxHash[] = []
    const gateway = service(queue)
    const info = details && { ...details.detailedExecutionInfo, confirmations: [] }
    vi.mocked(gateway.transaction).mockImplementation(
      async () => details && info && { ...details, detailedExecutionInfo: info },
    )
    const closed = async () => {
      queue.push(PAYOUT_HASH)
      throw rejected
    }
    await expect(propose(parts(gateway, closed), calls)).rejects.toMatchObject({ kind: 'unknown-result' })
    expect(await findQueued({ gateway, address: SAFE }, calls, new Set())).toBeNull()
    // Once an owner signs it, it is the proposal.
    vi.mocked(gateway.transaction).mockImplementation(async () => details)
    expect(await findQueued({ gateway, address: SAFE }, calls, new Set())).toEqual({
      safeTxHash: PAYOUT_HASH,
      inLargerBatch: false,
    })
  })

  test('error: a host with another Safe open was not asked, whether or not the queue can be read', async () => {
    const refused = new PortalError('refused', 'Another Safe was opened in the host.')
    const gateway = { ...service([]), queued: () => Promise.reject(new Error('down')) }
    const asked = propose(
      parts(gateway, () => Promise.reject(refused)),
      calls,
    )
    await expect(asked).rejects.toBe(refused)
  })

  test.each([1, 2])('error: an unreadable queue at reading %i is an unknown result', async (broken) => {
    const gateway = service([])
    const working = vi.mocked(gateway.queued).getMockImplementation()
    let reading = 0
    vi.mocked(gateway.queued).mockImplementation((...args) => {
      if (++reading === broken || !working) return Promise.reject(unreachable)
      return working(...args)
    })
    await expect(
      propose(
        parts(gateway, () => Promise.reject(rejected)),
        calls,
      ),
    ).rejects.toMatchObject({
      kind: 'unknown-result',
    })
  })

  test('error: a new row with unreadable content is an unknown result', async () => {
    const queue: SafeTxHash[] = []
    const gateway = service(queue)
    vi.mocked(gateway.transaction).mockRejectedValue(unreachable)
    const send = async () => {
      queue.push(PAYOUT_HASH)
      throw rejected
    }
    await expect(propose(parts(gateway, send), calls)).rejects.toMatchObject({ kind: 'unknown-result' })
  })

  test.each<[string, (page: TransactionPage) => TransactionPage]>([
    ['that the service cannot show yet', (page) => page],
    ['that is malformed', (page) => ({ ...page, transactions: [], unreadable: page.transactions.length })],
    [
      'without its hash',
      (page) => ({ ...page, transactions: page.transactions.map((one) => ({ ...one, id: 'multisig' })) }),
    ],
  ])('error: a new row %s is an unknown result', async (_, spoil) => {
    const queue: SafeTxHash[] = []
    const gateway = service(queue)
    const queued = vi.mocked(gateway.queued).getMockImplementation() ?? gateway.queued
    vi.mocked(gateway.queued).mockImplementation(async (...asked) => spoil(await queued(...asked)))
    vi.mocked(gateway.transaction).mockResolvedValue(null)
    const send = async () => {
      queue.push(PAYOUT_HASH)
      throw rejected
    }
    await expect(propose(parts(gateway, send), calls)).rejects.toMatchObject({ kind: 'unknown-result' })
  })

  test('behavior: a row that could not be read before either does not make a rejection unknown', async () => {
    const gateway = service([])
    vi.mocked(gateway.queued).mockResolvedValue({ transactions: [], cursor: null, unreadable: 1 })
    const send = () => Promise.reject(rejected)
    await expect(propose(parts(gateway, send), calls)).rejects.toMatchObject({ kind: 'rejected' })
  })

  test('error: an endless queue is an unknown result', async () => {
    const gateway = service([])
    vi.mocked(gateway.queued).mockImplementation(async () => ({
      transactions: [],
      cursor: 'again',
      unreadable: 0,
    }))
    await expect(
      propose(
        parts(gateway, () => Promise.reject(rejected)),
        calls,
      ),
    ).rejects.toMatchObject({
      kind: 'unknown-result',
    })
  })

  test('behavior: an unreadable queue does not prevent proposing', async () => {
    const gateway = service([])
    vi.mocked(gateway.queued).mockRejectedValue(unreachable)
    expect(
      await propose(
        parts(gateway, async () => PAYOUT_HASH),
        calls,
      ),
    ).toMatchObject({ kind: 'proposed' })
  })
})

test('behavior: reads a queue’s hashes from its ids, in lower case', async () => {
  const gateway = service([
    PAYOUT_HASH.toUpperCase().replace('0X', '0x') as unknown as SafeTxHash,
    REJECTION_HASH,
  ])
  expect((await readQueue(gateway, SAFE)).hashes).toEqual(new Set([PAYOUT_HASH, REJECTION_HASH]))
})

test('behavior: skips a row that the service no longer has', async () => {
  const parts = { gateway: service([REJECTION_HASH, PAYOUT_HASH]), address: SAFE } as const
  expect(await findQueued(parts, calls, new Set())).toEqual({ safeTxHash: PAYOUT_HASH, inLargerBatch: false })
  expect(await findQueued(parts, calls, new Set([PAYOUT_HASH]))).toBeNull()
})
