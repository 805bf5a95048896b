/** Page of a payout that this browser keeps. */
export function payoutPath(id: string): string {
  return `/pay/payout/${id}`
}

/** Page that loads the rows of such a payout into a list of payments. */
export function rowsPath(id: string): string {
  return `/pay/from/${id}`
}
