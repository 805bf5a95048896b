import { asTransfer } from '#chain/money/Call.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { owners } from '../../safe-app/accounts.ts'
import { wireOf } from './reportedProposals.ts'
import { detailsDocument, queuedDocument, SAFE } from './safeExamples.ts'

const party = (value: string) => ({ value, name: null, logoUri: null })

/** An honest gateway's answers for a queue with these proposals, each signed by the first owner, by path. */
export async function queueDocuments(
  txs: readonly SafeTx.SafeTx[],
): Promise<Readonly<Record<string, object>>> {
  const results = txs.map((tx) => ({
    type: 'TRANSACTION',
    conflictType: txs.filter(({ nonce }) => nonce === tx.nonce).length > 1 ? 'HasNext' : 'None',
    transaction: {
      id: `multisig_${SAFE}_${SafeTx.hash(SAFE, tx)}`,
      txHash: null,
      timestamp: 1_795_165_200_000,
      txStatus: 'AWAITING_CONFIRMATIONS',
      txInfo: infoOf(tx),
      executionInfo: {
        type: 'MULTISIG',
        nonce: Number(tx.nonce),
        confirmationsRequired: 2,
        confirmationsSubmitted: 1,
        missingSigners: null,
      },
      safeAppInfo: null,
      note: null,
    },
  }))
  const details = await Promise.all(
    txs.map(async (tx) => [`/transactions/${SafeTx.hash(SAFE, tx)}`, await wireOf(tx, [owners[0]])] as const),
  )
  const queue = { ...queuedDocument, count: results.length, results }
  return { [`/safes/${SAFE}/transactions/queued`]: queue, ...Object.fromEntries(details) }
}

function infoOf({ to, value, data }: SafeTx.SafeTx): object {
  const transfer = asTransfer({ to, value, data })
  const isRejection = to === SAFE && data === '0x' && value === 0n
  if (isRejection || !transfer) {
    const custom = { type: 'Custom', humanDescription: null, to: party(to), methodName: null }
    return { ...custom, dataSize: '0', value: `${value}`, isCancellation: isRejection }
  }
  const { transferInfo } = detailsDocument.txInfo
  return {
    ...detailsDocument.txInfo,
    recipient: party(transfer.to),
    transferInfo:
      transfer.token === null
        ? { type: 'NATIVE_COIN', value: `${transfer.value}` }
        : { ...transferInfo, tokenAddress: transfer.token, value: `${transfer.value}` },
  }
}
