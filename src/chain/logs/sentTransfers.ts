import type { Address } from '#chain/money/Address.ts'
import * as Token from '#chain/money/Token.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import {
  type CoveredLogs,
  type LogMemory,
  type Reach,
  readCoveredLogs,
  type Uncovered,
} from './coveredLogs.ts'
import { readTransfers, type TransferLog } from './logs.ts'

/** A time span in which two operators did not look for transfers of these tokens (symbols, or contracts not pinned). */
type UnsearchedTokens = Uncovered & { readonly tokens: readonly string[] }

const memory: LogMemory<TransferLog> = new WeakMap()

/** The token transfers that left an account; those of zero, which anybody can log, are not among them. */
export type SentTransfers = {
  readonly logs: CoveredLogs<TransferLog>['logs']
  readonly unsearched: readonly UnsearchedTokens[]
}

/**
 * Reads the transfers of an account in the pinned tokens and in `tokens`, see `readCoveredLogs`. Each token that is not
 * pinned is read separately, so that another one costs nothing for the others; one request of a node carries all.
 */
export async function readSentTransfers(
  rpc: Rpc,
  account: Address,
  tokens: readonly Address[],
  reach: Reach,
  final: bigint,
): Promise<SentTransfers> {
  const pinned = Token.pinned.flatMap(({ address }) => address ?? [])
  const others = new Map(tokens.map((token) => [token.toLowerCase(), token]))
  const groups = [
    pinned,
    ...[...others.values()].filter((token) => !Token.find(token)).map((token) => [token]),
  ]
  const found = await Promise.all(
    groups.map((group) => {
      const name = [account, ...group].join(' ').toLowerCase()
      const read = readTransfers({ account, tokens: group, side: 'from' })
      return readCoveredLogs(rpc, memory, { name, read }, reach, final)
    }),
  )
  const unsearched = new Map<string, UnsearchedTokens>()
  found.forEach(({ uncovered }, index) => {
    const names = (groups[index] ?? []).map((token) => Token.find(token)?.symbol ?? token)
    for (const one of uncovered) {
      const key = `${one.since} ${one.operators}`
      unsearched.set(key, { ...one, tokens: [...(unsearched.get(key)?.tokens ?? []), ...names] })
    }
  })
  return {
    logs: found.flatMap(({ logs }) => logs).filter(({ log }) => log.value > 0n),
    unsearched: [...unsearched.values()],
  }
}
