import type { DoneFlow, Flow } from './Flow.ts'
import { REJECTED } from './Protocol.ts'

export type Requests = {
  /** Opens the dialog for a request. The app is notified of its closing only with `rejectsOnClose`. */
  open(flow: Flow, rejectsOnClose: boolean): Promise<void>
  /** Reports a result to the app, if its request is still the current one. */
  succeed(requestId: string | null, data: unknown): void
  /** Replaces the dialog with its result, without confirmation. */
  finish(result: DoneFlow): void
  /** Closes the dialog without confirmation. The app's request stays open forever. */
  abandon(): void
  /** Closes the dialog after confirmation, unless there is nothing to lose. */
  close(): Promise<void>
}

/**
 * The real host's bookkeeping, with its bug: a single `current` id, set to the newest request before the user
 * is asked whether to discard the open dialog. So of two simultaneous requests, either the second is rejected
 * while its dialog stays open, or the first is never answered.
 */
export function create(host: {
  show(flow: Flow | null): void
  /** Asks whether to discard the open dialog. */
  ask(): Promise<boolean>
  send(id: string, data: unknown): void
  fail(id: string, error: string): void
}): Requests {
  let current: string | null = null
  let standing: { flow: Flow; rejectsOnClose: boolean } | null = null
  let turn: Promise<unknown> = Promise.resolve()

  function rejectCurrent(): void {
    if (current !== null) host.fail(current, REJECTED)
    current = null
  }

  function stand(next: { flow: Flow; rejectsOnClose: boolean } | null): void {
    if (standing?.rejectsOnClose) rejectCurrent()
    standing = next
    host.show(next?.flow ?? null)
  }

  /** One confirmation at a time: the real host's `confirm` blocks everything else. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = turn.then(work, work)
    turn = done
    return done
  }

  async function mayDiscard(): Promise<boolean> {
    return standing === null || standing.flow.kind === 'done' || host.ask()
  }

  return {
    open(flow, rejectsOnClose) {
      return inTurn(async () => {
        if (flow.kind !== 'done') current = flow.requestId
        if (await mayDiscard()) stand({ flow, rejectsOnClose })
      })
    },
    succeed(requestId, data) {
      if (requestId !== null && requestId === current) host.send(requestId, data)
    },
    finish(result) {
      stand({ flow: result, rejectsOnClose: false })
    },
    abandon() {
      standing = null
      host.show(null)
    },
    close() {
      return inTurn(async () => {
        if (await mayDiscard()) stand(null)
      })
    },
  }
}
