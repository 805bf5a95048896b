import type { Token } from '#chain/money/Token.ts'
import type { AgreedPrice } from '#chain/prices/priceAt.ts'

/** Why there is no rate. */
export type NoRate = Extract<AgreedPrice, { kind: 'unknown' }>['why']

/** Why there is no rate to pay by, and what to do. */
export function noRateText(why: NoRate, { symbol }: Pick<Token, 'symbol'>): { what: string; todo: string } {
  const later = 'Try again in a moment.'
  switch (why) {
    case 'none':
      return {
        what: `Chainlink has no usable price of ${symbol} now.`,
        todo: 'Try again later, or ask for a request in another token.',
      }
    case 'old':
      return { what: `Chainlink’s price of ${symbol} is too old to pay by.`, todo: 'Try again later.' }
    case 'split':
      return {
        what: `Two nodes report different prices of ${symbol}.`,
        todo: `One of them is wrong. ${later}`,
      }
    case 'one-source':
      return {
        what: 'Only one node operator is set up, and a price needs two.',
        todo: 'Ask whoever runs this site to add another.',
      }
    case 'alone':
      return { what: `Only one node answered with a price of ${symbol}, and it needs two.`, todo: later }
    case 'silent':
      return { what: `No node answered with a price of ${symbol}.`, todo: later }
  }
}

/** The consequence of a missing rate for the money. */
export const NO_RATE_MONEY = 'So there’s no amount to pay. Nothing was sent.'
