import type { WalletAnswer } from '#tests/support/payoutWorld.ts'
import type { TokenBehavior } from '#tests/support/worldChain.ts'
import { type PlainStep, type Step, sequence, walletAnswers } from './steps.ts'

const wallet = (how: WalletAnswer): Step => ({ step: 'wallet will answer', how })
const token = (how: TokenBehavior): Step => ({ step: 'token will behave', how })
/** The choices are those of `interfere` in `safeWorld.ts` and `walletWorld.ts`. */
const somebody = (choice: number): Step => ({ step: 'somebody acts', choice })
const worldMovesOn = (times: number) => Array.from({ length: times }, (): PlainStep => 'world moves on')

/** Sequences of failures that chance alone would seldom produce. Random steps follow. */
export const openings: readonly (readonly Step[])[] = [
  [],
  [],
  [],
  sequence(token('reverts'), 'run', ...worldMovesOn(6), 'faults end', 'retry'),
  sequence(token('silent'), 'run', ...worldMovesOn(3), 'faults end', 'retry'),
  sequence(token('less'), 'run', ...worldMovesOn(3)),
  sequence(wallet('hangs'), 'run', 'look for answers', 'faults end', 'run'),
  // In a Safe: an owner deletes the first proposal, and executes it all the same.
  sequence('run', somebody(6), somebody(2), 'world moves on', 'retry'),
  // In a Safe: the host's batch is signed.
  sequence(wallet('host-batch'), 'run', somebody(3), ...worldMovesOn(3)),
  // In a Safe: another owner executes the same content at once.
  sequence(wallet('same-nonce'), 'run', 'world moves on', somebody(4), 'retry'),
  sequence(
    { step: 'switch fault', fault: 'indexBehind' },
    'run',
    ...worldMovesOn(4),
    'retry',
    'second payout',
  ),
  sequence(
    { step: 'switch fault', fault: 'serviceOmits' },
    'run',
    ...worldMovesOn(4),
    'retry',
    'second payout',
    'run',
  ),
  sequence(wallet('fails-landed'), 'run', 'world moves on', 'look for answers', 'retry', 'second payout'),
  // In a Safe: an owner rejects the proposal, or deletes it.
  sequence('run', somebody(0), ...worldMovesOn(2), 'retry', 'second payout'),
  sequence('run', somebody(1), ...worldMovesOn(2), 'retry', 'second payout'),
  sequence(wallet('hangs'), 'stop waiting', 'look for answers', 'faults end'),
  ...twoAttempts(),
  sequence(
    'run',
    ...worldMovesOn(4),
    'a month passes',
    'second payout',
    'world moves on',
    'look for answers',
  ),
  sequence(
    wallet('hangs'),
    'run',
    'faults end',
    'a month passes',
    'second payout',
    'world moves on',
    'look for answers',
  ),
  sequence(
    wallet('hangs-landed'),
    'run',
    'faults end',
    'move to another browser',
    'second payout',
    'look for answers',
    'run',
  ),
  // In a Safe: a module pays.
  sequence(
    wallet('hangs-landed'),
    'run',
    somebody(10),
    'faults end',
    'look for answers',
    'second payout',
    'run',
  ),
  sequence('run', 'move to another browser', 'second payout', ...worldMovesOn(2), 'retry', 'second payout'),
  sequence(
    wallet('waits'),
    { step: 'node fails', node: 0, fault: 'makes-up-nonces' },
    'run',
    ...worldMovesOn(3),
    'retry',
  ),
  ...[...new Set(walletAnswers)].map((how) => sequence(wallet(how), 'run', 'world moves on', 'faults end')),
]

/** One row with two attempts, in each combination of outcomes. */
function twoAttempts(): readonly (readonly Step[])[] {
  const first = ['good', 'hangs', 'hangs-landed', 'fails', 'rejects', 'garbage-landed', 'waits'] as const
  return first.flatMap((how) =>
    [[], [token('reverts')]].map((behavior) =>
      sequence(
        wallet(how),
        'run',
        'world moves on',
        'faults end',
        ...behavior,
        'pay again',
        ...worldMovesOn(3),
        'retry',
        'pay again',
      ),
    ),
  )
}
