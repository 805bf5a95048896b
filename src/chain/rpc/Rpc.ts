import * as v from 'valibot'
import { BaseError } from 'viem'
import { causes, findPortalError, PortalError } from '#chain/PortalError.ts'

/**
 * Sends one JSON-RPC call to BSC. The result is unchecked, so callers must treat it as hostile. Simultaneous
 * calls with the same `together` object are answered by one endpoint in one request, in order, or all fail. A
 * fact that one answer shows about the endpoint then holds for the others.
 * @throws RpcError when a node understood the call and refused it, Error when no endpoint could be used
 */
export type Rpc = {
  (
    method: string,
    params?: readonly unknown[],
    together?: object,
    /** Returns false for a result that is no valid answer; then the next endpoint is tried. */
    isAnswer?: (result: unknown) => boolean,
  ): Promise<unknown>
  /**
   * One client per operator, if there are several, best first. A fact is proven when two of them agree; see
   * `readWithQuorum`.
   */
  readonly witnesses?: readonly Rpc[]
  /** The same clients, best first for a method; absent if their order does not depend on it. */
  readonly witnessesFor?: (method: string) => readonly Rpc[]
}

/** An error reported by a node: a revert, a refused range, an unknown method. `code` is the JSON-RPC code. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** True if the contract itself reverted, which every node would report. Any other error is a node error. */
export function isRevert({ code, message }: RpcError): boolean {
  return code === 3 || /revert/i.test(message)
}

/**
 * Sends one call and parses the answer by its schema. An endpoint with a mismatching answer is skipped, as if
 * it had not answered.
 * @throws what `rpc` throws, also when no answer matches
 */
export async function ask<const Schema extends v.GenericSchema>(
  rpc: Rpc,
  schema: Schema,
  method: string,
  params: readonly unknown[] = [],
  together?: object,
): Promise<v.InferOutput<Schema>> {
  return v.parse(schema, await rpc(method, params, together, (result) => v.is(schema, result)))
}

/**
 * Runs a read of BSC. Any error becomes an `unreachable` PortalError with the original as its cause; its words say
 * whether a node answered at all.
 */
export async function readChain<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await withDeadline(work())
  } catch (cause) {
    const words = isAnswer(cause)
      ? 'Some data couldn’t be read from BNB Smart Chain.'
      : 'Can’t reach BNB Smart Chain.'
    throw findPortalError(cause) ?? new PortalError('unreachable', words, { cause })
  }
}

/** True for an error that a node reported, and for an answer that does not match the request. */
function isAnswer(thrown: unknown): boolean {
  return causes(thrown).some(
    (one) => one instanceof RpcError || one instanceof BaseError || one instanceof v.ValiError,
  )
}

/** Maximum time (ms) for a read. After that, the UI shows a message and a retry. */
const READ_DEADLINE = 9_000

/** Settles with `work`, or rejects with a TimeoutError if it takes longer than `ms`. */
export function withDeadline<T>(work: Promise<T>, ms: number = READ_DEADLINE): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException(`No answer within ${ms / 1000} s`, 'TimeoutError')), ms)
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}
