import type { Contents, KindName } from '#domain/backup/backupFile.ts'
import type { KindPlan } from '#domain/backup/restore.ts'
import { count, plural } from '#domain/shared/format.ts'

const names: Readonly<Record<KindName, readonly [title: string, one: string, many: string]>> = {
  people: ['People', 'person', 'people'],
  requests: ['Payment requests', 'payment request', 'payment requests'],
  proofs: ['Proofs', 'proof', 'proofs'],
  codeAnswers: ['Codes you looked for', 'code you looked for', 'codes you looked for'],
  watchedSafes: ['Watched Safes', 'watched Safe', 'watched Safes'],
  payouts: ['Payouts', 'payout', 'payouts'],
  attempts: ['Payments without a list', 'payment without a list', 'payments without a list'],
  drafts: ['Lists you’re editing', 'list you’re editing', 'lists you’re editing'],
  templates: ['Reminders', 'reminder', 'reminders'],
  budgets: ['Campaign budgets', 'campaign budget', 'campaign budgets'],
  ownDetails: ['Your details', 'entry of your details', 'entries of your details'],
}

/** The name of a kind, for people. */
export function kindTitle(name: KindName): string {
  return names[name][0]
}

/** The content by kind, without empty kinds: `2 people`, `1 payout`. */
export function contentWords(contents: Contents): readonly string[] {
  return (Object.keys(names) as KindName[]).flatMap((name) => {
    const [, one, many] = names[name]
    return contents[name].length === 0 ? [] : [count(contents[name].length, one, many)]
  })
}

/** The effect on the entries of one kind, in one line. */
export function planWords({ added, changed, same, kept, left }: KindPlan): string {
  return [
    [added.length, 'new'] as const,
    [changed.length, plural(changed.length, 'gets more', 'get more')] as const,
    [same, 'the same'] as const,
    [
      kept.length,
      `${plural(kept.length, 'differs', 'differ')}: yours here ${plural(kept.length, 'stays', 'stay')}`,
    ] as const,
    [left.length, 'left out'] as const,
  ]
    .flatMap(([number, words]) => (number === 0 ? [] : [`${number} ${words}`]))
    .join(' · ')
}
