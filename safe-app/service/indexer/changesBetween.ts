import type { Change } from '../World.ts'
import type { ChainFacts, Moment } from './ChainFacts.ts'

/**
 * Returns the changes that a pass of the indexer added; null if it read another chain, where the earlier facts do not
 * exist.
 */
export function changesBetween(before: ChainFacts, after: ChainFacts): readonly Change[] | null {
  const lists = ['executions', 'approvals', 'moduleExecutions', 'transfers'] as const
  if (lists.some((name) => !continues(before[name], after[name]))) return null
  const added = <T>(old: readonly T[], now: readonly T[]) => now.slice(old.length)
  return [
    ...added(before.executions, after.executions).map(
      ({ safe, safeTxHash }): Change => ({ kind: 'execution', safe, safeTxHash }),
    ),
    ...added(before.approvals, after.approvals).map(
      ({ safe, safeTxHash }): Change => ({ kind: 'multisig', safe, safeTxHash }),
    ),
    ...added(before.moduleExecutions, after.moduleExecutions).map(
      ({ safe }): Change => ({ kind: 'module', safe }),
    ),
    ...added(before.transfers, after.transfers).flatMap(({ from, to }): Change[] => [
      { kind: 'transfer', safe: from },
      { kind: 'transfer', safe: to },
    ]),
  ]
}

/** Facts keep their identity while the indexer follows one chain. */
function continues(before: readonly Moment[], after: readonly Moment[]): boolean {
  return after[before.length - 1] === before.at(-1)
}
