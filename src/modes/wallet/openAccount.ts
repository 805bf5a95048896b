import { toHex } from 'viem'
import type { Config } from 'wagmi'
import { getConnectorClient, signMessage } from 'wagmi/actions'
import type { OpenedAccount, SafeOwner } from '#account/Account.ts'
import { exclusive } from '#account/exclusive.ts'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import { asTransfer, type Call } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { PortalError } from '#chain/PortalError.ts'
import { bscRpc, scanRpc } from '#chain/rpc/bscRpc.ts'
import { env } from '#env.ts'
import { bscGateway } from '#safe/service/bscSources.ts'
import type { SafeSource } from '#safe/service/SafeSource.ts'
import { proposalService, txService } from '#safe/service/sources.ts'
import { eoaAccount } from './eoaAccount.ts'
import type { WalletRequest } from './sendBatch.ts'
import { sendError } from './walletFault.ts'

/** Shared by all accounts of a page, because the same wallet is behind them. */
const oneRequest = exclusive('your wallet')

/**
 * The account of a connected wallet, with chain readers.
 * @param list adds each sent hash, with its payment, to RainbowKit's list of recent transactions
 */
export function openAccount(
  address: Address,
  config: Config,
  list: (hash: string, description: string) => void,
): OpenedAccount {
  const request = connectorRequest(config, address)
  // Not wagmi's `sendTransaction`: after some errors, viem asks again under another name, and the first request may
  // have been sent.
  const send = async (call: Call) => {
    const { to, value, data } = call
    // A wallet can change its network after it was checked, and would make the payment there.
    const chainId = toHex(BSC_CHAIN_ID)
    const hash = await request('eth_sendTransaction', [
      { chainId, from: address, to, value: toHex(value), data },
    ])
    try {
      list(String(hash), recentTransactionText(call))
    } catch (error) {
      // The list is only a convenience; the ledger is the record.
      console.error(error)
    }
    return hash
  }
  const { txServiceUrl } = env
  const safeSources: readonly [SafeSource, ...SafeSource[]] = txServiceUrl
    ? [txService(txServiceUrl), bscGateway]
    : [bscGateway]
  const shared = { rpc: bscRpc, scanRpc, request, exclusive: oneRequest }
  const account = eoaAccount({
    ...shared,
    address,
    send,
    sign: (message) => signMessage(config, { account: address, message }),
    safeSources,
  })
  const owner = async () => {
    const { safeOwner } = await import('./safeOwner.ts')
    const service = txServiceUrl ? proposalService(txServiceUrl) : null
    return safeOwner({ ...shared, owner: address, send, service, sources: safeSources })
  }
  const execute = async (...of: Parameters<SafeOwner['execute']>) => (await owner()).execute(...of)
  if (!txServiceUrl) return { ...account, asOwner: { execute } }
  return {
    ...account,
    asOwner: { execute, sign: async (...of) => (await owner()).sign(...of) },
    async proposeFor(safe) {
      const { proposerAccount } = await import('./proposerAccount.ts')
      const service = proposalService(txServiceUrl)
      return proposerAccount({ ...shared, proposer: address, service, sources: safeSources }, safe)
    },
  }
}

/** Describes a call for the list of recent transactions: "Pay 12.50 USDT to 0x90F7…b906". */
function recentTransactionText(call: Call): string {
  const transfer = asTransfer(call)
  const token = transfer && Token.find(transfer.token)
  if (!transfer || !token) return 'Contract call'
  const { to, value } = transfer
  return `Pay ${Amount.format({ token, value })} to ${to.slice(0, 6)}…${to.slice(-4)}`
}

/**
 * Sends any method to the connected wallet, for one account on BSC. If the wallet is on another network or
 * uses another account, wagmi's error is thrown and the wallet is not asked. Errors from the wallet pass
 * through with their code.
 */
export function connectorRequest(config: Config, account: Address): WalletRequest {
  return async (method, params) => {
    const client = await getConnectorClient(config, { account, chainId: BSC_CHAIN_ID }).catch(notAsked)
    return client.request({ method, params } as never)
  }
}

/** Whatever fails before the wallet has said its network proves that it was asked for nothing. */
function notAsked(cause: unknown): never {
  const known = sendError(cause)
  if (known.kind !== 'unknown-result') throw known
  throw new PortalError('refused', 'Your wallet did not say which network it is on, so it wasn’t asked.', {
    cause,
  })
}
