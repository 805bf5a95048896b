/** Days that the story goes back; the chain must be at least that old. */
export const STORY_DAYS = 9

/** How many transactions the treasury has behind it when the story ends. */
export const TREASURY_NONCE = 6n
