import type { Hex } from 'viem'

/** Some hardware wallets count the recovery from 0, where everybody else counts from 27. */
export function usualForm(signature: Hex): Hex {
  const [, start, recovery] = /^(0x[0-9a-f]{128})0([01])$/.exec(signature) ?? []
  return start ? (`${start}${recovery === '0' ? '1b' : '1c'}` as Hex) : signature
}
