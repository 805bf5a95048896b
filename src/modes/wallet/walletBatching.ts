import * as v from 'valibot'
import { type Batching, WALLET_LIMIT } from '#account/Account.ts'
import type { Address } from '#chain/money/Address.ts'
import { withDeadline } from '#chain/PortalError.ts'

/** Asks the wallet anything by its EIP-1193 method; what comes back is unchecked, and so is what is thrown. */
export type WalletRequest = (method: string, params: readonly unknown[]) => Promise<unknown>

/** A wallet that needs longer (ms) to say what it can do is asked for one payment after another. */
const DEADLINE = 3_000

/** BSC, and "every chain", as EIP-5792 writes them. */
const BSC = '0x38'
const ANY = '0x0'

const offered = v.nullish(
  v.object({
    atomic: v.nullish(v.object({ status: v.string() })),
    // What wallets told before the EIP was final.
    atomicBatch: v.nullish(v.object({ supported: v.boolean() })),
  }),
)
const capabilities = v.object({ [BSC]: offered, [ANY]: offered })

/** What the wallet does with several calls (`wallet_getCapabilities`). Never throws: in doubt it is `single`. */
export async function readBatching(request: WalletRequest, account: Address): Promise<Batching> {
  try {
    const asked = request('wallet_getCapabilities', [account, [BSC]])
    return batchingOf(await withDeadline(asked, DEADLINE))
  } catch {
    return { kind: 'single' }
  }
}

/** @throws when it is not what EIP-5792 or its drafts describe */
function batchingOf(answer: unknown): Batching {
  const { [BSC]: here, [ANY]: anywhere } = v.parse(capabilities, answer)
  const told = here?.atomic ?? anywhere?.atomic
  // What the final EIP says is the whole answer, also where an older word contradicts it.
  if (told) {
    if (told.status === 'supported') return { kind: 'atomic', limit: WALLET_LIMIT }
    return told.status === 'ready' ? { kind: 'upgrade', limit: WALLET_LIMIT } : { kind: 'single' }
  }
  const before = here?.atomicBatch ?? anywhere?.atomicBatch
  return before?.supported ? { kind: 'atomic', limit: WALLET_LIMIT } : { kind: 'single' }
}
