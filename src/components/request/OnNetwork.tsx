import { Worth } from '#components/price/prices.tsx'
import { amountOf, isPinned, type PaymentRequest } from '#domain/request/PaymentRequest.ts'

const network = 'On BNB Smart Chain'

/**
 * `about $250 on BNB Smart Chain`, or only the network if the request names no amount of a token or there is no
 * price.
 */
export function OnNetwork({ request }: { request: PaymentRequest }) {
  const amount = amountOf(request)
  if (!amount || !isPinned(amount.token)) return <>{network}</>
  return (
    <Worth of={[amount]}>
      {(worth) => (worth ? `${worth.lead} ${worth.sum} on BNB Smart Chain` : network)}
    </Worth>
  )
}
