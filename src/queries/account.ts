import { queryOptions } from '@tanstack/react-query'
import type { Account } from '#account/Account.ts'
import type { Address } from '#chain/money/Address.ts'
import { PortalError } from '#chain/PortalError.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { readWithQuorum } from '#chain/rpc/quorum.ts'
import { type Rpc, readChain } from '#chain/rpc/Rpc.ts'
import { erc20Abi, readBalances, readContract } from '#chain/rpc/rpcMethods.ts'
import { MAX_DECIMALS } from '#domain/request/PaymentRequest.ts'
import { readSafe } from '#safe/tx/SafeContract.ts'
import { intervals, polling } from './polling.ts'

/** The balances of an account in BNB and the pinned tokens, read from the chain. */
export function balancesQuery(address: Address) {
  return queryOptions({
    queryKey: ['balances', 56, address],
    queryFn: () => readChain(() => readBalances(bscRpc, address)),
    refetchInterval: polling(intervals.account),
  })
}

/** Owners, threshold, nonce and version of a Safe from the chain; null while it is not deployed. */
export function safeStateQuery(safe: Address) {
  return queryOptions({
    queryKey: ['safe-state', 56, safe],
    queryFn: () => readChain(() => readSafe(bscRpc, safe)),
    refetchInterval: polling(intervals.account),
  })
}

/** The kind of contract at a connected address; null for one with a key. */
export function accountContractQuery(account: Pick<Account, 'address' | 'contract'> | null) {
  return queryOptions({
    queryKey: ['account-contract', 56, account?.address],
    queryFn: () => account?.contract?.() ?? null,
    enabled: account?.contract !== undefined,
  })
}

/**
 * The Safe from which a connected wallet pays.
 * @param open opens the account of a Safe
 */
export function payerQuery(
  connected: Account | null,
  safe: Address | null,
  open: ((safe: Address) => Promise<Account>) | undefined,
) {
  return queryOptions({
    queryKey: ['payer', 56, connected?.address, safe],
    queryFn: () => {
      if (!open || !safe) throw new PortalError('refused', 'No Safe is chosen.')
      return open(safe)
    },
    enabled: safe !== null,
    staleTime: 60_000,
    // An account consists of functions, which cannot be compared.
    structuralSharing: false,
  })
}

/** Wallet capabilities change with its settings and after an account upgrade; ms. */
const STALE = 60_000

/** How the account can batch calls. Always resolves; `single` if the capability is unknown. */
export function batchingQuery(account: Account) {
  return queryOptions({
    queryKey: ['batching', 56, account.kind, account.address],
    queryFn: ({ signal }) => account.batching(signal),
    staleTime: STALE,
  })
}

/** A token's decimals by its contract; null without one. They never change. */
export function decimalsQuery(contract: Address | null) {
  return queryOptions({
    queryKey: ['decimals', 56, contract],
    queryFn: () =>
      readChain(() =>
        contract === null
          ? Promise.resolve(null)
          : readContract(bscRpc, { address: contract, abi: erc20Abi }, 'decimals'),
      ),
    enabled: contract !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/**
 * Reads a token contract's decimals. If several operators are configured, two must agree.
 * @throws PortalError `unreachable`, or `malformed` if no two nodes agree or the number is impossible
 */
export async function readDecimals(rpc: Rpc, contract: Address): Promise<number> {
  const ask = (node: Rpc) =>
    readChain(() => readContract(node, { address: contract, abi: erc20Abi }, 'decimals'))
  const said = await readWithQuorum(rpc, ask, String)
  if (said.kind === 'split') throw new PortalError('malformed', 'Our sources disagree about this contract.')
  if (said.kind === 'alone' && rpc.witnesses)
    throw new PortalError('unreachable', 'Only one source answered. We need two.')
  const decimals = said.value
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > MAX_DECIMALS)
    throw new PortalError('malformed', 'This contract doesn’t report valid decimals.')
  return decimals
}
