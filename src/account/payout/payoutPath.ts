/** Page of a payout that this browser keeps. */
export function payoutPath(id: string): string {
  return `/pay/payout/${id}`
}
