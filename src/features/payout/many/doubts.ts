import type { Address } from '#chain/Address.ts'
import * as Amount from '#chain/Amount.ts'
import type { LookAlikePayee, RowChecks, RowDoubt } from '../rows/RowChecks.ts'

/** A payee with code of its own: somebody's Safe, or a contract that cannot pass on what it gets. */
export type ContractDoubt = {
  readonly kind: 'contract'
  readonly id: string
  readonly payee: Address
  readonly lines: readonly number[]
}

export type Doubt = RowDoubt | ContractDoubt

export type DoubtKind = Doubt['kind']

/** Kinds in the order in which they are shown, each with its title and what a tick says. */
export const doubtKinds: Readonly<Record<DoubtKind, { readonly title: string; readonly tick: string }>> = {
  duplicate: { title: 'Paid more than once', tick: 'Each of these rows is to be paid' },
  'maybe-cut': { title: 'Maybe cut in two', tick: 'These amounts are whole' },
  outlier: { title: 'Much more than usual', tick: 'This amount is right' },
  similar: { title: 'Addresses that are much alike', tick: 'This address is right' },
  contract: { title: 'Payees that are contracts', tick: 'This contract can be paid' },
}

/** The names of ticks that stand for what could not be read. */
export const UNREAD_HISTORY = 'unread/history'
export const UNREAD_CODE = 'unread/code'

/** The name under which a look-alike is confirmed. */
export function lookAlikeId({ payee, like }: Pick<LookAlikePayee, 'payee' | 'like'>): string {
  return `look-alike/${payee}/${like}`
}

/** What is odd, in a sentence that names the lines. */
export function doubtWords(doubt: Doubt): string {
  switch (doubt.kind) {
    case 'duplicate':
      return `${linesWords(doubt.lines)} pay the same: ${Amount.format(doubt.amount)} to ${doubt.payee}.`
    case 'maybe-cut':
      return `${linesWords(doubt.lines)}: whole numbers stand on both sides of a comma. Was 1,5 cut into 1 and 5?`
    case 'outlier':
      return `${linesWords(doubt.lines)}: ${Amount.format(doubt.amount)} to ${doubt.payee} is more than ten times what is usual in this list.`
    case 'similar':
      return `${linesWords(doubt.lines)}: ${doubt.payee} is much like ${doubt.like}, ${doubt.isKnown ? 'which you have paid before' : 'which stands in this list too'}. Compare every digit.`
    case 'contract':
      return `${linesWords(doubt.lines)}: ${doubt.payee} is a contract. A Safe is one, too; another contract may keep what it gets for ever.`
  }
}

/** So many lines are named; of more than that it is said how many there are. */
const NAMED = 8

/** `Line 4`, `Lines 4, 9 and 12`, `Lines 4, 9, … and 20 more`. */
export function linesWords(lines: readonly number[]): string {
  const [only, ...others] = lines
  if (others.length === 0) return `Line ${only}`
  if (lines.length > NAMED) {
    return `Lines ${lines.slice(0, NAMED).join(', ')} and ${lines.length - NAMED} more`
  }
  return `Lines ${lines.slice(0, -1).join(', ')} and ${lines.at(-1)}`
}

/** The payees that are contracts, with the lines that pay them. */
export function contractDoubts(
  payees: ReadonlyMap<Address, readonly number[]>,
  codes: ReadonlyMap<Address, boolean>,
): readonly ContractDoubt[] {
  const found: ContractDoubt[] = []
  for (const [payee, isContract] of codes) {
    const lines = isContract ? payees.get(payee) : undefined
    if (lines) found.push({ kind: 'contract', id: `contract/${payee}`, payee, lines })
  }
  return found
}

/** The lines in which something waits to be confirmed, in order. */
export function linesToConfirm(
  doubts: readonly Doubt[],
  lookAlikes: RowChecks['lookAlikes'],
  ticks: ReadonlySet<string>,
): readonly number[] {
  const open = [
    ...doubts.filter(({ id }) => !ticks.has(id)),
    ...lookAlikes.filter((alike) => !ticks.has(lookAlikeId(alike))),
  ]
  return [...new Set(open.flatMap(({ lines }) => lines))].sort((a, b) => a - b)
}
