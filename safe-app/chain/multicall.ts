import type { Address } from 'viem'

/** Multicall3's address on nearly every chain. */
export const MULTICALL3: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'
