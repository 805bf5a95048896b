import type { KeyValueStore } from '#account/Page.ts'
import type { Address } from '#chain/money/Address.ts'

/** Where the draft of an account is kept. */
export function draftKey(account: Address): string {
  return `portal.draft.56.${account.toLowerCase()}`
}

/** True when a draft is kept, readable or not. */
export function hasDraft(storage: KeyValueStore, account: Address): boolean {
  return storage.getItem(draftKey(account)) !== null
}
