import { expect } from 'vitest'
import { planPayout } from '#domain/payout/Payout.ts'
import type { Page } from '#tests/support/payoutWorld.ts'
import { payAgain, retry, stillness, stopWaiting } from './personSteps.ts'
import type { Step } from './steps.ts'
import { count, endFaults, lookForAnswers, openAgain, rows, run, type Trial, transferKeys } from './Trial.ts'

/** Takes one step of a sequence. Afterwards a page is open, even if the step killed one. */
export async function takeStep(trial: Trial, step: Step): Promise<void> {
  const { world, occurred } = trial
  const { faults, chain } = world
  switch (step.step) {
    case 'run':
      return onPage(trial, () => run(trial))
    case 'run in two tabs':
      return onPage(trial, () => Promise.allSettled([run(trial), run(trial)]))
    case 'retry':
      return onPage(trial, () => retry(trial))
    case 'pay again':
      return onPage(trial, () => payAgain(trial))
    case 'stop waiting':
      return onPage(trial, () => stopWaiting(trial))
    case 'look for answers':
      return onPage(trial, () => lookForAnswers(trial))
    case 'second payout':
      return onPage(trial, (page) => makeSecondPayout(trial, page))
    case 'reload':
      return openAgain(trial)
    case 'stale tab writes':
      return writeFromStaleTab(trial)
    case 'move to another browser':
      return moveToAnotherBrowser(trial)
    case 'a month passes':
      return passMonth(trial)
    case 'world moves on':
      return world.step()
    case 'faults end':
      return endFaults(world)
    case 'blocks are undone':
      if (chain.undo() > 0) count(occurred, 'undone')
      return
    case 'kill page':
      return world.kill(step.calls)
    case 'somebody acts': {
      const action = world.interfere(step.choice)
      if (action) count(occurred, action)
      return
    }
    case 'wallet will answer':
      faults.asked = step.how
      // A host that reports "rejected" for a landed proposal while the service does not list it: nobody can know.
      if (step.how === 'rejects-landed') delete faults.serviceBehind
      return
    case 'token will behave':
      faults.token = step.how
      return
    case 'node fails':
      return chain.fault(step.fault && { node: step.node, kind: step.fault })
    case 'finality stalls':
      chain.stall(step.blocks > 0)
      if (step.blocks > 0) chain.mine(step.blocks)
      return
    case 'switch fault':
      return switchFault(trial, step.fault)
    case 'clock is wrong':
      faults.clock = step.ms
      if (step.ms !== 0) count(occurred, 'clock')
      return
  }
}

/** Works on the open page until the work ends, the page is killed, or the person gives up and reloads. */
async function onPage(trial: Trial, work: (page: Page) => Promise<unknown>): Promise<void> {
  const { page } = trial
  const ended = await Promise.race([page.run(() => work(page).catch((error: unknown) => error)), stillness()])
  if (ended !== 'killed' && ended !== 'still') return
  count(trial.occurred, 'killed')
  openAgain(trial)
}

/** Requests the same rows again, like a person who forgot the first time. Nothing is requested without consent. */
async function makeSecondPayout(trial: Trial, { context, account }: Page): Promise<void> {
  const again = context.payouts.write(planPayout(account, rows, trial.limit, 0))
  trial.payoutIds.push(again.id)
  count(trial.occurred, 'second payout')
  await run(trial, { which: trial.payoutIds.length - 1 })
}

/** An old copy may be written only while nothing newer is stored. */
function writeFromStaleTab(trial: Trial): void {
  const { stale } = trial
  if (stale === null || trial.world.faults.storageFull) return
  const { payouts } = trial.page.context
  const now = payouts.read(stale.id)
  try {
    payouts.write({ ...stale, closed: true })
    expect(now?.revision, 'an old copy was written over a newer one').toBe(stale.revision)
    trial.stale = payouts.read(stale.id)
  } catch {
    count(trial.occurred, 'stale tab refused')
    expect(payouts.read(stale.id)).toEqual(now)
  }
}

async function moveToAnotherBrowser(trial: Trial): Promise<void> {
  // A browser that stores nothing has nothing to take along.
  if (trial.world.faults.storageFull || trial.hasForgotten) return
  await trial.world.move()
  openAgain(trial)
  trial.stale = null
  count(trial.occurred, 'moved')
}

/** Rows that were paid in full may be paid again without consent, because the payments belong to another month. */
function passMonth({ world, allowed, occurred }: Trial): void {
  transferKeys.forEach((key, row) => {
    allowed[row] = Math.max(allowed[row] ?? 1, (world.paid().get(key) ?? 0) + 1)
  })
  world.chain.pass(31 * 86_400_000)
  count(occurred, 'a month passed')
}

function switchFault(trial: Trial, fault: Extract<Step, { step: 'switch fault' }>['fault']): void {
  const { faults } = trial.world
  // If neither this browser nor the service remembers the request, nobody can know.
  if (fault === 'serviceBehind' && trial.hasForgotten) return
  faults[fault] = !faults[fault]
  if (fault === 'storageFull') {
    trial.hasForgotten = true
    count(trial.occurred, 'storage full')
    delete faults.serviceBehind
  }
  if (fault === 'serviceBehind' && faults.asked === 'rejects-landed') delete faults.asked
}
