import type { Wallet } from '@rainbow-me/rainbowkit'
import { createConnector } from 'wagmi'
import { bsc } from '#modes/wallet/bsc.ts'

/** What a wallet was asked for when it failed. */
export type Asked = 'connect' | 'switch-chain'

/** Hears of every question to a wallet, and of what failed, with the name of the wallet. */
export type Report = {
  readonly asked: () => void
  readonly failed: (error: unknown, asked: Asked, wallet: string) => void
}

/** RainbowKit changes its view 50 ms after a click; an error that comes before that is drawn is wiped away by it. */
const SEEN_AFTER = 150

/**
 * A wallet that does nothing by itself: no set-up at load (it would download SDKs), no listening to a provider that
 * was not asked to connect. What fails after a click is told to `report`, since RainbowKit only shows RETRY.
 */
export function quiet(wallet: Wallet, report: Report): Wallet {
  return {
    ...wallet,
    createConnector: (details) =>
      createConnector((config) => {
        // RainbowKit adds a second WalletConnect for a dialog that is not part of this build.
        const second = details.rkDetails.isWalletConnectModalConnector === true
        const inner = wallet.createConnector(second ? hidden(details) : details)(config)
        let asked = false
        let connecting = false
        return {
          ...inner,
          setup: async () => {},
          onConnect: async () => {},
          connect: around(inner.connect, async (connect) => {
            asked = true
            connecting = true
            report.asked()
            const start = performance.now()
            try {
              return await connect()
            } catch (error) {
              asked = false
              await viewChanged(start)
              report.failed(error, 'connect', wallet.name)
              throw error
            } finally {
              connecting = false
            }
          }),
          // RainbowKit asks before it connects and swallows the failure of a wallet that is not there; the question
          // that counts is the one after.
          getChainId: around(inner.getChainId, async (getChainId) => (asked ? getChainId() : bsc.id)),
          disconnect: around(inner.disconnect, async (disconnect) => {
            asked = false
            return disconnect()
          }),
          ...(inner.switchChain && {
            switchChain: around(inner.switchChain, (switchChain) => {
              report.asked()
              return switchChain().catch((error: unknown) => {
                // A connection switches as well, and reports its own failure.
                if (!connecting) report.failed(error, 'switch-chain', wallet.name)
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

/** A method that runs `wrap` around the original, on the same object: connectors call each other through `this`. */
function around<M extends Method>(original: M, wrap: (run: () => Promise<unknown>) => Promise<unknown>): M {
  return function (this: unknown, ...parameters: never[]) {
    return wrap(() => original.apply(this, parameters))
  } as M
}

/** Without its details RainbowKit draws no row for a connector. */
function hidden(details: WalletDetails): WalletDetails {
  return { ...details, rkDetails: {} } as WalletDetails
}

/** Resolves when RainbowKit has drawn what a click at `start` led to; a hidden page draws nothing, so not for ever. */
async function viewChanged(start: number): Promise<void> {
  await pause(start + SEEN_AFTER - performance.now())
  const drawn = new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  await Promise.race([drawn.then(() => pause(0)), pause(1_000)])
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))
}
