import fc from 'fast-check'
import type { Hex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SignMessageOptions } from '#account/Account.ts'
import { PortalError } from '#chain/PortalError.ts'
import { type MessageDetails, readDetails, type TransactionDetails } from '#safe/service/detailsDocument.ts'
import { hash } from '#safe/tx/SafeMessage.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { failureOf } from '#tests/support/failureOf.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { anyHostileValue, mutate } from '#tests/support/mutate.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { detailsDocument, PAYOUT_HASH, SAFE, USDT } from '#tests/support/safeExamples.ts'
import { messageOf, type SigningSafe, signingSafeRpc, signMessageOf } from '#tests/support/signingSafe.ts'
import { owners, type Persona, stranger } from '../../../safe-app/accounts.ts'
import { onChainCall } from '../../../safe-app/host/chain/Message.ts'
import { type SignMessageParts, signMessage } from './signMessage.ts'

const [ada, ben, cleo] = owners
const TEXT = 'This Safe is ours.'
const HASH = hash(SAFE, TEXT)
const rejected = new PortalError('rejected', 'You closed the request in your Safe.')
const gone = new PortalError('unreachable', 'The Safe service did not answer.')

/** The signers known to the service; `null` means that the service is down. */
let kept: MessageDetails | 'unknown' | null
let asked: string[]
/** The gateway's data on a proposal. */
let reported: TransactionDetails | null

beforeEach(() => {
  kept = 'unknown'
  reported = null
  asked = []
})

const parts = (answer: () => Promise<unknown>, safe: Partial<SigningSafe> = {}): SignMessageParts => ({
  address: SAFE,
  rpc: signingSafeRpc({ text: TEXT, ...safe }),
  gateway: {
    message: async () => {
      if (kept === null) throw gone
      return kept === 'unknown' ? null : kept
    },
    transaction: async () => reported,
  },
  host: {
    details: async () => null,
    sign: (text, onChain) => {
      asked.push(onChain ? `on chain: ${text}` : text)
      return answer()
    },
    signatureOf: () => Promise.reject(new Error('Request failed')),
  },
})
/** The owner signs; afterwards the service reports these signers. */
const then = (signers: readonly Persona[], answer: () => unknown) => async () => {
  kept = await messageOf(TEXT, signers)
  return answer()
}
const refuses = () => {
  throw rejected
}
const prepared = async (...signers: Persona[]) => (await messageOf(TEXT, signers)).preparedSignature as Hex

describe('the host’s answer', () => {
  test('behavior: is a complete signature if the Safe accepts it', async () => {
    const signature = await prepared(ada, ben)
    expect(
      await signMessage(
        parts(async () => ({ messageHash: HASH, signature })),
        TEXT,
      ),
    ).toEqual({
      kind: 'signed',
      signature,
    })
    expect(asked).toEqual([TEXT])
  })

  test('behavior: may be only the hash, which is looked up', async () => {
    const answer = then([ada], () => ({ messageHash: HASH.toUpperCase().replace('0X', '0x') }))
    const collecting = { kind: 'collecting', messageHash: HASH, have: 1, need: 2 }
    expect(await signMessage(parts(answer), TEXT)).toEqual(collecting)
  })

  test('behavior: does not complete the signature with one owner’s part', async () => {
    const signature = await signMessageOf(ada, TEXT)
    const answer = then([ada], () => ({ messageHash: HASH, signature }))
    expect(await signMessage(parts(answer), TEXT)).toMatchObject({ kind: 'collecting', have: 1, need: 2 })
  })

  test('behavior: keeps a signature while the service is down', async () => {
    kept = null
    const stands = { kind: 'collecting', messageHash: HASH, have: null, need: 2 }
    expect(
      await signMessage(
        parts(async () => ({ messageHash: HASH })),
        TEXT,
      ),
    ).toEqual(stands)
    expect(
      await signMessage(
        parts(async () => ({ messageHash: HASH, signature: '0x' })),
        TEXT,
      ),
    ).toEqual(stands)
  })

  test('error: is refused if the Safe does not accept the signature', async () => {
    const signature = await prepared(ada, stranger)
    const error = await failureOf(
      signMessage(
        parts(async () => ({ messageHash: HASH, signature })),
        TEXT,
      ),
    )
    expect(error.kind).toBe('malformed')
  })

  test('error: with another text’s hash is malformed, even with a signature', async () => {
    const signature = await prepared(ada, ben)
    for (const messageHash of [hash(SAFE, `${TEXT} `), PAYOUT_HASH]) {
      const error = await failureOf(
        signMessage(
          parts(async () => ({ messageHash, signature })),
          TEXT,
        ),
      )
      expect(error.kind).toBe('malformed')
    }
  })

  test.each([
    [undefined],
    [null],
    ['0x'],
    [HASH],
    [[]],
    [{}],
    [{ messageHash: '0x12' }],
    [{ messageHash: [HASH] }],
    [{ signature: '0x1234' }],
    [{ messageHash: HASH, signature: 'signed' }],
    [{ messageHash: HASH, signature: 7 }],
    [{ safeTxHash: '0x12' }],
  ])('error: %j is malformed', async (answer) => {
    expect(
      (
        await failureOf(
          signMessage(
            parts(async () => answer),
            TEXT,
          ),
        )
      ).kind,
    ).toBe('malformed')
  })

  test('error: any other answer is an error or a state, never signed', async () => {
    const signature = await prepared(ada, ben)
    const half = await signMessageOf(ada, TEXT)
    const answers = fc.constantFrom(
      { messageHash: HASH, signature: half },
      { messageHash: hash(SAFE, 'x'), signature },
      { safeTxHash: PAYOUT_HASH, signature },
    )
    await fc.assert(
      fc.asyncProperty(answers, fc.nat(), anyHostileValue, async (answer, seed, value) => {
        const hostile = mutate({ answer }, seed, value) as { answer: unknown }
        const result = await signMessage(
          parts(async () => hostile.answer),
          TEXT,
        ).catch((error: Error) => error)
        if (result instanceof Error) expect(result).toBeInstanceOf(PortalError)
        else if (result.kind === 'proposed') expect(result.compared).toBe(false)
        else expect(result).toMatchObject({ kind: 'collecting', messageHash: HASH })
      }),
      propertyRuns(250),
    )
  })
})

describe('when the host reports "rejected"', () => {
  test('behavior: it is rejected if nobody has signed', async () => {
    expect(
      await failureOf(
        signMessage(
          parts(async () => refuses()),
          TEXT,
        ),
      ),
    ).toBe(rejected)
  })

  test('behavior: a received signature counts, because the dialog was closed before the others signed', async () => {
    expect(await signMessage(parts(then([ada], refuses)), TEXT)).toMatchObject({
      kind: 'collecting',
      have: 1,
    })
    kept = await messageOf(TEXT, [ada])
    expect(await signMessage(parts(then([ada, cleo], refuses)), TEXT)).toEqual({
      kind: 'signed',
      signature: await prepared(ada, cleo),
    })
  })

  test('error: earlier signatures of others do not answer this request', async () => {
    kept = await messageOf(TEXT, [ben])
    expect(
      await failureOf(
        signMessage(
          parts(async () => refuses()),
          TEXT,
        ),
      ),
    ).toBe(rejected)
  })

  test('error: it is an unknown result while the messages cannot be read', async () => {
    kept = null
    expect(
      (
        await failureOf(
          signMessage(
            parts(async () => refuses()),
            TEXT,
          ),
        )
      ).kind,
    ).toBe('unknown-result')
  })

  test('error: any other error becomes a PortalError', async () => {
    expect(
      (
        await failureOf(
          signMessage(
            parts(() => Promise.reject('no')),
            TEXT,
          ),
        )
      ).kind,
    ).toBe('refused')
  })
})

describe('before a request', () => {
  test('behavior: returns at once a signature that enough owners have already made', async () => {
    kept = await messageOf(TEXT, [ben, cleo])
    expect(
      await signMessage(
        parts(async () => refuses()),
        TEXT,
      ),
    ).toEqual({
      kind: 'signed',
      signature: await prepared(ben, cleo),
    })
    expect(asked).toEqual([])
  })

  test.each<[string, string, Partial<SigningSafe>, PortalError['kind']]>([
    ['a text that a host would decode', '0x68690a', {}, 'refused'],
    ['a text of half characters', '\ud800', {}, 'refused'],
    ['a Safe that is not deployed yet', TEXT, { code: '0x' }, 'refused'],
    ['a Safe without a handler', TEXT, { handler: word(0) }, 'refused'],
    ['a Safe that is too old', TEXT, { version: '1.1.1' }, 'refused'],
    ['a contract that is not a Safe', TEXT, { version: 'latest' }, 'refused'],
    ['a chain that cannot be read', TEXT, { code: 'none' as Hex }, 'unreachable'],
  ])('error: %s ends it', async (_, text, safe, kind) => {
    expect(
      (
        await failureOf(
          signMessage(
            parts(async () => null, safe),
            text,
          ),
        )
      ).kind,
    ).toBe(kind)
    expect(asked).toEqual([])
  })
})

describe('on the chain', () => {
  const signing = (more: Partial<SafeTx.SafeTx> = {}, text = TEXT): SafeTx.SafeTx => ({
    ...SafeTx.fromCall(onChainCall(text, '1.4.1'), 12n, 1),
    ...more,
  })
  /** The service's data on a proposal, and its hash. */
  const reports = (tx: SafeTx.SafeTx, named = tx) => {
    const safeTxHash = SafeTx.hash(SAFE, named)
    const { to, value, data, operation, gasPrice, gasToken, refundReceiver } = tx
    const info = { ...detailsDocument.detailedExecutionInfo, safeTxHash, nonce: Number(tx.nonce), gasToken }
    reported = readDetails({
      ...detailsDocument,
      txId: `multisig_${SAFE}_${safeTxHash}`,
      txData: {
        ...detailsDocument.txData,
        to: { value: to },
        value: value.toString(),
        hexData: data,
        operation,
      },
      detailedExecutionInfo: {
        ...info,
        gasPrice: gasPrice.toString(),
        refundReceiver: { value: refundReceiver },
      },
    })
    expect(reported).not.toBeNull()
    return safeTxHash
  }
  const ask = (safeTxHash: Hex, how: SignMessageOptions = { onChain: true }) =>
    signMessage(
      parts(async () => ({ safeTxHash })),
      TEXT,
      how,
    )

  test('behavior: the Safe’s proposal is compared with the text', async () => {
    const safeTxHash = reports(signing())
    expect(await ask(safeTxHash)).toEqual({ kind: 'proposed', safeTxHash, compared: true })
    expect(asked).toEqual([`on chain: ${TEXT}`])
  })

  test('behavior: handles a host that signs on the chain unasked', async () => {
    const safeTxHash = reports(signing())
    expect(await ask(safeTxHash, {})).toMatchObject({ kind: 'proposed', compared: true })
  })

  test('behavior: a proposal that no source reports is marked as not compared', async () => {
    const safeTxHash = reports(signing())
    reported = null
    expect(await ask(safeTxHash)).toEqual({ kind: 'proposed', safeTxHash, compared: false })
  })

  test.each<[string, Partial<SafeTx.SafeTx>]>([
    ['signs another text', { data: onChainCall('Another text', '1.4.1').data }],
    ['runs other code', { to: stranger.address }],
    ['only calls the library', { operation: 0 }],
    ['moves BNB', { value: 1n }],
    ['pays a refund', { gasPrice: 1n }],
    ['pays a refund in a token', { gasToken: USDT }],
    ['pays a refund to a receiver', { refundReceiver: stranger.address }],
  ])('error: refuses and names a proposal that %s', async (_, change) => {
    const safeTxHash = reports(signing(change))
    const error = await failureOf(ask(safeTxHash))
    expect(error.kind).toBe('malformed')
    expect(error.message).toContain(safeTxHash)
  })

  test('error: refuses a proposal that shows this text but hashes to another', async () => {
    const safeTxHash = reports(signing(), signing({ value: 1n }))
    expect((await failureOf(ask(safeTxHash))).kind).toBe('malformed')
  })

  test('behavior: a signed text is not requested again', async () => {
    const host = parts(() => Promise.reject(new Error('not to be asked')), { onChain: true })
    expect(await signMessage(host, TEXT, { onChain: true })).toEqual({ kind: 'signed-on-chain', block: 500n })
    expect(asked).toEqual([])
  })

  test('error: a Safe without a handler can sign on the chain but not off it', async () => {
    const safeTxHash = reports(signing())
    const host = parts(async () => ({ safeTxHash }), { handler: word(0) })
    expect((await failureOf(signMessage(host, TEXT))).kind).toBe('refused')
    expect(await signMessage(host, TEXT, { onChain: true })).toMatchObject({ kind: 'proposed' })
  })

  test('error: stops waiting for a silent host when the user stops', async () => {
    const waiting = new AbortController()
    const result = failureOf(
      signMessage(
        parts(() => new Promise(() => {})),
        TEXT,
        { onChain: true, signal: waiting.signal },
      ),
    )
    waiting.abort()
    expect((await result).kind).toBe('unknown-result')
  })
})
