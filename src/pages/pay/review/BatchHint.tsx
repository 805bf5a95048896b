import { useEffect, useState } from 'react'
import type { Account } from '#account/Account.ts'
import { whereAsked } from '#pages/pay/payWords.ts'

/** After this time (ms) without an answer, a person may have done something else with the dialog of their Safe. */
const LATE = 10_000

/** Explains, once an answer is late, what happens with a request that was put into a batch of the Safe's own. */
export function BatchHint({ account }: { account: Account }) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE)
    return () => clearTimeout(timer)
  }, [])
  if (!isLate || whereAsked(account) !== 'your Safe') return null
  return <p>Added it to a batch in your Safe? Cancel waiting: we find it once that batch is signed.</p>
}
