/** What a column holds. All that is none of these is a note. */
export type ColumnUse = 'payee' | 'amount' | 'token' | 'tokenType' | 'reference'

const names: Readonly<Record<Exclude<ColumnUse, 'reference'>, readonly string[]>> = {
  payee: [
    ...['payee', 'receiver', 'recipient', 'address', 'wallet', 'to', 'account', 'pay to'],
    ...['wallet address', 'receiver address', 'recipient address', 'payee address', 'to address'],
  ],
  amount: ['amount', 'value', 'sum', 'total'],
  token: ['token', 'currency', 'symbol', 'asset', 'token address', 'token symbol'],
  tokenType: ['token type'],
}

/** The first of these that names exactly one column is the reference; the others are notes. */
export const referenceNames = ['reference', 'ref', 'memo', 'note', 'label', 'handle', 'name'] as const

/** What a title in the first line says that its column holds; null for a title that says nothing of it. */
export function useOfTitle(title: string): Exclude<ColumnUse, 'reference'> | null {
  const plain = plainTitle(title)
  for (const [use, known] of Object.entries(names)) {
    if (known.includes(plain)) return use as Exclude<ColumnUse, 'reference'>
  }
  return null
}

/** A title in small letters, with single spaces for whatever joins its words. */
export function plainTitle(title: string): string {
  return title
    .slice(0, 100)
    .toLowerCase()
    .replace(/[\s_\-./:\p{C}]+/gu, ' ')
    .trim()
}
