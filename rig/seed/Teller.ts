import type { Address, Hex } from 'viem'
import type { ChainClient } from '../../safe-app/chain/chainClient.ts'
import { sendSync } from '../../safe-app/chain/sendSync.ts'

const DAY = 86_400

/** Enough gas for every transaction of the history, so that nothing has to be estimated. */
const GAS = 2_500_000n

/** Creates a history on the chain: events, the accounts behind them, and how long ago they were. */
export type Teller = {
  /** Moves to this many days ago, at the present time of day plus `hours`. Time only moves forward. */
  readonly daysAgo: (days: number, hours?: number) => Promise<void>
  /** Unix ms of the history's current moment. */
  readonly now: () => number
  /** Sends as an account whose key the node holds. Throws if it reverts. */
  readonly send: (from: Address, call: Deed) => Promise<void>
  /** Sends as any address, for forged transfers. */
  readonly sendAs: (from: Address, call: Deed) => Promise<void>
}

type Deed = { readonly to: Address; readonly value?: bigint; readonly data?: Hex }

/** Starts at the chain's current time; `present` is the unix time in seconds that "ago" counts from. */
export async function teller(client: ChainClient, present: number): Promise<Teller> {
  let last = Number((await client.getBlock()).timestamp)

  async function send(from: Address, { to, value, data }: Deed): Promise<void> {
    last += 60
    await client.setNextBlockTimestamp({ timestamp: BigInt(last) })
    const { blockNumber } = await sendSync(client, { from, to, value, data, gas: GAS })
    // Empty blocks may have been mined in between.
    last = Math.max(last, Number((await client.getBlock({ blockNumber: BigInt(blockNumber) })).timestamp))
  }

  return {
    now: () => last * 1000,
    async daysAgo(days, hours = 0) {
      last = Math.max(last, present - days * DAY + hours * 3600)
    },
    send,
    async sendAs(from, call) {
      await client.impersonateAccount({ address: from })
      await client.setBalance({ address: from, value: 10n ** 17n })
      await send(from, call)
      await client.stopImpersonatingAccount({ address: from })
    },
  }
}
