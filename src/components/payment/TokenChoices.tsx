import * as Token from '#chain/money/Token.ts'

/** The options of a field that asks for a token: the pinned ones, and any more by their symbols. */
export function TokenChoices({ more = [] }: { more?: readonly Token.Token[] }) {
  return [...Token.pinned, ...more].map((token) => (
    <option key={Token.key(token)} value={Token.key(token)}>
      {token.symbol}
    </option>
  ))
}
