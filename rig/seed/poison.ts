import { type Address, encodeFunctionData, erc20Abi, getAddress, parseEther } from 'viem'
import { influencers, stranger } from '../../safe-app/accounts.ts'
import type { ChainClient } from '../../safe-app/chain/chainClient.ts'
import { setTokenAllowance, setTokenBalance } from '../../safe-app/chain/localTokens.ts'
import { IMITATION_TOKEN } from '../chain/portalTokens.ts'
import { amountOf } from './amountOf.ts'
import { treasury } from './safes.ts'
import type { Teller } from './Teller.ts'

const [dana] = influencers

/** Looks like Dana's address, but is not hers. */
export const LOOKALIKE: Address = getAddress(
  `${dana.address.slice(0, 8)}${'0'.repeat(28)}${dana.address.slice(-6)}`,
)

/**
 * Imitates address poisoners after a payment of `paid` USDT to Dana. They hope that the next payer copies their
 * address.
 */
export async function poison(client: ChainClient, teller: Teller, paid: string): Promise<void> {
  const usdt = amountOf('0.01', 'USDT')
  const token = usdt.token.address
  if (token === null) throw new Error('USDT has no address')

  // A zero transfer needs no approval, and its event names the treasury as the sender.
  await teller.send(stranger.address, { to: token, data: taking(0n) })

  // The same amount of a worthless token with the same name.
  const value = parseEther(paid)
  await setTokenBalance(client, IMITATION_TOKEN.address, treasury.address, value)
  await setTokenAllowance(client, IMITATION_TOKEN.address, treasury.address, stranger.address, value)
  await teller.send(stranger.address, { to: IMITATION_TOKEN.address, data: taking(value) })

  // Real dust from an address that looks like Dana's.
  await setTokenBalance(client, token, LOOKALIKE, usdt.value)
  await teller.sendAs(LOOKALIKE, { to: token, data: giving(treasury.address, usdt.value) })
}

/** Many worthless tokens that were not requested. */
export async function airdrop(teller: Teller): Promise<void> {
  const data = giving(treasury.address, parseEther('10000'))
  await teller.send(stranger.address, { to: IMITATION_TOKEN.address, data })
}

function taking(value: bigint) {
  const args = [treasury.address, LOOKALIKE, value] as const
  return encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args })
}

function giving(to: Address, value: bigint) {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, value] })
}
