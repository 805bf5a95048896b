import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Account } from '#account/Account.ts'
import { promptPlace } from '#pages/pay/UnfinishedPayouts.tsx'
import { batchingQuery } from '#queries/account.ts'

/** How many payments are requested at once. A person may always choose one by one. */
export function useBatching(account: Account, count: number) {
  const [chosen, choose] = useState<'together' | 'single' | null>(null)
  const { data, isPending } = useQuery({ ...batchingQuery(account), enabled: count > 1 })
  // Never choose an option that changes the account permanently unless the person selected it.
  const single = chosen === null ? data?.kind !== 'atomic' : chosen === 'single'
  return {
    isReading: count > 1 && isPending,
    found: data,
    /** One after another. */
    single,
    choose,
    /** The most payments in one request. */
    limit: count > 1 && data && data.kind !== 'single' && !single ? data.limit : 1,
  }
}

/** With fewer confirmations nobody looks for another account. */
const MANY = 5

/** How several payments are requested from a wallet: at once if it can, or one after another. */
export function BatchChoice(props: { batching: ReturnType<typeof useBatching>; count: number }) {
  const { count } = props
  const { found, single, choose } = props.batching
  if (!found) return null
  if (found.kind === 'single') {
    return (
      <p>
        You’ll confirm {count} times in your wallet, once for each payment. Stop anytime and continue later.
        {count >= MANY && ' A Safe, or a wallet that sends batches (EIP-5792), confirms all of them at once.'}
      </p>
    )
  }
  return (
    <fieldset className="layout-choices">
      <legend>How to confirm</legend>
      <label className="layout-check">
        <input type="radio" name="batching" checked={!single} onChange={() => choose('together')} />
        <span>
          Up to {found.limit} at once, all or nothing.
          {found.kind === 'upgrade' &&
            ' Your wallet will ask to turn your address into a smart account (EIP-7702). It stays your wallet, with your key, but then also runs a contract’s code. Plain BNB sent to you is still found here; BNB from a Safe or another contract may not be.'}
        </span>
      </label>
      <label className="layout-check">
        <input type="radio" name="batching" checked={single} onChange={() => choose('single')} />
        <span>One by one, {count} times.</span>
      </label>
    </fieldset>
  )
}

/** After this time (ms) without an answer, a person may have done something else with the dialog of their Safe. */
const LATE = 10_000

/** Explains, once an answer is late, what happens with a request that was put into a batch of the Safe's own. */
export function BatchHint({ account }: { account: Account }) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE)
    return () => clearTimeout(timer)
  }, [])
  if (!isLate || promptPlace(account) !== 'your Safe') return null
  return <p>Added it to a batch in your Safe? Cancel waiting: we find it once that batch is signed.</p>
}
