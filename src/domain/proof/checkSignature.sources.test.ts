import fc from 'fast-check'
import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { readMessage } from '#safe/service/detailsDocument.ts'
import { hash } from '#safe/tx/SafeMessage.ts'
import { cyclic, endless, revoked, throwing } from '#tests/support/hostileValues.ts'
import { anyHostileValue, mutate } from '#tests/support/mutate.ts'
import {
  away,
  bare,
  byAll,
  check,
  garbled,
  gone,
  honest,
  kindOf,
  noSayer,
  nothing,
  proof,
  type Reported,
  several,
  TEXT,
  wordsOf,
  yesSayer,
} from '#tests/support/proofNodes.ts'
import { usualProof } from '#tests/support/proofs.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { PAYOUT_HASH, SAFE } from '#tests/support/safeExamples.ts'
import { messageOf } from '#tests/support/signingSafe.ts'
import { owners as people, stranger } from '../../../safe-app/accounts.ts'
import { proofMessage } from './proofMessage.ts'

const [ada, ben] = people

describe('the message service’s answer', () => {
  test('behavior: is used if the Safe accepts it', async () => {
    const reported = await messageOf(TEXT, [ada, ben])
    expect(await check(honest(), null, () => reported)).toEqual({
      kind: 'valid',
      by: 'contract',
      block: 500n,
      found: reported.preparedSignature,
    })
    expect(await kindOf(several(honest(), noSayer), null, () => reported)).toBe('unknown')
  })

  test('error: is not used for another message', async () => {
    const reported = { ...(await messageOf(TEXT, [ada, ben])), messageHash: hash(SAFE, `${TEXT} `) }
    expect(await wordsOf(honest(), null, () => reported)).toBe(
      'unknown: The Safe service answered about another message.',
    )
    const swapped = { ...reported, messageHash: PAYOUT_HASH as string as typeof reported.messageHash }
    expect(await kindOf(honest(), null, () => swapped)).toBe('unknown')
  })

  test('error: counts no one who did not sign, and no one twice', async () => {
    const { confirmations, ...reported } = await messageOf(TEXT, [ada, stranger])
    const [own, foreign] = confirmations as [(typeof confirmations)[0], (typeof confirmations)[0]]
    const lies = [own, own, { owner: ben.address, signature: own.signature }, foreign]
    expect(await check(honest(), null, () => ({ ...reported, confirmations: lies }))).toEqual({
      kind: 'collecting',
      have: 1,
      need: 2,
    })
  })

  test('behavior: is not needed for an on-chain signature', async () => {
    const byChain = { kind: 'valid', by: 'chain', block: 500n }
    expect(await check(honest({ onChain: true }), null, gone)).toEqual(byChain)
    expect(await wordsOf(honest(), null, gone)).toBe('unknown: The Safe service did not answer.')
  })

  test.each<[string, () => never]>([
    [
      'throws a text',
      () => {
        throw 'no'
      },
    ],
    [
      'throws an unreadable value',
      () => {
        throw throwing
      },
    ],
    [
      'throws a revoked proxy',
      () => {
        throw revoked
      },
    ],
    [
      'throws an endless object',
      () => {
        throw endless()
      },
    ],
    [
      'throws cyclic causes',
      () => {
        throw cyclic
      },
    ],
  ])('error: is unknown if the service %s', async (_, reported) => {
    expect(await kindOf(honest(), null, reported)).toBe('unknown')
  })

  test('error: with any corruption never gives a proof that two owners did not sign', async () => {
    const document = { ...(await messageOf(TEXT, [ada])), created: 1, message: 'x' }
    const kinds = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.nat(), anyHostileValue, async (seed, value) => {
        const reported = readMessage(mutate(document, seed, value))
        const checked = await check(honest(), null, () => reported)
        kinds.add(checked.kind)
        if (checked.kind === 'collecting') expect(checked.have ?? 0).toBeLessThan(2)
        else expect(checked.kind).toBe('unknown')
      }),
      propertyRuns(40),
    )
    expect(kinds).toContain('collecting')
  })
})

describe('for any answers', () => {
  const KEY_PROOF = usualProof
  const kinds = {
    yes: yesSayer(),
    no: noSayer,
    none: bare,
    away,
    garbled,
  }
  const anyNodes = fc.array(fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])), {
    minLength: 1,
    maxLength: 4,
  })

  test('behavior: valid needs two accepting nodes or the key’s signature; wrong needs two rejecting nodes', async () => {
    const key = await ada.account.signMessage({ message: proofMessage(KEY_PROOF) })
    const reported = await messageOf(TEXT, [ada, ben])
    const services: readonly Reported[] = [nothing, gone, () => reported]
    const anySignature = fc.constantFrom<Hex | null>(null, await byAll(ada, ben), '0x1234', key)
    await fc.assert(
      fc.asyncProperty(
        anyNodes,
        anySignature,
        fc.constantFrom(...services),
        fc.boolean(),
        async (names, signature, service, ofKey) => {
          const nodes = names.map((name) => kinds[name])
          const [only] = nodes
          const rpc = nodes.length > 1 || !only ? several(...nodes) : only
          const { kind } = await check(rpc, signature, service, ofKey ? KEY_PROOF : proof)
          const enough = Math.min(2, nodes.length)
          const said = (name: keyof typeof kinds) => names.filter((one) => one === name).length >= enough
          const byKey = ofKey && signature === key
          if (kind === 'valid') expect(byKey || said('yes')).toBe(true)
          if (byKey) expect(kind).toBe('valid')
          if (kind === 'wrong' || kind === 'owners-changed') expect(said('no') || said('none')).toBe(true)
          if (kind === 'none') expect(said('none')).toBe(true)
          if (!names.some((one) => one === 'yes' || one === 'no' || one === 'none') && !byKey) {
            expect(kind).toBe('unknown')
          }
        },
      ),
      propertyRuns(120),
    )
  })
})
