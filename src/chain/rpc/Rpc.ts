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
