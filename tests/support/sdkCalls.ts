import type { Frame } from 'playwright/test'
import type { SdkApp } from '#tests/fixtures/sdk-app/main.ts'

/** How an SDK call ended: with a value, or with its error's message. */
export type Settled<T = unknown> = { readonly value: T } | { readonly error: string; readonly code?: number }

/** Runs one call of the unmodified SDK in the app's frame and returns how it ended. */
export async function ask<T, Argument = undefined>(
  frame: Frame,
  call: (app: SdkApp, argument: Argument) => Promise<T>,
  argument?: Argument,
): Promise<Settled<T>> {
  await frame.waitForFunction(() => 'sdkApp' in window)
  return (await frame.evaluate(
    async ([source, given]) => {
      const run = new Function(`return ${source}`)() as (app: unknown, argument: unknown) => Promise<unknown>
      try {
        return { value: await run((window as unknown as { sdkApp: unknown }).sdkApp, given) }
      } catch (error) {
        const { message, code } = error as { message: string; code?: number }
        return { error: message, ...(code === undefined ? {} : { code }) }
      }
    },
    [call.toString(), argument] as const,
  )) as Settled<T>
}

/** Starts a call without waiting for its answer, which may come after the page is gone, or never. */
export function begin<T, Argument = undefined>(
  frame: Frame,
  call: (app: SdkApp, argument: Argument) => Promise<T>,
  argument?: Argument,
): void {
  ask(frame, call, argument).catch(() => undefined)
}

/** The value of a successful call; otherwise throws with the error's message. */
export function granted<T>(settled: Settled<T>): T {
  if ('value' in settled) return settled.value
  throw new Error(settled.error)
}

/** Returns `pending` for an unsettled promise, without waiting for it. */
export function stateOf(promise: Promise<unknown>): Promise<'pending' | 'settled'> {
  return Promise.race([promise.then(() => 'settled' as const), Promise.resolve('pending' as const)])
}
