import { describe, expect, test } from 'vitest'
import { OWNERS, PAYEE, PAYOUT_HASH, SAFE } from '#tests/support/safeExamples.ts'
import { forSameSafe } from './hostChannel.ts'

const info = { safeAddress: SAFE, chainId: 56, threshold: 2, owners: OWNERS, isReadOnly: false }

/** A channel to a host with this Safe open, and the requests it received. */
function channel(open: () => Promise<unknown>) {
  const asked: string[] = []
  const host = {
    send: async () => {
      asked.push('send')
      return PAYOUT_HASH
    },
    sign: async (text: string) => asked.push(text),
    details: async () => null,
    signatureOf: async () => undefined,
    addressBook: async () => [],
  }
  return { asked, host: forSameSafe(host, open, { safeAddress: SAFE, chainId: 56 }) }
}

describe('a payment and a text', () => {
  test('behavior: go to the host while it has the same Safe open', async () => {
    const { asked, host } = channel(async () => ({ ...info, safeAddress: SAFE.toLowerCase() }))
    await host.send([])
    await host.sign('text')
    expect(asked).toEqual(['send', 'text'])
  })

  test.each([[{ ...info, safeAddress: PAYEE }], [{ ...info, chainId: 1 }]])(
    'error: are refused while it has %j open',
    async (open) => {
      const { asked, host } = channel(async () => open)
      await expect(host.send([])).rejects.toMatchObject({ name: 'PortalError', kind: 'refused' })
      await expect(host.sign('text')).rejects.toMatchObject({ name: 'PortalError', kind: 'refused' })
      expect(asked).toEqual([])
    },
  )

  test('behavior: a host that does not answer is asked twice and not refused', async () => {
    let questions = 0
    const { asked, host } = channel(async () => {
      questions++
      throw new Error('Request failed')
    })
    await host.sign('text')
    expect([questions, asked]).toEqual([2, ['text']])
  })
})
