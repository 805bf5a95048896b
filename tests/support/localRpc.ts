import { createRpc } from '#chain/rpc/createRpc.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'

/**
 * A chain of this machine under two names of its host, which count as two operators: what it says is proven as far as the
 * portal can tell.
 */
export function localRpc(url: string): Rpc {
  return createRpc([url, url.replace('127.0.0.1', 'localhost')])
}
