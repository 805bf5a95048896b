import type { Account } from '#account/Account.ts'
import { safeActivity } from '#account/safe/safeActivity.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { gateway } from '#safe/service/sources.ts'
import { componentEnv } from './componentEnv.ts'
import { fakeSafeAccount } from './fakeAccount.ts'
import { quantity, word } from './fakeRpc.ts'
import { exampleSafe, type FakeSafe, oneSafeNode } from './fakeSafe.ts'
import { detailsDocument, historyDocument, PAYOUT_HASH, queuedDocument, SAFE } from './safeExamples.ts'

/** Base units of each token that the example Safe holds. */
const HELD = 1_234n * 10n ** 18n

/** The example Safe with its real lists: the portal's own clients read the gateway and the nodes over `fetch`. */
export function wiredSafe(some: Partial<Account> = {}): Account {
  const sources = [gateway(componentEnv.gatewayUrl)]
  return fakeSafeAccount({ activity: safeActivity({ address: SAFE, sources, rpc: bscRpc }), ...some })
}

/** A node of the chain on which that Safe is, and holds some of every token. */
export function wiredNode(safe: Partial<FakeSafe> = {}): Rpc {
  const node = oneSafeNode({ ...exampleSafe, ...safe })
  return async (method, params = []) => {
    if (method === 'eth_getBalance') return quantity(HELD)
    if (method === 'eth_gasPrice') return quantity(10n ** 9n)
    const answer = await node(method, params)
    return method === 'eth_call' && answer === '0x' ? word(HELD) : answer
  }
}

/** The documents of an honest gateway; `documents` replaces some by the beginning of their path below the chain. */
export function wiredGateway(documents: Readonly<Record<string, object>> = {}): (path: string) => Response {
  const known: Readonly<Record<string, object>> = {
    [`/safes/${SAFE}/transactions/queued`]: queuedDocument,
    [`/safes/${SAFE}/transactions/history`]: { ...historyDocument, next: null },
    [`/transactions/${PAYOUT_HASH}`]: detailsDocument,
    ...documents,
  }
  return (path) => {
    const below = path.replace('/v1/chains/56', '')
    const found = Object.keys(known).find((start) => below.startsWith(start))
    return found ? Response.json(known[found]) : new Response('{}', { status: 404 })
  }
}
