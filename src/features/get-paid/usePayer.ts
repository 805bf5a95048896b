import { useMemo } from 'react'
import type { Listed } from '#account/Activity.ts'
import { useAccount } from '#account/connection.ts'
import { watchedSafe } from '#domain/activity/watchedSafes.ts'
import type { PaymentRequest } from '#domain/request/PaymentRequest.ts'

/** Whose queue and history may hold the payment: the Safe that is asked, else who looks; null when nobody is known. */
export function usePayer({ payee, payer }: PaymentRequest): Listed | null {
  const account = useAccount()
  const asked = useMemo(() => payer && watchedSafe(payer), [payer])
  if (account && account.address === payer) return account
  return asked ?? (account && account.address !== payee ? account : null)
}
