import { afterEach, describe, expect, test, vi } from 'vitest'
import { hash } from '#safe/tx/SafeMessage.ts'
import { detailsDocument, PAYOUT_HASH, payoutCall, SAFE } from '#tests/support/safeExamples.ts'
import { type SdkSafe, type SdkSettings, type SdkTransactions, sdkHostChannel } from './hostChannel.ts'

function channel(some: Partial<SdkTransactions & SdkSafe & SdkSettings>) {
  const unasked = () => Promise.reject(new Error('not asked for'))
  const txs = { send: unasked, getBySafeTxHash: unasked, signMessage: unasked, ...some }
  const safe = { getOffChainSignature: unasked, getInfo: unasked, requestAddressBook: unasked, ...some }
  return sdkHostChannel(txs, safe, { setSafeSettings: unasked, ...some })
}
const sending = (answer: () => Promise<unknown>) =>
  channel({ send: answer as SdkTransactions['send'] }).send([payoutCall])

afterEach(() => vi.useRealTimers())

describe('send', () => {
  test('behavior: sends decimal strings and returns the proposal’s hash in lower case', async () => {
    const asked: unknown[] = []
    const host = channel({
      send: async (request) => {
        asked.push(request)
        return { safeTxHash: PAYOUT_HASH.toUpperCase().replace('0X', '0x') }
      },
    })
    const value = 10n ** 21n
    expect(await host.send([payoutCall, { ...payoutCall, value }])).toBe(PAYOUT_HASH)
    expect(asked).toEqual([
      {
        txs: [
          { to: payoutCall.to, value: '0', data: payoutCall.data },
          { to: payoutCall.to, value: '1000000000000000000000', data: payoutCall.data },
        ],
      },
    ])
  })

  test('behavior: waits for the owner without a time limit', async () => {
    vi.useFakeTimers()
    let settled = false
    void sending(() => new Promise(() => {})).finally(() => {
      settled = true
    })
    await vi.advanceTimersByTimeAsync(24 * 3_600_000)
    expect(settled).toBe(false)
  })

  test.each<[unknown, string]>([
    [new Error('Transaction was rejected'), 'rejected'],
    [new Error('User rejected signing.'), 'rejected'],
    // After any other message, the dialog may still be open, or approved (A7).
    [new Error('Request failed'), 'unknown-result'],
    ['Transaction was rejected', 'rejected'],
    [Object.assign(new Error('Closed'), { code: 4001 }), 'rejected'],
    [{ code: 'ACTION_REJECTED' }, 'rejected'],
    // A node or service that "rejects" something answers after the request was sent.
    [new Error('Failed to propose transaction: the RPC rejected the request (429)'), 'unknown-result'],
    [new Error('eth_sendRawTransaction: already known; replacement rejected'), 'unknown-result'],
    [new Error('Unexpected token < in JSON; upstream rejected'), 'unknown-result'],
    [new Error('Transaction was rejected by the relay'), 'unknown-result'],
    [new Error('transaction was rejected'), 'unknown-result'],
    [new Error('4001'), 'unknown-result'],
    [Object.assign(new Error('Rejected'), { code: -32603 }), 'unknown-result'],
    [Object.assign(new Error('Rejected'), { code: '4001' }), 'unknown-result'],
    [undefined, 'unknown-result'],
    [{ message: 'x' }, 'unknown-result'],
  ])('error: maps %s to %s', async (cause, kind) => {
    await expect(sending(() => Promise.reject(cause))).rejects.toMatchObject({
      name: 'PortalError',
      kind,
      cause,
    })
  })

  test.each([
    [undefined],
    [null],
    ['0x'],
    [{}],
    [{ safeTxHash: null }],
    [{ safeTxHash: '0x12' }],
    [{ safeTxHash: `${PAYOUT_HASH}00` }],
    [{ safeTxHash: [PAYOUT_HASH] }],
  ])('error: rejects the answer %j as a proposal', async (answer) => {
    await expect(sending(async () => answer)).rejects.toMatchObject({
      name: 'PortalError',
      kind: 'malformed',
    })
  })
})

describe('details', () => {
  const details = (answer: () => Promise<unknown>) =>
    channel({ getBySafeTxHash: answer }).details(PAYOUT_HASH)

  test('behavior: are the host’s data on the transaction', async () => {
    expect(await details(async () => detailsDocument)).toMatchObject({
      detailedExecutionInfo: { nonce: 12n, safeTxHash: PAYOUT_HASH },
    })
  })

  test.each([[null], [undefined], [{}], ['text'], [{ ...detailsDocument, txData: null }]])(
    'error: are null if the host answers %j',
    async (answer) => {
      expect(await details(async () => answer)).toBeNull()
    },
  )

  test('error: are null if the host fails or is silent for three seconds', async () => {
    vi.useFakeTimers()
    expect(await details(() => Promise.reject(new Error('Request failed')))).toBeNull()
    const silent = details(() => new Promise(() => {}))
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await silent).toBeNull()
  })
})

describe('messages', () => {
  test('behavior: sends a text unchanged and returns the answer unparsed', async () => {
    const host = channel({ signMessage: async (text) => ({ echo: text }) })
    expect(await host.sign('Grüße')).toEqual({ echo: 'Grüße' })
  })

  test('behavior: requests on-chain signing before the text, and resets it before the next one', async () => {
    const heard: unknown[] = []
    const host = channel({
      setSafeSettings: async ([settings]) => heard.push(settings),
      getInfo: async () => heard.push('info'),
      signMessage: async (text) => heard.push(text),
    })
    await host.sign('one', true)
    await host.sign('two', true)
    await host.sign('three')
    await host.sign('four')
    const onChain = [{ offChainSigning: false }, 'info']
    const offChain = [{ offChainSigning: true }, 'info']
    expect(heard).toEqual([...onChain, 'one', 'two', ...offChain, 'three', 'four'])
  })

  test('behavior: asks a host without that setting anyway', async () => {
    const host = channel({ signMessage: async (text) => text })
    expect(await host.sign('text', true)).toBe('text')
  })

  test('behavior: requests a complete signature by the message’s hash', async () => {
    const asked = hash(SAFE, 'text')
    const host = channel({ getOffChainSignature: async (messageHash) => `signed ${messageHash}` })
    expect(await host.signatureOf(asked)).toBe(`signed ${asked}`)
  })

  test.each<[unknown, string]>([
    [new Error('Transaction was rejected'), 'rejected'],
    [new Error('Request failed'), 'refused'],
  ])('error: maps %s to %s for a message', async (cause, kind) => {
    const host = channel({ signMessage: () => Promise.reject(cause) })
    await expect(host.sign('text')).rejects.toMatchObject({ name: 'PortalError', kind, cause })
  })
})

describe('addressBook', () => {
  test('behavior: is what the host gives, and a refused permission is an outcome', async () => {
    const book = [{ address: SAFE, name: 'Treasury', chainId: '56' }]
    expect(await channel({ requestAddressBook: async () => book }).addressBook()).toBe(book)
    const refused = channel({ requestAddressBook: () => Promise.reject(new Error('Permissions rejected')) })
    await expect(refused.addressBook()).rejects.toMatchObject({ kind: 'rejected' })
    const closed = channel({
      requestAddressBook: () => Promise.reject(new Error('Permissions were rejected')),
    })
    await expect(closed.addressBook()).rejects.toMatchObject({ kind: 'rejected' })
    const odd = channel({ requestAddressBook: () => Promise.reject(new Error('Not supported')) })
    await expect(odd.addressBook()).rejects.toMatchObject({ kind: 'refused' })
  })
})
