import { type Address, concat, type Hex, pad, toHex } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { PortalError } from '#chain/PortalError.ts'
import { type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import type { MessageDetails } from '#safe/service/messageDocument.ts'
import { hash } from '#safe/tx/SafeMessage.ts'
import { owners, stranger } from '../../../safe-app/accounts.ts'
import { SAFE } from '../../../tests/support/safeExamples.ts'
import {
  messageOf,
  type SigningSafe,
  signingSafeRpc,
  signMessageOf,
} from '../../../tests/support/signingSafe.ts'
import { messageSignature } from './messageSignature.ts'

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

describe('of the owners that a service tells', () => {
  test('behavior: it counts those whose signatures are theirs', async () => {
    expect(await stands({ kept: await messageOf(TEXT, [ada]) })).toEqual(collecting(1))
  })

  test('error: strangers, repetitions and signatures of other texts do not count', async () => {
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

  test('behavior: it is not said how many have signed where a contract’s word could not be read', async () => {
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

describe('a signature is complete', () => {
  test('behavior: when the Safe accepts it', async () => {
    const signature = await join(ben, ada)
    const sorted = (await messageOf(TEXT, [ada, ben])).preparedSignature
    expect(sorted).toBe(signature)
    expect(await stands({ kept: await messageOf(TEXT, [ada, ben]) })).toEqual({ kind: 'signed', signature })
  })

  test('behavior: although the service has not put it together, or has spoilt it with an owner who left', async () => {
    const signature = (await messageOf(TEXT, [ada, cleo])).preparedSignature
    const kept = await messageOf(TEXT, [ada, ben, cleo])
    expect(await stands({ kept, safe: { owners: [ada.address, cleo.address] } })).toEqual({
      kind: 'signed',
      signature,
    })
    const unprepared = { ...(await messageOf(TEXT, [ada, cleo])), preparedSignature: null }
    expect(await stands({ kept: unprepared })).toEqual({ kind: 'signed', signature })
  })

  test('error: never because a service says so', async () => {
    const kept = { ...(await messageOf(TEXT, [ada])), preparedSignature: await join(ada, ada) }
    expect(await stands({ kept })).toEqual(collecting(1))
    const three = await messageOf(TEXT, [ada, ben])
    expect(await stands({ kept: three, safe: { threshold: 3 } })).toEqual(collecting(2, 3))
  })

  test('error: nor while the chain cannot be asked about it', async () => {
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

test('behavior: what the service does not know, nobody knows, and the host is not asked as well', async () => {
  const atHost = vi.fn(silent)
  expect(await stands({ atHost })).toBeNull()
  expect(await stands({ atHost, safe: { code: '0x' } })).toBeNull()
  expect(atHost).not.toHaveBeenCalled()
})

describe('while the service is away', () => {
  test('behavior: the host may have the complete signature', async () => {
    const signature = await join(ben, ada)
    expect(await stands({ atHost: async () => signature, kept: gone })).toEqual({ kind: 'signed', signature })
  })

  test.each([[undefined], [null], [''], ['0x'], ['signed'], [{}], [`0x${'11'.repeat(130)}`]])(
    'error: that is an error, never "nobody knows it", where the host says %j',
    async (answer) => {
      await expect(stands({ atHost: async () => answer, kept: gone })).rejects.toBe(gone)
    },
  )

  test('error: a host that says nothing is waited for three seconds', async () => {
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

test('behavior: nobody is asked any more when the page was left', async () => {
  const signal = AbortSignal.abort(new DOMException('left', 'AbortError'))
  await expect(stands({ signal })).rejects.toMatchObject({ name: 'AbortError' })
})
