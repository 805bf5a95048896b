import { useMemo, useSyncExternalStore } from 'react'
import type { Account } from '#account/Account.ts'
import { usePortal } from '#account/connection.ts'
import type { Payout } from '#domain/payout/Payout.ts'
import { payoutLock, payoutsChanged, payoutVersion, type RunState, runOf } from '#domain/payout/payoutRuns.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import type { PayoutDesk } from '#domain/payout/payPart.ts'

/** What paying from an account stands on, on this page. */
export function usePayoutDesk(account: Account): PayoutDesk {
  const { storage } = usePortal().page
  return useMemo(() => {
    const kept = payoutStore(storage, account.address)
    const told =
      <Args extends readonly unknown[], Result>(work: (...args: Args) => Result) =>
      (...args: Args): Result => {
        try {
          return work(...args)
        } finally {
          // A write that was refused says that there is something newer to read.
          payoutsChanged()
        }
      }
    return {
      account,
      payouts: { ...kept, write: told(kept.write), remove: told(kept.remove) },
      alone: payoutLock(account.address),
      isKept: () => storage.keeping() === 'browser',
      now: Date.now,
    }
  }, [account, storage])
}

/** A payout as it stands now, and what this page does for it. */
export function usePayout(
  desk: PayoutDesk,
  id: string,
): { readonly payout: Payout | null; readonly run: RunState | undefined } {
  const version = useSyncExternalStore(payoutVersion.subscribe, payoutVersion.get)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version says when there is something new to read
  const payout = useMemo(() => desk.payouts.read(id), [desk, id, version])
  return { payout, run: runOf(id) }
}

/** All payouts of the account in this browser, the newest first. */
export function usePayouts(desk: PayoutDesk): ReturnType<PayoutDesk['payouts']['list']> {
  const version = useSyncExternalStore(payoutVersion.subscribe, payoutVersion.get)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version says when there is something new to read
  return useMemo(() => desk.payouts.list(), [desk, version])
}
