/** BNB Smart Chain mainnet, the only chain of the portal. */
export const BSC_CHAIN_ID = 56
