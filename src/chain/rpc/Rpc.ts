/**
 * Asks BSC one JSON-RPC question. What comes back is unchecked: whoever asks reads it as hostile.
 * Questions of one moment with the same `together` object are answered by one endpoint in one request, in their order, or
 * all of them are refused: what one answer says of the endpoint then holds for the others.
 * @throws RpcError when a node understood and said no, Error when no endpoint could be used
 */
export type Rpc = {
  (
    method: string,
    params?: readonly unknown[],
    together?: object,
    /** False for a result that is no answer: then the next endpoint is asked. */
    isAnswer?: (result: unknown) => boolean,
  ): Promise<unknown>
  /**
   * Each operator by itself, where there are several, in the order in which they are best asked now: a fact is proven by
   * two of them, see `readWithQuorum`.
   */
  readonly witnesses?: readonly Rpc[]
}

/** A node's own "no": a revert, a refused range, an unknown method. `code` is the JSON-RPC code. */
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

/** True for what the contract itself said, and every node would report; anything else is a node's own trouble. */
export function isRevert({ code, message }: RpcError): boolean {
  return code === 3 || /revert/i.test(message)
}
