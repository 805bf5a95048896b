import { type Address, parseAbiItem } from 'viem'
import type { Rig } from '../../rig/startRig.ts'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

/** How often an account sent the token to each payee, in payee order, counted in the chain's logs. */
export async function timesPaid(
  { chain }: Rig,
  token: Address,
  from: Address,
  payees: readonly Address[],
): Promise<readonly number[]> {
  const logs = await chain.client.getLogs({ address: token, event: transfer, args: { from }, fromBlock: 0n })
  return payees.map((payee) => logs.filter(({ args }) => args.to === payee).length)
}
