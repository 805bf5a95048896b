import * as v from 'valibot'
import * as Token from '#chain/money/Token.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'
import { persisted } from '#storage/persisted.ts'

/** The key (`Token.key`) of a token that this portal knows. */
const known = v.picklist(Token.pinned.map(Token.key))

const stored = (storage: KeyValueStore) => persisted(storage, 'portal.token.56', known)

/** The token that was chosen last in this browser, by its key; USDT before the first choice. */
export function readLastToken(storage: KeyValueStore): string {
  return stored(storage).read() ?? usdt
}

export function keepLastToken(storage: KeyValueStore, key: string): void {
  if (v.is(known, key)) stored(storage).write(key)
}

const usdt = Token.key(Token.pinned.find(({ symbol }) => symbol === 'USDT') ?? Token.BNB)
