import { type Rpc, RpcError } from '#chain/rpc/Rpc.ts'

/** A fake node's answer to one method: a value, or a function of the request's params. */
export type FakeAnswer = ((params: readonly unknown[]) => unknown) | string | number | object | null

/** A node with the given answers; any other method is unknown (-32601). */
export function fakeRpc(answers: Readonly<Record<string, FakeAnswer>>): Rpc {
  return async (method, params = []) => {
    if (!(method in answers)) throw new RpcError(-32601, `the method ${method} does not exist`)
    const answer = answers[method]
    return typeof answer === 'function' ? (answer as (params: readonly unknown[]) => unknown)(params) : answer
  }
}

/** The target and data of an `eth_call`, from its params. */
export function callOf(params: readonly unknown[]): { readonly to: string; readonly data: string } {
  const [request] = params as [{ to: string; data: string }]
  return { to: request.to.toLowerCase(), data: request.data.toLowerCase() }
}

/** A word of 32 bytes, like contracts return a number. */
export function word(value: bigint | number): `0x${string}` {
  return `0x${BigInt(value).toString(16).padStart(64, '0')}`
}

/** A quantity, like nodes return a number. */
export function quantity(value: bigint | number): `0x${string}` {
  return `0x${BigInt(value).toString(16)}`
}
