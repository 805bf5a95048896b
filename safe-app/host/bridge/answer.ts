import { getAddress } from 'viem'
import type { Call } from '#chain/money/Call.ts'
import * as AppRecord from '../app/AppRecord.ts'
import * as Permissions from '../app/Permissions.ts'
import * as Message from '../chain/Message.ts'
import * as Rpc from '../chain/Rpc.ts'
import * as Service from '../chain/Service.ts'
import { type HostConfig, nameOf } from '../HostConfig.ts'
import { type HostStore, isOwner } from '../state/Host.ts'
import type { AppRequest } from './Protocol.ts'
import type { Requests } from './Requests.ts'
import { readTransaction } from './readTransaction.ts'
import { supportsOffChainSigning } from './supportsOffChainSigning.ts'

/**
 * The dependencies for answering an app's requests in one frame; `offChainSigning` is the app's setting from
 * safe_setSettings.
 */
export type AnswerContext = {
  readonly config: HostConfig
  readonly store: HostStore
  readonly requests: Requests
  readonly appSettings: { offChainSigning: boolean }
}

/** Answers one request of the app. Undefined means no reply now; any error becomes "Request failed". */
export function answer(context: AnswerContext, request: AppRequest): unknown {
  const { config, store } = context
  const { settings } = store.get()
  switch (request.method) {
    case 'getSafeInfo':
      return safeInfo(context)
    case 'getChainInfo':
      return chainInfo(context)
    case 'getEnvironmentInfo':
      return { origin: document.location.origin }
    case 'getCurrentTheme':
      return { darkMode: settings.theme === 'dark' }
    case 'rpcCall':
      return rpcCall(context, request.params)
    case 'getTxBySafeTxHash':
      return readTransaction(config, store, (request.params as { safeTxHash: string }).safeTxHash)
    case 'getSafeBalances': {
      const { currency = 'usd' } = request.params as { currency?: string }
      const path = `/safes/${settings.safe}/balances/${currency}?exclude_spam=true&trusted=false`
      return Service.get(config.gatewayUrl, path)
    }
    case 'getOffChainSignature':
      return Message.find(config.gatewayUrl, String(request.params)).then(
        (message) => message?.preparedSignature ?? undefined,
        () => undefined,
      )
    case 'sendTransactions':
      return sendTransactions(context, request)
    case 'signMessage':
      return signMessage(context, request, (request.params as { message: Message.Message }).message)
    case 'signTypedMessage':
      return signMessage(context, request, (request.params as { typedData: Message.Message }).typedData)
    case 'wallet_getPermissions':
      return Permissions.ofOrigin(request.origin)
    case 'wallet_requestPermissions': {
      const capabilities = (request.params as object[]).flatMap((wanted) => Object.keys(wanted))
      store.set({ permission: { requestId: request.id, origin: request.origin, capabilities } })
      return undefined
    }
    case 'requestAddressBook':
      return addressBook(context, request.origin)
  }
}

function safeInfo({ config, store }: AnswerContext): object {
  const state = store.get()
  const { safe } = state
  if (!safe) throw new Error('The Safe is not loaded.')
  return {
    safeAddress: safe.address.value,
    chainId: state.settings.chainId,
    threshold: safe.threshold,
    owners: safe.owners.map((owner) => owner.value),
    isReadOnly: !isOwner(state, config),
    nonce: safe.nonce,
    implementation: safe.implementation.value,
    modules: safe.modules?.map((module) => module.value) ?? null,
    fallbackHandler: safe.fallbackHandler?.value ?? null,
    guard: safe.guard?.value ?? null,
    version: safe.version,
    network: (state.chain?.chainName ?? '').toUpperCase(),
  }
}

/** The chain id is a string here and a number in getSafeInfo. No reply before the chain is known. */
function chainInfo({ store }: AnswerContext): object | undefined {
  const { chain, settings } = store.get()
  if (!chain) return undefined
  const { chainName, shortName, nativeCurrency, blockExplorerUriTemplate } = chain
  return {
    chainName,
    chainId: String(settings.chainId),
    shortName,
    nativeCurrency,
    blockExplorerUriTemplate,
  }
}

function rpcCall({ config, appSettings }: AnswerContext, params: unknown): unknown {
  const { call, params: list } = params as { call: string; params: unknown[] }
  if (call !== 'safe_setSettings') return Rpc.request(config.rpcUrl, call, list)
  appSettings.offChainSigning = Boolean((list[0] as { offChainSigning?: unknown }).offChainSigning)
  return { ...appSettings }
}

function sendTransactions({ store, requests }: AnswerContext, request: AppRequest): undefined {
  const { txs, params } = request.params as {
    txs: readonly { to: string; value?: string; data?: string }[]
    params?: { safeTxGas?: number }
  }
  const calls = txs.map(readCall)
  const { app } = store.get()
  void requests.open(
    {
      kind: 'send',
      purpose: 'request',
      title: calls.length > 1 ? `Send a batch of ${calls.length}` : 'Send a transaction',
      requestId: request.id,
      calls,
      operation: 0,
      safeTxGas: BigInt(params?.safeTxGas ?? 0),
      nonce: null,
      origin: AppRecord.originOf(app),
    },
    true,
  )
}

/** Strict about the checksum of mixed-case addresses, like the real host's ethers. Drops other keys. */
function readCall({ to, value, data }: { to: string; value?: string; data?: string }): Call {
  const address = getAddress(to.toLowerCase())
  const digits = to.slice(2)
  const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  if (mixed && to !== address) throw new Error(`Bad address checksum: ${to}`)
  return { to: address, value: value ? BigInt(value) : 0n, data: (data || '0x') as `0x${string}` }
}

function signMessage(context: AnswerContext, request: AppRequest, asked: Message.Message): undefined {
  const { store, requests, appSettings } = context
  const { app, safe, settings } = store.get()
  const message = Message.decode(asked)
  const offChain =
    supportsOffChainSigning(safe, request.sdkVersion) &&
    !settings.onChainSigning &&
    appSettings.offChainSigning
  const origin = AppRecord.originOf(app)
  if (offChain) {
    void requests.open({ kind: 'message', requestId: request.id, message, origin }, true)
    return
  }
  void requests.open(
    {
      kind: 'send',
      purpose: 'message',
      title: 'Sign a message on chain',
      requestId: request.id,
      calls: [Message.onChainCall(message, safe?.version ?? '')],
      operation: 1,
      safeTxGas: 0n,
      nonce: null,
      origin,
    },
    // The real host opens this dialog without a close handler: closing it leaves the app waiting forever.
    false,
  )
}

function addressBook({ config, store }: AnswerContext, origin: string): object[] {
  if (!Permissions.holds(origin, 'requestAddressBook')) return []
  const chainId = String(store.get().settings.chainId)
  return config.personas.map(({ address }) => ({
    address,
    chainId,
    name: nameOf(config, address) ?? address,
  }))
}
