import { toHex } from 'viem'
import type { Account, OpenedAccount } from '#account/Account.ts'
import { findPortalError } from '#chain/PortalError.ts'
import { type Attempt, attemptIds, idsOf } from '#domain/ledger/Attempt.ts'
import { readAttemptStatus } from '#domain/ledger/ledger.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import { withHistory } from '#domain/payout/withHistory.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'

/**
 * An account whose requests are written into a ledger, as paying a batch does, so that a test can ask it directly and
 * still read its history.
 */
export function recordedAccount(opened: OpenedAccount, storage: KeyValueStore): Account {
  const { ledger } = payoutStore(storage, opened.address)
  const account = withHistory(opened, storage)
  return {
    ...account,
    async submit(calls, how) {
      const id = how.id.length === 66 ? how.id : toHex(crypto.getRandomValues(new Uint8Array(32)))
      const attempt: Attempt = {
        id,
        account: opened.address,
        kind: opened.kind,
        payout: null,
        batch: 0,
        rows: [],
        calls,
        at: Date.now(),
        time: null,
        position: null,
        known: [],
        restored: false,
        facts: [],
      }
      ledger.append([attempt])
      const answered: typeof how.onAnswer = (submission) =>
        void ledger.add(id, { kind: 'answered', at: Date.now(), submission })
      try {
        const submission = await opened.submit(calls, { ...how, id, onAnswer: answered })
        answered(submission)
        return submission
      } catch (error) {
        const kind = findPortalError(error)?.kind
        const isProven = kind === 'rejected' || kind === 'refused' || kind === 'busy'
        if (isProven) ledger.add(id, { kind: 'rejected', at: Date.now() })
        throw error
      }
    },
    async status(submission, signal) {
      const ids = new Set(idsOf(submission))
      const attempt = ledger.list().attempts.find((one) => attemptIds(one).some((id) => ids.has(id)))
      return attempt
        ? readAttemptStatus({ account: opened, ledger }, attempt, signal)
        : opened.status(submission, signal)
    },
  }
}
