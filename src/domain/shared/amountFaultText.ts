import { type AmountFault, LONGEST_AMOUNT } from '#chain/money/Amount.ts'
import type { Token } from '#chain/money/Token.ts'

/** What is wrong with a typed amount, for people. */
export function amountFaultText(fault: AmountFault, token: Token): string {
  switch (fault) {
    case 'empty':
      return 'Enter an amount.'
    case 'too-long':
      return `This is longer than any amount. Write at most ${LONGEST_AMOUNT} characters.`
    case 'not-a-number':
      return 'Write the amount in digits with a point, such as 250 or 0.5.'
    case 'negative':
      return 'An amount cannot be negative.'
    case 'zero':
      return 'Enter an amount above zero.'
    case 'ambiguous-separator':
      return 'Write it without separators and with a point, such as 1000.50: a comma means different things to different people.'
    case 'too-many-decimals':
      return `${token.symbol} has ${token.decimals} decimals at the most.`
    case 'too-large':
      return 'This amount is larger than any token can hold.'
  }
}
