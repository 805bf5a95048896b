import { zeroAddress } from 'viem'
import type { Listed } from '#account/Activity.ts'

/** Stands where no account is known: its lists are empty and nothing is asked. */
export const noLists: Listed = {
  kind: 'eoa',
  address: zeroAddress,
  activity: {
    queued: null,
    history: () => Promise.resolve({ items: [], cursor: null, unreadable: 0, source: '' }),
    coverage: '',
    proposal: null,
  },
}
