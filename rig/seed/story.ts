/** Days covered by the history; the chain must be at least that old. */
export const STORY_DAYS = 9

/** The treasury's nonce after the history. */
export const TREASURY_NONCE = 6n
