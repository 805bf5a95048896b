/** Texts made to be slow to read as rows, with descriptions. None contains a payment. */
export const hostileTexts: readonly (readonly [what: string, text: string])[] = [
  ['five million quotes on one line', '"'.repeat(5_000_000)],
  ['a million cells on one line', ','.repeat(1_000_000)],
  ['a megabyte of zeros', `0x${'0'.repeat(1_000_000)},1.${'0'.repeat(1_000_000)},USDT`],
  ['a megabyte of characters without a shape', '\u200b'.repeat(1_000_000)],
  ['a quote that is never closed before a million lines', `"${'\n'.repeat(1_000_000)}`],
  ['a thousand lines of quotes', `${'"'.repeat(9_000)}\n`.repeat(1_000)],
]
