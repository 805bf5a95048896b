/** A wallet's JSON-RPC error with its code (EIP-1193, EIP-1474). */
export class RpcError extends Error {
  override readonly name = 'ProviderRpcError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** EIP-1193 4001. */
export function rejected(): RpcError {
  return new RpcError(4001, 'User rejected the request.')
}

/** EIP-1193 4100. */
export function unauthorized(): RpcError {
  return new RpcError(4100, 'The requested account and/or method has not been authorized by the user.')
}

/** EIP-1474 -32002, while a prompt of the same kind is open. */
export function pending(method: string): RpcError {
  return new RpcError(-32002, `Request of type '${method}' already pending. Please wait.`)
}

/** EIP-1474 -32602. */
export function invalidParams(what: string): RpcError {
  return new RpcError(-32602, `Invalid params: ${what}`)
}

/** JSON-RPC -32601. */
export function unknownMethod(method: string): RpcError {
  return new RpcError(-32601, `The method "${method}" does not exist / is not available.`)
}
