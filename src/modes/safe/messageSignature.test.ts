import { type Address, concat, type Hex, pad, toHex } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { PortalError } from '#chain/PortalError.ts'
import { type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import type { MessageDetails } from '#safe/service/detailsDocument.ts'
import { hash } from '#safe/tx/SafeMessage.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { messageOf, type SigningSafe, signingSafeRpc, signMessageOf } from '#tests/support/signingSafe.ts'
import { owners, stranger } from '../../../safe-app/accounts.ts'
import { messageSignature } from './signMessage.ts'

const [ada, ben, cleo] = owners
const TEXT = 'This Safe is ours.'
const HASH = hash(SAFE, TEXT)
const gone = new PortalError('unreachable', 'The Safe service did not answer.')
const silent = () => new Promise<never>(() => {})

type Sources = {
  readonly kept?: MessageDetails | null | Error
  readonly atHost?: () => Promise<unknown>
  readonly safe?: Partial<SigningSafe>
  readonly rpc?: Rpc
  readonly signal?: AbortSignal
}

function stands({ kept = null, atHost, safe, rpc, signal = new AbortController().signal }: Sources) {
  const parts = {
    address: SAFE as Address,
    rpc: rpc ?? signingSafeRpc({ text: TEXT, ...safe }),
    gateway: {
      message: async () => {
        if (kept instanceof Error) throw kept
        return kept
      },
      transaction: async () => null,
    },
    host: {
      sign: silent,
      details: async () => null,
      signatureOf: atHost ?? (() => Promise.reject(new Error('Request failed'))),
    },
  }
  return messageSignature(parts, TEXT, signal)
}
const collecting = (have: number | null, need = 2) => ({ kind: 'collecting', messageHash: HASH, have, need })
const join = async (...signers: (typeof ada)[]) =>
  concat(await Promise.all(signers.map((one) => signMessageOf(one, TEXT))))

describe('counting the owners that a service reports', () => {
  test('behavior: counts those with a valid signature', async () => {
    expect(await stands({ kept: await messageOf(TEXT, [ada]) })).toEqual(collecting(1))
  })

  test('error: does not count strangers, repetitions or signatures of other texts', async () => {
    const { confirmations } = await messageOf(TEXT, [ada])
    const [own] = confirmations as [(typeof confirmations)[0]]
    const other = await signMessageOf(ben, 'Another text')
    const reported = [
      own,
      own,
      { owner: ben.address, signature: own.signature },
      { owner: cleo.address, signature: other },
      { owner: stranger.address, signature: await signMessageOf(stranger, TEXT) },
    ]
    const kept = {
      messageHash: HASH,
      confirmations: reported,
      preparedSignature: `0x${'11'.repeat(130)}` as Hex,
    }
    expect(await stands({ kept })).toEqual(collecting(1))
  })

  test('error: the count is unknown if the service does not say who signed', async () => {
    const kept = { ...(await messageOf(TEXT, [ada])), confirmations: null }
    expect(await stands({ kept })).toEqual(collecting(null))
  })

  test('behavior: the count is unknown if a contract’s signature could not be checked', async () => {
    const kept = await messageOf(TEXT, [ada])
    const ofContract = concat([
      pad(ben.address),
      toHex(65, { size: 32 }),
      '0x00',
      toHex(1, { size: 32 }),
      '0x01',
    ])
    const confirmations = [...kept.confirmations, { owner: ben.address, signature: ofContract }]
    const honest = signingSafeRpc({ text: TEXT })
    const rpc: Rpc = async (method, params = []) => {
      const [request] = params as [{ to?: string }?]
      if (request?.to === ben.address) throw new RpcError(-32005, 'limit exceeded')
      return honest(method, params)
    }
    expect(await stands({ kept: { ...kept, confirmations }, rpc })).toEqual(collecting(null))
  })
})

describe('a complete signature', () => {
  test('behavior: is accepted by the Safe', async () => {
    const signature = await join(ben, ada)
    const sorted = (await messageOf(TEXT, [ada, ben])).preparedSignature
    expect(sorted).toBe(signature)
    expect(await stands({ kept: await messageOf(TEXT, [ada, ben]) })).toEqual({ kind: 'signed', signature })
  })

  test('behavior: is found even if the service did not join it, or joined it with a former owner’s signature', async () => {
    const signature = (await messageOf(TEXT, [ada, cleo])).preparedSignature
    const kept = await messageOf(TEXT, [ada, ben, cleo])
    expect(await stands({ kept, safe: { owners: [ada.address, cleo.address] } })).toEqual({
      kind: 'signed',
      signature,
    })
    const unprepared = { ...(await messageOf(TEXT, [ada, cleo])), preparedSignature: null }
    expect(await stands({ kept: unprepared })).toEqual({ kind: 'signed', signature })
  })

  test('error: is never accepted just because a service reports it', async () => {
    const kept = { ...(await messageOf(TEXT, [ada])), preparedSignature: await join(ada, ada) }
    expect(await stands({ kept })).toEqual(collecting(1))
    const three = await messageOf(TEXT, [ada, ben])
    expect(await stands({ kept: three, safe: { threshold: 3 } })).toEqual(collecting(2, 3))
  })

  test('error: is not accepted while the chain cannot be read', async () => {
    const honest = signingSafeRpc({ text: TEXT })
    const rpc: Rpc = async (method, params) => {
      if (method === 'eth_blockNumber') throw new RpcError(-32005, 'limit exceeded')
      return honest(method, params)
    }
    await expect(stands({ kept: await messageOf(TEXT, [ada, ben]), rpc })).rejects.toMatchObject({
      name: 'PortalError',
      kind: 'unreachable',
    })
  })
})

test('behavior: a message unknown to the service is null, and the host is not asked', async () => {
  const atHost = vi.fn(silent)
  expect(await stands({ atHost })).toBeNull()
  expect(await stands({ atHost, safe: { code: '0x' } })).toBeNull()
  expect(atHost).not.toHaveBeenCalled()
})

describe('while the service is down', () => {
  test('behavior: the host may have the complete signature', async () => {
    const signature = await join(ben, ada)
    expect(await stands({ atHost: async () => signature, kept: gone })).toEqual({ kind: 'signed', signature })
  })

  test.each([[undefined], [null], [''], ['0x'], ['signed'], [{}], [`0x${'11'.repeat(130)}`]])(
    'error: the result is an error, never null, if the host answers %j',
    async (answer) => {
      await expect(stands({ atHost: async () => answer, kept: gone })).rejects.toBe(gone)
    },
  )

  test('error: waits three seconds for a silent host', async () => {
    vi.useFakeTimers()
    try {
      const result = stands({ atHost: silent, kept: gone }).catch((error: unknown) => error)
      await vi.advanceTimersByTimeAsync(3_000)
      expect(await result).toBe(gone)
    } finally {
      vi.useRealTimers()
    }
  })
})

test('error: a document of another message is malformed', async () => {
  const kept = { ...(await messageOf(TEXT, [ada, ben])), messageHash: hash(SAFE, 'Another text') }
  await expect(stands({ kept })).rejects.toMatchObject({ name: 'PortalError', kind: 'malformed' })
})

test('behavior: stops asking when the page is left', async () => {
  const signal = AbortSignal.abort(new DOMException('left', 'AbortError'))
  await expect(stands({ signal })).rejects.toMatchObject({ name: 'AbortError' })
})
