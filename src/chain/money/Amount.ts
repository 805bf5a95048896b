import { key, type Token } from './Token.ts'

/** An amount in base units, with its token. Never a float. */
export type Amount = { readonly token: Token; readonly value: bigint }

/** Why a text is not an amount of a token. */
export type AmountFault =
  | 'empty'
  | 'too-long'
  | 'not-a-number'
  | 'negative'
  | 'zero'
  | 'ambiguous-separator'
  | 'too-many-decimals'
  | 'too-large'

type ParsedAmount = { ok: true; amount: Amount } | { ok: false; fault: AmountFault }

/** The largest value a token transfer can carry (uint256). */
export const MAX_UINT256 = 2n ** 256n - 1n

/** Longer texts (characters) are rejected before parsing. The largest amount has 78 digits and a point. */
export const LONGEST_AMOUNT = 100

/**
 * Parses a decimal amount exactly: digits and at most one point. `1,000`, `1e3`, `0x10` and `.` are rejected,
 * because a wrong guess could pay a thousand times too much. Nothing is rounded: too many decimals is a
 * fault.
 */
export function parse(text: string, token: Token): ParsedAmount {
  if (text.length > LONGEST_AMOUNT) return { ok: false, fault: 'too-long' }
  const trimmed = text.trim()
  if (trimmed === '') return { ok: false, fault: 'empty' }
  if (/^-/.test(trimmed)) return { ok: false, fault: 'negative' }
  if (/^[0-9][0-9.,'’ \u00a0\u202f_]*$/.test(trimmed) && !/^[0-9]+(\.[0-9]+)?$/.test(trimmed)) {
    return { ok: false, fault: 'ambiguous-separator' }
  }
  const match = /^([0-9]+)(?:\.([0-9]+))?$/.exec(trimmed)
  if (!match) return { ok: false, fault: 'not-a-number' }
  const whole = match[1] ?? '0'
  const fraction = withoutZeros(match[2] ?? '')
  if (fraction.length > token.decimals) return { ok: false, fault: 'too-many-decimals' }
  if (whole.length > 78) return { ok: false, fault: 'too-large' }
  const value =
    BigInt(whole) * 10n ** BigInt(token.decimals) + BigInt(fraction.padEnd(token.decimals, '0') || '0')
  if (value > MAX_UINT256) return { ok: false, fault: 'too-large' }
  if (value === 0n) return { ok: false, fault: 'zero' }
  return { ok: true, amount: { token, value } }
}

/** Counts from the end. The regex `/0+$/` restarts at every zero and takes seconds on 80,000 zeros. */
function withoutZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end)
}

/** The exact decimal text of base units, without grouping. `parse` reads it back. */
export function toDecimal({ token, value }: Amount): string {
  const negative = value < 0n
  const digits = (negative ? -value : value).toString().padStart(token.decimals + 1, '0')
  const whole = digits.slice(0, digits.length - token.decimals)
  const fraction = withoutZeros(digits.slice(digits.length - token.decimals))
  return `${negative ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`
}

/**
 * The exact text for people: digits grouped in threes, at least two decimals if there are any, then the
 * symbol.
 */
export function format(amount: Amount): string {
  return `${formatNumber(amount)} ${amount.token.symbol}`
}

/** Like `format`, without the symbol. */
export function formatNumber(amount: Amount): string {
  const [whole = '0', fraction = ''] = toDecimal(amount).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return fraction === '' ? grouped : `${grouped}.${fraction.padEnd(2, '0')}`
}

/** Adds up amounts: one for each token, in the order of first appearance. */
export function totalsOf(payments: Iterable<{ readonly amount: Amount }>): readonly Amount[] {
  const sums = new Map<string, Amount>()
  for (const { amount } of payments) addTo(sums, amount)
  return [...sums.values()]
}

/** Adds an amount to the sums of its list, by `Token.key`. */
export function addTo(sums: Map<string, Amount>, { token, value }: Amount): void {
  const of = key(token)
  sums.set(of, { token, value: (sums.get(of)?.value ?? 0n) + value })
}

/** The base units of a token in a list with one entry for each token; null if they are unknown. */
export function valueIn(
  amounts: readonly { readonly token: Token; readonly value: bigint | null }[] | undefined,
  token: Token,
): bigint | null {
  return amounts?.find((one) => key(one.token) === key(token))?.value ?? null
}

/** Lets `Amount` read and write US cents. */
export const cent: Token = { address: null, symbol: 'USD', name: 'US dollar', decimals: 2 }

/** `$42,825.81`. */
export function dollarText(cents: bigint): string {
  return `$${formatNumber({ token: cent, value: cents })}`
}
