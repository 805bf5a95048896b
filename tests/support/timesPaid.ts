import { type Address, parseAbiItem } from 'viem'
import type { Rig } from '../../safe-app/startRig.ts'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

/** How often each payee was sent the token by an account, in the order of the payees, counted in the logs of the chain. */
export async function timesPaid(
  { chain }: Rig,
  token: Address,
  from: Address,
  payees: readonly Address[],
): Promise<readonly number[]> {
  const logs = await chain.client.getLogs({ address: token, event: transfer, args: { from }, fromBlock: 0n })
  return payees.map((payee) => logs.filter(({ args }) => args.to === payee).length)
}
