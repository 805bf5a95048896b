import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { detailsDocument, historyDocument, queuedDocument, SAFE, USDT } from '#tests/support/safeExamples.ts'
import { readDetails } from './detailsDocument.ts'
import { listRow } from './documents.ts'

const [, , payout] = queuedDocument.results
const transaction = payout?.transaction
if (!transaction) throw new Error('The example has no payout')

/** Parses a row in the shape of the payout, changed by `some`; null if it is not a valid row. */
function read(some: object) {
  const result = v.safeParse(listRow, { type: 'TRANSACTION', transaction: { ...transaction, ...some } })
  return result.success && result.output.type === 'TRANSACTION' ? result.output.transaction : null
}
const transfer = (transferInfo: object) => read({ txInfo: { ...transaction.txInfo, transferInfo } })?.txInfo

describe('a row', () => {
  test('behavior: of every kind in the examples is parsed', () => {
    for (const row of [...queuedDocument.results, ...historyDocument.results]) {
      expect(v.safeParse(listRow, row).success).toBe(true)
    }
  })

  test('behavior: gets exact amounts and nonces, and checksummed addresses', () => {
    const read141 = read({ txInfo: { ...transaction.txInfo, sender: { value: SAFE.toLowerCase() } } })
    expect(read141).toMatchObject({
      txInfo: { sender: SAFE, transferInfo: { tokenAddress: USDT, value: 250n * 10n ** 18n } },
      executionInfo: { nonce: 12n, confirmationsRequired: 2, confirmationsSubmitted: 1 },
    })
  })

  test.each([[[null]], [[{ value: 'nobody' }]], ['none'], [7]])(
    'error: keeps its nonce and its counts beside owners that cannot be read (%j)',
    (missingSigners) => {
      const executionInfo = { ...transaction.executionInfo, missingSigners }
      expect(read({ executionInfo })?.executionInfo).toEqual({
        type: 'MULTISIG',
        nonce: 12n,
        confirmationsRequired: 2,
        confirmationsSubmitted: 1,
        missingSigners: null,
      })
    },
  )

  test.each(['SwapOrder', 'NativeStakingDeposit', 'Something new'])(
    'behavior: an unknown kind (%s) is kept as other',
    (type) => {
      expect(read({ txInfo: { type } })?.txInfo).toEqual({ type: 'Other', label: type })
    },
  )

  test('behavior: an unknown status is unknown, never a success', () => {
    expect(read({ txStatus: 'PENDING_FAILED' })?.txStatus).toBe('UNKNOWN')
    expect(read({ txStatus: 'success' })?.txStatus).toBe('UNKNOWN')
  })

  test('behavior: counts of signatures that the service leaves open are unknown', () => {
    const counts = { confirmationsRequired: null, confirmationsSubmitted: null }
    const open = { executionInfo: { ...transaction.executionInfo, ...counts } }
    expect(read(open)?.executionInfo).toMatchObject({ nonce: 12n, ...counts })
    const zero = { executionInfo: { ...transaction.executionInfo, confirmationsRequired: 0 } }
    expect(read(zero)?.executionInfo).toMatchObject({ confirmationsRequired: null })
  })

  test('behavior: an execution by a module has no signature count', () => {
    expect(read({ executionInfo: { type: 'MODULE', address: { value: SAFE } } })?.executionInfo).toEqual({
      type: 'MODULE',
      address: SAFE,
    })
  })

  test.each([0, -1, 1, 8.64e15, Number.NaN, 1e308, null, undefined])(
    'behavior: the invalid timestamp %s becomes null',
    (timestamp) => {
      // JSON cannot contain NaN, so a value that is not a number rejects the whole row.
      expect(read({ timestamp })?.timestamp ?? null).toBeNull()
    },
  )

  test.each<[string, object]>([
    ['no id', { id: '' }],
    ['a very long id', { id: 'x'.repeat(257) }],
    ['an invalid hash', { txHash: '0x12' }],
    ['no status', { txStatus: null }],
    ['no content', { txInfo: null }],
    ['a negative nonce', { executionInfo: { ...transaction.executionInfo, nonce: -1 } }],
  ])('error: with %s is rejected', (_, some) => {
    const isRead = read(some)
    // A malformed execution does not reject the row; it counts as missing.
    if ('executionInfo' in some) expect(isRead?.executionInfo ?? null).toBeNull()
    else expect(isRead).toBeNull()
  })
})

describe('a note', () => {
  test.each([
    ['R&amp;D &lt;5 pieces&gt; "Q&amp;A"', 'R&D <5 pieces> "Q&A"'],
    ['&quot;it&#39;s&quot;', '"it\'s"'],
    ['&amp;lt;', '&lt;'],
    ['R&D & more', 'R&D & more'],
    ['&copy; &#8238;x', '&copy; &#8238;x'],
  ])('behavior: of the gateway is read without its HTML: %s', (note, words) => {
    expect(read({ note })?.note).toBe(words)
  })

  test('behavior: of which HTML the end was cut off loses the rest of it', () => {
    expect(read({ note: `${'x'.repeat(57)}&am` })?.note).toBe('x'.repeat(57))
    expect(read({ note: `${'&amp;'.repeat(30)}&lt` })?.note).toBe('&'.repeat(30))
    expect(read({ note: 'short &am' })?.note).toBe('short &am')
  })

  test('error: that hides invisible characters in HTML is cleaned after reading it', () => {
    expect(read({ note: 'a\u202e&lt;b' })?.note).toBe('a<b')
  })
})

describe('a transfer', () => {
  test('behavior: that settled an order of an exchange is read as the transfer it is', () => {
    const swap = { ...transaction.txInfo, type: 'SwapTransfer', uid: '0x', status: 'fulfilled' }
    expect(read({ txInfo: swap })?.txInfo).toMatchObject({
      type: 'Transfer',
      transferInfo: { type: 'ERC20' },
    })
    expect(read({ txInfo: { type: 'SwapOrder', uid: '0x' } })?.txInfo).toEqual({
      type: 'Other',
      label: 'SwapOrder',
    })
  })

  const erc20 = detailsDocument.txInfo.transferInfo

  test.each(['-5', '5.0', '1e3', '0x10', ' 5', '', '9'.repeat(79)])(
    'error: with the amount %j has no amount',
    (value) => {
      expect(transfer({ ...erc20, value })).toEqual({ type: 'Other', label: 'Transfer' })
    },
  )

  test.each([-1, 256, 1.5, '18'])('error: of a token with %j decimals has no amount', (decimals) => {
    expect(transfer({ ...erc20, decimals })).toEqual({ type: 'Other', label: 'Transfer' })
  })

  test('error: of the zero address as a token is no BNB and has no amount', () => {
    expect(transfer({ ...erc20, tokenAddress: `0x${'0'.repeat(40)}` })).toEqual({
      type: 'Other',
      label: 'Transfer',
    })
    const { tokenAddress: _, ...nameless } = erc20
    expect(transfer(nameless)).toEqual({ type: 'Other', label: 'Transfer' })
  })

  test('error: foreign names lose direction, invisible and control characters, and excess length', () => {
    const hostile = '\u202eTDSU\u2066\u200b\u0000\n\u061c\ufeff$'
    expect(transfer({ ...erc20, tokenSymbol: hostile })).toMatchObject({
      transferInfo: { tokenSymbol: 'TDSU$' },
    })
    const long = transfer({ ...erc20, tokenSymbol: 'x'.repeat(100_000) })
    expect(long).toMatchObject({ transferInfo: { tokenSymbol: 'x'.repeat(40) } })
  })

  test('error: a method’s name is cleaned too', () => {
    const txInfo = { type: 'Custom', to: { value: SAFE }, methodName: 'trans\u202efer' }
    expect(read({ txInfo })?.txInfo).toMatchObject({ methodName: 'transfer' })
    expect(read({ txInfo: { type: '\u202eevil' } })?.txInfo).toEqual({ type: 'Other', label: 'evil' })
  })
})

describe('details', () => {
  const without = (path: readonly string[]) => {
    const copy = structuredClone(detailsDocument) as unknown as Record<string, never>
    const parent = path.slice(0, -1).reduce<Record<string, never>>((node, name) => node[name] ?? {}, copy)
    delete parent[path.at(-1) ?? '']
    return copy
  }

  test.each([
    ['safeAddress'],
    ['txStatus'],
    ['txData'],
    ['txData.to'],
    ['txData.operation'],
    ['detailedExecutionInfo'],
    ['detailedExecutionInfo.type'],
    ['detailedExecutionInfo.nonce'],
    ['detailedExecutionInfo.safeTxGas'],
    ['detailedExecutionInfo.baseGas'],
    ['detailedExecutionInfo.gasPrice'],
    ['detailedExecutionInfo.gasToken'],
    ['detailedExecutionInfo.refundReceiver'],
    ['detailedExecutionInfo.safeTxHash'],
  ])('error: are rejected without %s: no signed field is guessed', (path) => {
    expect(readDetails(detailsDocument)).not.toBeNull()
    expect(readDetails(without(path.split('.')))).toBeNull()
  })

  test('error: are read without a list of those who signed, which is not the same as nobody', () => {
    const read = readDetails(without(['detailedExecutionInfo', 'confirmations']))
    expect(read?.detailedExecutionInfo.confirmations).toBeNull()
  })

  test('error: no value of a field makes the parser throw', () => {
    const names = Object.keys(detailsDocument.detailedExecutionInfo)
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.anything(), (name, value) => {
        const detailedExecutionInfo = { ...detailsDocument.detailedExecutionInfo, [name]: value }
        readDetails({ ...detailsDocument, detailedExecutionInfo })
      }),
      propertyRuns(250),
    )
  })
})
