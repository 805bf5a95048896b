import type { Address, Hash, Hex } from 'viem'
import type { TransferLog } from '#chain/logs/logs.ts'
import { startLogScan } from '#chain/logs/scanLogs.ts'
import { transfer } from '#chain/money/Call.ts'
import { find } from '#chain/money/Token.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { readBalances } from '#chain/rpc/rpcMethods.ts'
import { readFinalBlock, readSettlement } from '#chain/settlement/settlement.ts'
import { readPayeeCodes } from '#domain/payee/readPayee.ts'
import { checkFunds, estimateGas } from '#domain/payout/checkFunds.ts'
import { checkTextSignature } from '#safe/signature/textSignature.ts'
import { scanTransfers } from './scanTransfers.ts'

const USDT = '0x55d398326f99059fF775485246999027B3197955'

/** The chain's content for the journeys: a USDT payment, people, and a text signed by a Safe. */
export type Reported = {
  readonly payer: Address
  readonly payee: Address
  readonly hash: Hash
  /** The paid base units of USDT. */
  readonly value: bigint
  readonly people: readonly Address[]
  readonly proof: { readonly safe: Address; readonly text: string; readonly signature: Hex }
}

/**
 * A journey's result: `yes` and `no` are claims, `unknown` is not; neither is a request without an answer.
 */
export type Outcome = 'yes' | 'no' | 'unknown'
export const journeys = ['connect', 'pay', 'list', 'paid', 'request', 'proof'] as const
export type Journey = (typeof journeys)[number]

/** Sends the pages' chain requests one after the other, like a page would; an error is `unknown`. */
export async function walk(rpc: Rpc, scan: Rpc, reported: Reported): Promise<Record<Journey, Outcome>> {
  const outcomes = {} as Record<Journey, Outcome>
  for (const journey of journeys) {
    outcomes[journey] = await steps[journey](rpc, scan, reported).catch(() => 'unknown')
  }
  return outcomes
}

const steps: Readonly<Record<Journey, (rpc: Rpc, scan: Rpc, reported: Reported) => Promise<Outcome>>> = {
  async connect(rpc, _, { payer }) {
    const balances = await readBalances(rpc, payer)
    return balances.every(({ value }) => value !== null) ? 'yes' : 'unknown'
  },
  async pay(rpc, _, { payer, payee, value }) {
    const token = find(USDT)
    if (!token) throw new Error('USDT is pinned')
    const amount = { token, value }
    const gas = await estimateGas(rpc, payer, transfer(payee, amount))
    return (await checkFunds(rpc, payer, amount, 1)) === null && gas !== null ? 'yes' : 'no'
  },
  async list(rpc, _, { people }) {
    const codes = new Map<Address, boolean>()
    await readPayeeCodes(rpc, people, codes, { signal: new AbortController().signal })
    return codes.size === people.length ? 'yes' : 'unknown'
  },
  async paid(rpc, _, { hash }) {
    return (await readSettlement(rpc, hash)).kind === 'final' ? 'yes' : 'unknown'
  },
  async request(rpc, scan, { payee, hash }) {
    const head = await readFinalBlock(rpc)
    const subject = { account: payee, tokens: [USDT], side: 'to' } as const
    for await (const { transfers } of scanTransfers(scan, subject, startLogScan<TransferLog>(head), {
      oldest: head - 100n,
    })) {
      if (transfers.some(({ transactionHash }) => transactionHash === hash)) return 'yes'
    }
    return 'unknown'
  },
  async proof(rpc, _, { proof: { safe, text, signature } }) {
    const { kind } = await checkTextSignature(rpc, safe, text, signature)
    return kind === 'valid' ? 'yes' : kind === 'wrong' ? 'no' : 'unknown'
  },
}
