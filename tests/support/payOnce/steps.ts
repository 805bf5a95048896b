import fc from 'fast-check'
import { LOOK_BACK } from '#domain/shared/calendar.ts'
import type { WalletAnswer } from '#tests/support/payoutWorld.ts'
import { NODES, type NodeFault, type TokenBehavior } from '#tests/support/worldChain.ts'

/** How the wallet or host may answer an attempt. A value that is listed more often is drawn more often. */
export const walletAnswers: readonly WalletAnswer[] = [
  'good',
  'good',
  'good',
  'rejects',
  'rejects-landed',
  'fails',
  'fails-landed',
  'busy',
  'busy-landed',
  'babbles',
  'babbles-landed',
  'hangs',
  'hangs-landed',
  'frozen-landed',
  'lies',
  'bundle-failed',
  'bundle-paid',
  'names-old',
  'waits',
  'same-nonce',
  'host-batch',
  'host-batch',
  'garbage',
  'garbage-landed',
]

const tokenBehaviors: readonly TokenBehavior[] = ['good', 'good', 'less', 'silent', 'reverts']

export const nodeFaults: readonly NodeFault[] = [
  'lies',
  'lags',
  'hides-receipts',
  'hides-logs',
  'makes-up-nonces',
  'limits-finality',
  'down',
  'malformed',
]

/** Faults that are on or off. */
const switchedFaults = [
  'serviceDown',
  'serviceBehind',
  'indexBehind',
  'undecoded',
  'serviceLies',
  'serviceOmits',
  'serviceRenumbers',
  'hostForgets',
  'storageFull',
  'gasFromSafe',
] as const

/** A step that needs no further data. */
export type PlainStep =
  | 'run'
  | 'run in two tabs'
  | 'retry'
  | 'reload'
  | 'look for answers'
  /** Pending blocks, signatures and executions happen. */
  | 'world moves on'
  | 'faults end'
  /** The blocks that are not final are undone; what was in them waits again. */
  | 'blocks are undone'
  /** The same rows are paid again in another payout, as if the first had been forgotten. */
  | 'second payout'
  | 'stop waiting'
  | 'stale tab writes'
  /** The person types that it may be paid twice. */
  | 'pay again'
  | 'a month passes'
  /** A backup is restored in another browser, where the person continues. */
  | 'move to another browser'

/** One thing that the person, the page, the wallet, the network or somebody else does. */
export type Step =
  | { readonly step: PlainStep }
  /** The page closes after this many of its calls. */
  | { readonly step: 'kill page'; readonly calls: number }
  /** `choice` is an index into the actions of the world. */
  | { readonly step: 'somebody acts'; readonly choice: number }
  | { readonly step: 'wallet will answer'; readonly how: WalletAnswer }
  | { readonly step: 'token will behave'; readonly how: TokenBehavior }
  | { readonly step: 'node fails'; readonly node: number; readonly fault: NodeFault | null }
  /** Finality stalls for this many blocks, or continues if there are none. */
  | { readonly step: 'finality stalls'; readonly blocks: number }
  | { readonly step: 'switch fault'; readonly fault: (typeof switchedFaults)[number] }
  | { readonly step: 'clock is wrong'; readonly ms: number }

/** These steps, in order. */
export function sequence(...steps: (PlainStep | Step)[]): readonly Step[] {
  return steps.map((step) => (typeof step === 'string' ? { step } : step))
}

const kind = <Kind extends Step['step']>(step: Kind) => fc.constant(step)

/** Any step, by its weight. */
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 7, arbitrary: fc.constantFrom(...sequence('run', 'run', 'retry')) },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ...sequence('run in two tabs', 'world moves on', 'world moves on', 'world moves on', 'world moves on'),
      ...sequence('reload', 'look for answers', 'faults end', 'blocks are undone'),
      ...sequence('second payout', 'stop waiting', 'stale tab writes'),
      ...sequence('pay again', 'pay again', 'a month passes', 'move to another browser'),
    ),
  },
  { weight: 2, arbitrary: fc.record({ step: kind('kill page'), calls: fc.nat(90) }) },
  { weight: 5, arbitrary: fc.record({ step: kind('somebody acts'), choice: fc.nat(10) }) },
  {
    weight: 4,
    arbitrary: fc.record({ step: kind('wallet will answer'), how: fc.constantFrom(...walletAnswers) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ step: kind('token will behave'), how: fc.constantFrom(...tokenBehaviors) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      step: kind('node fails'),
      node: fc.nat(NODES - 1),
      fault: fc.constantFrom(...nodeFaults, null),
    }),
  },
  { weight: 1, arbitrary: fc.record({ step: kind('finality stalls'), blocks: fc.constantFrom(0, 300) }) },
  {
    weight: 3,
    arbitrary: fc.record({ step: kind('switch fault'), fault: fc.constantFrom(...switchedFaults) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      step: kind('clock is wrong'),
      ms: fc.constantFrom(
        -86_400_000,
        86_400_000,
        3_600_000,
        LOOK_BACK / 2,
        2 * LOOK_BACK,
        -2 * LOOK_BACK,
        0,
      ),
    }),
  },
)

/** Random steps after an opening. */
export const randomSteps = fc.array(anyStep, { minLength: 8, maxLength: 24, size: 'max' })
