import * as v from 'valibot'
import * as Token from '#chain/money/Token.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'
import { browserKey } from '#storage/keys.ts'
import { persisted } from '#storage/persisted.ts'

/** The key (`Token.key`) of a token that this portal knows. */
const known = v.picklist(Token.pinned.map(Token.key))

const stored = (storage: KeyValueStore) => persisted(storage, browserKey('token.56'), known)

/** The token that was chosen last in this browser; USDT before the first choice. */
export function readLastToken(storage: KeyValueStore): Token.Token {
  return Token.byKey(stored(storage).read() ?? '') ?? Token.USDT
}

export function keepLastToken(storage: KeyValueStore, token: Token.Token): void {
  stored(storage).write(Token.key(token))
}
