import type { Account, SafeFacts } from '#account/Account.ts'
import type { ActivityItem, ActivityLists, RecentPayments } from '#account/Activity.ts'
import type { Submission } from '#account/Submission.ts'
import type { Call } from '#chain/money/Call.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { word } from './fakeRpc.ts'
import { OWNERS, SAFE } from './safeExamples.ts'

/** The recent payments of an account that has never paid anybody. */
export const nothingPaid: RecentPayments = {
  payments: [],
  gaps: [],
  position: { block: 9n, nonce: 1n },
  time: null,
}

const facts: SafeFacts = { owners: OWNERS, threshold: 2, readOnly: false }

/** The lists of an account, each of one page. */
export function fakeLists(
  lists: {
    readonly queue?: readonly ActivityItem[]
    readonly history?: readonly ActivityItem[]
    readonly proposal?: ActivityLists['proposal']
  } = {},
): ActivityLists {
  const page = (items: readonly ActivityItem[]) => ({
    items,
    cursor: null,
    unreadable: 0,
    source: 'the test service',
  })
  const { queue, history = [], proposal = null } = lists
  return {
    queued: queue ? async () => page(queue) : null,
    history: async () => page(history),
    coverage: 'Everything of this test.',
    proposal,
  }
}

/** A wallet that has never paid, asks for nothing and answers every request with a new transaction. */
export function fakeWallet(some: Partial<Account> = {}): Account {
  const address = some.address ?? OWNERS[0]
  let sent = 0
  return {
    kind: 'eoa',
    address,
    safe: null,
    batching: async () => ({ kind: 'single' }),
    submit: async (calls: readonly Call[]): Promise<Submission> => ({
      kind: 'sent',
      from: address,
      calls,
      hash: word(++sent),
      nonce: 1n,
      since: null,
    }),
    status: async ({ calls }) => calls.map(() => ({ kind: 'pending', hash: word(sent) })),
    activity: fakeLists(),
    recentPayments: async () => nothingPaid,
    signMessage: async () => ({ kind: 'signed', signature: word(1) }),
    messageSignature: async () => null,
    ...some,
  }
}

/** A Safe with an empty queue that answers every request with a new proposal, signed by one of two owners. */
export function fakeSafeAccount(some: Partial<Account> = {}): Account {
  let proposed = 0
  return fakeWallet({
    kind: 'safe',
    address: SAFE,
    safe: facts,
    batching: async () => ({ kind: 'atomic', limit: 100 }),
    submit: async (calls) => ({
      kind: 'proposed',
      safe: SAFE,
      calls,
      safeTxHash: word(++proposed) as unknown as SafeTxHash,
      inLargerBatch: false,
    }),
    status: async ({ calls }) =>
      calls.map(() => ({ kind: 'needs-signatures', have: 1, need: 2, turn: { next: 1n, own: 1n } })),
    activity: fakeLists({ queue: [] }),
    ...some,
  })
}
