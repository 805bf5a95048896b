import { Worth } from '#components/price/prices.tsx'
import { amountOf, isPinned, type PaymentRequest } from '#domain/request/PaymentRequest.ts'

const network = 'On BNB Smart Chain'

/** `about $250 on BNB Smart Chain`. What is asked for in dollars, or has no price, leaves the network alone. */
export function OnNetwork({ request }: { request: PaymentRequest }) {
  const amount = amountOf(request)
  if (!amount || !isPinned(amount.token)) return network
  return (
    <Worth of={[amount]}>
      {(worth) => (worth ? `${worth.lead} ${worth.sum} on BNB Smart Chain` : network)}
    </Worth>
  )
}
