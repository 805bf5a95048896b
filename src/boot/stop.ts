import { forgetOffline } from '#modes/wallet/keepOffline.ts'
import type { SafeInfo } from '#safe/tx/SafeInfo.ts'
import { type PlainPage, showPlainPage } from './plainPage.ts'

/** Why boot ends without a portal. */
export type Stop =
  | { readonly kind: 'env-fault'; readonly fault: string }
  | { readonly kind: 'load-failed' }
  | { readonly kind: 'safe-wrong-chain'; readonly info: SafeInfo }
  | { readonly kind: 'safe-unreachable' }
  | { readonly kind: 'framed-unknown' }

/** Shows one card that explains why there is no portal, what it means for the money and what to do. */
export function showStop(root: HTMLElement, stop: Stop): void {
  showPlainPage(root, pageOf(stop))
}

function pageOf(stop: Stop): PlainPage {
  const ownTab = { label: 'Open in its own tab', href: window.location.href }
  const reload = (label: string) => ({ label, onClick: () => window.location.reload() })
  const reloadAnew = {
    label: 'Reload',
    onClick: () => void forgetOffline().then(() => window.location.reload()),
  }
  switch (stop.kind) {
    case 'env-fault':
      return { title: 'The portal is not set up correctly', text: stop.fault }
    case 'load-failed':
      return {
        title: 'A part of the portal did not load',
        text: 'The network failed or a new version was just published. Nothing was sent.',
        actions: [reloadAnew],
      }
    case 'safe-wrong-chain':
      return {
        title: 'This Safe is on another network',
        text: `This Safe is on the network with chain id ${stop.info.chainId}. The portal works with Safes on BNB Smart Chain (56). Nothing was sent.`,
        actions: [ownTab],
      }
    case 'safe-unreachable':
      return {
        title: 'Safe{Wallet} did not answer',
        text: 'The portal is open inside a Safe, but the Safe has not said which one it is. Nothing was sent. If it answers later, the portal opens by itself.',
        actions: [reload('Try again'), ownTab],
      }
    case 'framed-unknown':
      return {
        title: 'This page is shown inside another site',
        text: 'For your safety the portal only works in its own tab or inside Safe{Wallet}.',
        actions: [ownTab],
      }
  }
}
