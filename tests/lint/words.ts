/**
 * Words that the portal does not use on screen, and its words instead. Texts of others, such as a memo or a signed
 * message, are not its own.
 */
const forbidden: readonly (readonly [RegExp, string])[] = [
  [/\bpayees?\b/i, 'recipient'],
  [/\baccount that is to be paid\b/i, 'recipient, to'],
  [/\basked? for\b/i, 'requested, sent to your wallet'],
  [/\b(mend|mended)\b/i, 'fix'],
  [/\b(it|what|all that) stands\b/i, 'status, is'],
  [/\bin a block\b|\bby the word of\b/i, 'confirming, final'],
  [/\bsaid no\b/i, 'rejected'],
  [/\bproofs? of account\b/i, 'proof'],
  [/\byour name there\b/i, 'handle'],
  [/\bsign by sign\b/i, 'letter by letter'],
  [/\bhand (it|this) on\b/i, 'share'],
  [/\bsaved file\b|\bfor your books\b/i, 'restore, export'],
  [/\bfurther back\b|\bsince block\b/i, 'older'],
  [/\bexplorer\b/i, 'BscScan'],
  [/\bchecked here\b/i, 'verified'],
  [/\b(nodes?|endpoints?)\b|\bchain says\b/i, 'network, in Diagnostics RPC'],
  [/\bqueue place\b|\buse[sd]? up\b/i, 'nonce'],
  [/\bsomebody\b|(?<!so )\bnobody\b/i, 'someone, no one'],
  [/\bthe portal\b/i, 'we'],
  [/\b(please|simply|just(?! paid| confirms| now)|successfully)\b/i, 'nothing'],
  [/!/, 'a full stop'],
]

/** Terms that only Diagnostics in Settings uses, which is for people who know them. */
const technical: typeof forbidden = [[/\bfinal block\b/i, 'final']]

/** Each forbidden word in a visible text, with its line. */
export function forbiddenWords(text: string, isTechnical = false): readonly string[] {
  const all = isTechnical ? forbidden : [...forbidden, ...technical]
  return text
    .split('\n')
    .flatMap((line) =>
      all.flatMap(([word, instead]) => (word.test(line) ? [`${line.trim()} (say: ${instead})`] : [])),
    )
}
