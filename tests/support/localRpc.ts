import { createRpc } from '#chain/rpc/createRpc.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'

/**
 * This machine's chain under two host names. They count as two operators, so the portal accepts its answers
 * as proof.
 */
export function localRpc(url: string): Rpc {
  return createRpc([url, url.replace('127.0.0.1', 'localhost')])
}
