/** What a list of payments begins with. */
export type Start =
  | { readonly kind: 'text'; readonly text: string; readonly source: string | null }
  | { readonly kind: 'typed' }
  /** The draft that is kept for the account. */
  | { readonly kind: 'kept' }
  /** The rows of a payout that was asked for. */
  | { readonly kind: 'payout'; readonly id: string }
