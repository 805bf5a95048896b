import type { Hex } from 'viem'
import type { Call } from '#chain/money/Call.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'

// A 2-of-3 Safe of version 1.4.1 on chain 56, and the Safe client gateway's wire documents for it. The real
// contract's `getTransactionHash` computed the hashes.

export const SAFE = '0x1dCaE246787fe93CC4c57FAA9C0a4F83C5113fB4'
export const USDT = '0x55d398326f99059fF775485246999027B3197955'
export const PAYEE = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
export const OWNERS = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
] as const

/** The safeTxHash of the payout of 250 USDT at nonce 12. */
export const PAYOUT_HASH =
  '0x0c14413e5c79db74be8c14b3859c19daa3af47e9d7b62f16e7156d7daef8802f' as Hex as SafeTxHash
/** The safeTxHash of the rejection of nonce 12. */
export const REJECTION_HASH =
  '0x15e9e24d70ac2c1622e3e0e2dc6af7107d58713bf423655aa96c97bbbcf0b09a' as Hex as SafeTxHash

const TRANSFER_DATA =
  '0xa9059cbb00000000000000000000000015d34aaf54267db7d7c367839aaf71a00a2c6a6500000000000000000000000000000000000000000000000d8d726b7177a80000'

/** The payout's call. */
export const payoutCall: Call = { to: USDT, value: 0n, data: TRANSFER_DATA }

const party = (value: string) => ({ value, name: null, logoUri: null })

const usdtTransfer = (value: string) => ({
  type: 'ERC20',
  tokenAddress: USDT,
  value,
  tokenName: 'Tether USD',
  tokenSymbol: 'USDT',
  logoUri: null,
  decimals: 18,
  trusted: true,
  imitation: false,
})

const payoutInfo = {
  type: 'Transfer',
  humanDescription: null,
  sender: party(SAFE),
  recipient: party(PAYEE),
  direction: 'OUTGOING',
  transferInfo: usdtTransfer('250000000000000000000'),
}

/** `GET …/transactions/queued`: a payout and its rejection at the same nonce. */
export const queuedDocument = {
  count: 4,
  next: null,
  previous: null,
  results: [
    { type: 'LABEL', label: 'Next' },
    { type: 'CONFLICT_HEADER', nonce: 12 },
    {
      type: 'TRANSACTION',
      conflictType: 'HasNext',
      transaction: {
        id: `multisig_${SAFE}_${PAYOUT_HASH}`,
        txHash: null,
        timestamp: 1795165200000,
        txStatus: 'AWAITING_CONFIRMATIONS',
        txInfo: payoutInfo,
        executionInfo: {
          type: 'MULTISIG',
          nonce: 12,
          confirmationsRequired: 2,
          confirmationsSubmitted: 1,
          missingSigners: [party(OWNERS[1]), party(OWNERS[2])],
        },
        safeAppInfo: { name: 'Influencer Portal', url: 'https://portal.example', logoUri: null },
        note: 'Campaign 7, creator payout',
      },
    },
    {
      type: 'TRANSACTION',
      conflictType: 'End',
      transaction: {
        id: `multisig_${SAFE}_${REJECTION_HASH}`,
        txHash: null,
        timestamp: 1795168800000,
        txStatus: 'AWAITING_CONFIRMATIONS',
        txInfo: {
          type: 'Custom',
          humanDescription: null,
          to: party(SAFE),
          dataSize: '0',
          value: '0',
          methodName: null,
          isCancellation: true,
        },
        executionInfo: {
          type: 'MULTISIG',
          nonce: 12,
          confirmationsRequired: 2,
          confirmationsSubmitted: 1,
          missingSigners: [party(OWNERS[0]), party(OWNERS[2])],
        },
        safeAppInfo: null,
        note: null,
      },
    },
  ],
}

/** `GET …/transactions/history`: BNB out, USDT in, and more on the next page. */
export const historyDocument = {
  count: 21,
  next: `https://safe-client.safe.global/v1/chains/56/safes/${SAFE}/transactions/history?cursor=limit%3D20%26offset%3D20`,
  previous: null,
  results: [
    { type: 'DATE_LABEL', timestamp: 1795078800000 },
    {
      type: 'TRANSACTION',
      conflictType: 'None',
      transaction: {
        id: `multisig_${SAFE}_0x494bd52287809dc3e4bfd588087de22800abeedd9e195c8bd54c480b72bb9af8`,
        txHash: '0x5b1ff0a6d1b9e7f2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f607182930',
        timestamp: 1795078800000,
        txStatus: 'SUCCESS',
        txInfo: {
          type: 'Transfer',
          humanDescription: null,
          sender: party(SAFE),
          recipient: party('0x90F79bf6EB2c4f870365E785982E1f101E93b906'),
          direction: 'OUTGOING',
          transferInfo: { type: 'NATIVE_COIN', value: '1000000000000000' },
        },
        executionInfo: {
          type: 'MULTISIG',
          nonce: 0,
          confirmationsRequired: 2,
          confirmationsSubmitted: 2,
          missingSigners: null,
        },
        safeAppInfo: null,
        note: null,
      },
    },
    {
      type: 'TRANSACTION',
      conflictType: 'None',
      transaction: {
        id: `transfer_${SAFE}_ea1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f903`,
        txHash: '0xa1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90',
        timestamp: 1795075200000,
        txStatus: 'SUCCESS',
        txInfo: {
          type: 'Transfer',
          humanDescription: null,
          sender: party('0x90F79bf6EB2c4f870365E785982E1f101E93b906'),
          recipient: party(SAFE),
          direction: 'INCOMING',
          transferInfo: usdtTransfer('500000000000000000000'),
        },
        executionInfo: null,
        safeAppInfo: null,
        note: null,
      },
    },
  ],
}

/** `GET …/transactions/{safeTxHash}` of the payout, with one owner's confirmation. */
export const detailsDocument = {
  safeAddress: SAFE,
  txId: `multisig_${SAFE}_${PAYOUT_HASH}`,
  executedAt: null,
  txStatus: 'AWAITING_CONFIRMATIONS',
  txHash: null as string | null,
  txInfo: payoutInfo,
  txData: {
    hexData: TRANSFER_DATA as string | null,
    dataDecoded: {
      method: 'transfer',
      accuracy: 'FULL_MATCH',
      parameters: [
        { name: 'to', type: 'address', value: PAYEE },
        { name: 'value', type: 'uint256', value: '250000000000000000000' },
      ],
    },
    to: { value: USDT as string, name: 'Tether USD', logoUri: null },
    value: '0' as string | null,
    operation: 0,
    trustedDelegateCallTarget: null,
    addressInfoIndex: null,
    tokenInfoIndex: null,
  },
  detailedExecutionInfo: {
    type: 'MULTISIG',
    submittedAt: 1795165200000,
    nonce: 12,
    safeTxGas: '0',
    baseGas: '0',
    gasPrice: '0',
    gasToken: '0x0000000000000000000000000000000000000000',
    fee: '0',
    payment: '0',
    refundReceiver: party('0x0000000000000000000000000000000000000000'),
    safeTxHash: PAYOUT_HASH as string,
    executor: null,
    signers: OWNERS.map(party),
    confirmationsRequired: 2,
    confirmations: [
      {
        signer: party(OWNERS[0]),
        signature:
          '0x39004131ef04aa69ea4a0f6322e4943adbeb3323fc6cf0d8a183e156909e2c2264e80e60e311c5bc00d3beca1f579817ef14e0861573d8b0a1495080bda17f3e1b',
        submittedAt: 1795165200000,
      },
    ],
    rejectors: [party(OWNERS[1])],
    gasTokenInfo: null,
    trusted: true,
    proposer: party(OWNERS[0]),
    proposedByDelegate: null,
  },
  safeAppInfo: { name: 'Influencer Portal', url: 'https://portal.example', logoUri: null },
  note: 'Campaign 7, creator payout',
}
