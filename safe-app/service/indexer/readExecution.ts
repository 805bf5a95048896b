import { type Address, getAddress, type Hex, slice } from 'viem'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import type { SafeTx, SafeTxHash } from '#safe/tx/SafeTx.ts'
import type { ChainClient } from '../../chain/chainClient.ts'
import type { ChainFacts, Moment, Transfer } from './ChainFacts.ts'
import { rebuildSafeTx } from './rebuildSafeTx.ts'

/** A SafeMultiSigTransaction event without its ending event so far. */
export type Started = {
  readonly tx: SafeTx
  readonly signatures: Hex
  readonly threshold: number
}

/** The end of an execution: its ExecutionSuccess or ExecutionFailure event. */
type Ended = {
  readonly safe: Address
  readonly log: { readonly topics: readonly Hex[]; readonly data: Hex }
  readonly moment: Moment
  readonly success: boolean
  readonly started: Started | null
}

/** Adds an execution, and the BNB it sent, to the facts. */
export async function readExecution(client: ChainClient, facts: ChainFacts, ended: Ended): Promise<void> {
  const { safe, log, moment, success, started } = ended
  const indexed = log.topics[1]
  const safeTxHash = (indexed ?? slice(log.data, 0, 32)) as SafeTxHash
  const payment = BigInt(slice(log.data, indexed === undefined ? 32 : 0))
  const [receipt, transaction] = await Promise.all([
    client.getTransactionReceipt({ hash: moment.txHash }),
    client.getTransaction({ hash: moment.txHash }),
  ])
  const rebuilt = started ?? rebuildSafeTx(client.chain.id, safe, safeTxHash, transaction)
  facts.executions.push({
    ...moment,
    safe,
    safeTxHash,
    tx: rebuilt?.tx ?? null,
    success,
    payment,
    executor: getAddress(receipt.from),
    gasUsed: receipt.gasUsed,
    gasPrice: receipt.effectiveGasPrice,
    signatures: rebuilt?.signatures ?? null,
    threshold: started?.threshold ?? null,
  })
  if (success && rebuilt !== null) facts.transfers.push(...coinsSent(safe, rebuilt.tx, moment))
}

/** BNB sent by a Safe's transaction: there is no event for it, so it is read from the transaction itself. */
export function coinsSent(
  safe: Address,
  tx: Pick<SafeTx, 'to' | 'value' | 'data' | 'operation'>,
  moment: Moment,
): readonly Transfer[] {
  const rows = tx.operation === 1 && MultiSend.isKnown(tx.to) ? (MultiSend.decode(tx.data) ?? []) : [tx]
  return rows.flatMap(({ to, value, operation }, index) =>
    value === 0n || operation === 1
      ? []
      : [
          {
            ...moment,
            type: 'ETHER_TRANSFER' as const,
            from: safe,
            to: getAddress(to),
            value,
            token: null,
            path: `${moment.logIndex},${index}`,
          },
        ],
  )
}
