import { expect, test } from 'vitest'
import * as Call from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { builderChecksum, transactionBuilderFile } from './knownFiles.ts'

const OWNER = '0x49d4450977E2c95362C13D3a31a09311E0Ea26A6'

/** The example of Transaction Builder's own test (apps/tx-builder/src/lib/checksum.test.js). */
const builders = {
  version: '1.0',
  chainId: '4',
  createdAt: 1646321521061,
  meta: {
    name: 'test batch file',
    txBuilderVersion: '1.4.0',
    checksum: '',
    createdFromSafeAddress: '0xDF8a1Ce35c9a6ACE153B4e0767942f1E2291a1Aa',
    createdFromOwnerAddress: OWNER,
  },
  transactions: [
    {
      to: OWNER,
      value: '0',
      contractMethod: {
        inputs: [{ internalType: 'address', name: 'paramAddress', type: 'address' }],
        name: 'testAddress',
        payable: false,
      },
      contractInputsValues: { paramAddress: OWNER },
    },
    {
      to: OWNER,
      value: '0',
      contractMethod: {
        inputs: [{ internalType: 'bool', name: 'paramBool', type: 'bool' }],
        name: 'testBool',
        payable: false,
      },
      contractInputsValues: { paramAddress: '', paramBool: 'false' },
    },
    {
      to: OWNER,
      value: '2000000000000000000',
      data: '0x42f4579000000000000000000000000049d4450977e2c95362c13d3a31a09311e0ea26a6',
    },
  ],
}

test('behavior: the checksum equals Transaction Builder’s', () => {
  const checksum = '0x4ecbfd364aa6759983915644e73f8bd411e85a2dc306f252a387c2728c4db64c'
  expect(builderChecksum(builders)).toBe(checksum)
  const meta = { ...builders.meta, name: 'another name' }
  expect(builderChecksum({ ...builders, meta })).toBe(checksum)
  expect(builderChecksum({ ...builders, createdAt: 1 })).not.toBe(checksum)
})

const calls = [
  Call.transfer(OWNER, { token: Token.BNB, value: 5n }),
  Call.transfer(OWNER, { token: Token.pinned[1] ?? Token.BNB, value: 10n ** 30n + 1n }),
]

test('behavior: a file contains the calls unchanged, and passes the importer’s check', () => {
  const file = JSON.parse(transactionBuilderFile(SAFE, calls, 1_795_000_000_000))
  expect(file).toMatchObject({
    version: '1.0',
    chainId: '56',
    createdAt: 1_795_000_000_000,
    meta: { createdFromSafeAddress: SAFE, createdFromOwnerAddress: '' },
    transactions: calls.map(({ to, value, data }) => ({
      to,
      value: `${value}`,
      data,
      contractMethod: null,
      contractInputsValues: null,
    })),
  })
  const { checksum, ...meta } = file.meta
  expect(checksum).toBe(builderChecksum({ ...file, meta }))
})
