import type { Wallet } from '@rainbow-me/rainbowkit'
import { createConnector } from 'wagmi'
import { bsc } from '#modes/wallet/bsc.ts'

/** The request that failed. */
export type FailedRequest = 'connect' | 'switch-chain'

/** Receives every wallet request and every failure, with the name of the wallet. */
export type Report = {
  readonly requested: () => void
  readonly failed: (error: unknown, request: FailedRequest, wallet: string) => void
}

/** RainbowKit changes its view 50 ms after a click, which wipes an error drawn before that. */
const SEEN_AFTER = 150

/**
 * A wallet that does nothing by itself: no setup on load (it would download SDKs), and no listening to a
 * provider before a connection is requested. Failures after a click go to `report`, because RainbowKit only
 * shows RETRY.
 */
export function quiet(wallet: Wallet, report: Report): Wallet {
  return {
    ...wallet,
    createConnector: (details) =>
      createConnector((config) => {
        // RainbowKit adds a second WalletConnect for a dialog that contacts analytics hosts.
        const second = details.rkDetails.isWalletConnectModalConnector === true
        const inner = wallet.createConnector(second ? hidden(details) : details)(config)
        let isRequested = false
        let isConnecting = false
        return {
          ...inner,
          setup: async () => {},
          onConnect: async () => {},
          connect: around(inner.connect, async (connect) => {
            isRequested = true
            isConnecting = true
            report.requested()
            const start = performance.now()
            try {
              return await connect()
            } catch (error) {
              isRequested = false
              await viewChanged(start)
              report.failed(error, 'connect', wallet.name)
              throw error
            } finally {
              isConnecting = false
            }
          }),
          // RainbowKit calls it before it connects and swallows the failure of a missing wallet; only the
          // next call counts.
          getChainId: around(inner.getChainId, async (getChainId) => (isRequested ? getChainId() : bsc.id)),
          disconnect: around(inner.disconnect, async (disconnect) => {
            isRequested = false
            return disconnect()
          }),
          ...(inner.switchChain && {
            switchChain: around(inner.switchChain, (switchChain) => {
              report.requested()
              return switchChain().catch((error: unknown) => {
                // Connecting switches as well, and reports its own failure.
                if (!isConnecting) report.failed(error, 'switch-chain', wallet.name)
                throw error
              })
            }),
          }),
        }
      }),
  }
}

type WalletDetails = Parameters<Wallet['createConnector']>[0]

type Method = (...parameters: never[]) => Promise<unknown>

/**
 * A method that runs `wrap` around the original on the same object, because connectors call each other
 * through `this`.
 */
function around<M extends Method>(original: M, wrap: (run: () => Promise<unknown>) => Promise<unknown>): M {
  return function (this: unknown, ...parameters: never[]) {
    return wrap(() => original.apply(this, parameters))
  } as M
}

/** RainbowKit draws no row for a connector without details. */
function hidden(details: WalletDetails): WalletDetails {
  return { ...details, rkDetails: {} } as WalletDetails
}

/**
 * Resolves once RainbowKit has drawn the result of a click at `start`. A hidden page draws nothing, so the
 * wait is limited.
 */
async function viewChanged(start: number): Promise<void> {
  await pause(start + SEEN_AFTER - performance.now())
  const drawn = new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  await Promise.race([drawn.then(() => pause(0)), pause(1_000)])
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))
}
