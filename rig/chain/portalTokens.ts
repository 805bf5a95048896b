import { getAddress } from 'viem'
import type { LocalToken } from '../../safe-app/chain/localTokens.ts'
import { bsc } from '../../safe-app/chain/Network.ts'

/** A worthless token named USDT, whose address begins and ends like the real one's. */
export const IMITATION_TOKEN: LocalToken = {
  address: getAddress('0x55d3980000000000000000000000000000007955'),
  symbol: 'USDT',
  name: 'Tether USD',
  decimals: 18,
}

/** The portal's pinned tokens at their BSC addresses, and the imitation. */
export const localTokens: readonly LocalToken[] = [...bsc.tokens, IMITATION_TOKEN]
