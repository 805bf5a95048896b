import {
  type Address,
  concat,
  type Hex,
  hashDomain,
  hashMessage,
  hashStruct,
  keccak256,
  recoverAddress,
} from 'viem'
import { describe, expect, test } from 'vitest'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { before100 } from '#tests/fixtures/contractTransactions.ts'
import type { RecordedTransaction } from '#tests/fixtures/RecordedTransaction.ts'
import { publishedTransactions, safeTransactions } from '#tests/fixtures/safeTransactions.ts'

test.each(named(safeTransactions))('behavior: %s hashes as recorded', (_, recorded) => {
  const { chainId, safe, version, tx } = recorded
  const { domainHash, messageHash, safeTxHash } = SafeTx.hashes(safe, tx, version, chainId)
  expect(safeTxHash).toBe(recorded.safeTxHash)
  expect(domainHash).toBe(recorded.domainHash ?? domainHash)
  expect(messageHash).toBe(recorded.messageHash ?? messageHash)
})

test.each(named(safeTransactions.filter(({ signatures }) => signatures)))(
  'behavior: the recorded accounts signed %s',
  async (_, { chainId, safe, version, tx, signatures = [] }) => {
    const hash = SafeTx.hash(safe, tx, version, chainId)
    const signers = await Promise.all(signatures.map(({ signature }) => signerOf(hash, signature)))
    expect(signers).toEqual(signatures.map(({ signer }) => signer))
  },
)

describe('the recorded transactions', () => {
  const count = (is: (recorded: RecordedTransaction) => boolean, list = safeTransactions) =>
    list.filter(is).length
  const isRefund = ({ tx }: RecordedTransaction) => tx.gasPrice > 0n
  const isBatch = ({ tx }: RecordedTransaction) => tx.operation === 1 && MultiSend.decode(tx.data) !== null

  test('behavior: include at least twenty published ones, each once', () => {
    expect(publishedTransactions.length).toBeGreaterThanOrEqual(20)
    const distinct = (values: readonly string[]) => new Set(values).size
    expect(distinct(safeTransactions.map(({ safeTxHash }) => safeTxHash))).toBe(safeTransactions.length)
    expect(distinct(safeTransactions.map(({ name }) => name))).toBe(safeTransactions.length)
  })

  test.each(['1.0.0', '1.1.1', '1.2.0', '1.3.0', '1.3.0+L2', '1.4.1', '1.4.1+L2', '1.5.0', '1.5.0+L2'])(
    'behavior: cover version %s with a refund and with a batch',
    (version) => {
      const ofVersion = safeTransactions.filter((recorded) => recorded.version === version)
      expect(count(isRefund, ofVersion)).toBeGreaterThan(0)
      expect(count(isBatch, ofVersion)).toBeGreaterThan(0)
    },
  )

  test('behavior: cover every kind among the published ones', () => {
    const kinds = {
      withoutChainId: ({ version }) => !SafeTx.hasChainIdInDomain(version),
      withChainId: ({ version }) => SafeTx.hasChainIdInDomain(version),
      l2: ({ version }) => version.endsWith('+L2'),
      version141: ({ version }) => version === '1.4.1',
      refundInEther: (recorded) => isRefund(recorded) && BigInt(recorded.tx.gasToken) === 0n,
      refundInToken: (recorded) => isRefund(recorded) && BigInt(recorded.tx.gasToken) > 0n,
      refundReceiver: ({ tx }) => BigInt(tx.refundReceiver) > 0n,
      batch: isBatch,
      otherDelegatecall: (recorded) => recorded.tx.operation === 1 && !isBatch(recorded),
      noData: ({ tx }) => tx.data === '0x',
      signed: ({ signatures = [] }) => signatures.length > 0,
      signedByEthSign: ({ signatures = [] }) => signatures.some(({ signature }) => lastByte(signature) > 30),
    } satisfies Record<string, (recorded: RecordedTransaction) => boolean>
    const missing = Object.entries(kinds).filter(([, is]) => count(is, publishedTransactions) === 0)
    expect(missing.map(([kind]) => kind)).toEqual([])
  })
})

test.each(named(before100))(
  'error: %s has another hash here, so it never passes for the reviewed one',
  (_, { safe, tx, version, safeTxHash }) => {
    expect(hashWithDataGas(safe, tx)).toBe(safeTxHash)
    expect(SafeTx.hash(safe, tx, version)).not.toBe(safeTxHash)
  },
)

function named(list: readonly RecordedTransaction[]) {
  return list.map((recorded) => [recorded.name, recorded] as const)
}

const lastByte = (bytes: Hex) => Number.parseInt(bytes.slice(-2), 16)

/** The contract's rule: v above 30 means that the wallet signed with `eth_sign`, and is four too high. */
function signerOf(hash: Hex, signature: Hex): Promise<Address> {
  const v = lastByte(signature)
  if (v <= 30) return recoverAddress({ hash, signature })
  const plain: Hex = `0x${signature.slice(2, -2)}${(v - 4).toString(16)}`
  return recoverAddress({ hash: hashMessage({ raw: hash }), signature: plain })
}

/** The hash of contracts before 1.0.0, which called `baseGas` by another name. */
function hashWithDataGas(safe: Address, { baseGas, ...tx }: SafeTx.SafeTx): Hex {
  const renamed = SafeTx.safeTxTypes.SafeTx.map(({ name, type }) => ({
    name: name === 'baseGas' ? 'dataGas' : name,
    type,
  }))
  const types = { EIP712Domain: [{ name: 'verifyingContract', type: 'address' }] }
  const domain = { verifyingContract: safe }
  const data = { ...tx, dataGas: baseGas }
  return keccak256(
    concat([
      '0x1901',
      hashDomain({ domain, types } as Parameters<typeof hashDomain>[0]),
      hashStruct({ types: { SafeTx: renamed }, primaryType: 'SafeTx', data }),
    ]),
  )
}
