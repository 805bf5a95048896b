import './plainPage.css'
import { forgetOffline } from '#modes/wallet/keepOffline.ts'
import type { SafeInfo } from '#safe/tx/SafeInfo.ts'

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
      return { title: 'This site isn’t set up correctly', text: stop.fault }
    case 'load-failed':
      return {
        title: 'This page didn’t load completely',
        text: 'Check your connection and reload. Nothing was sent.',
        actions: [reloadAnew],
      }
    case 'safe-wrong-chain':
      return {
        title: 'This Safe is on another network',
        text: `This Safe is on the network with chain id ${stop.info.chainId}. Switch to a Safe on BNB Smart Chain (56). Nothing was sent.`,
        actions: [ownTab],
      }
    case 'safe-unreachable':
      return {
        title: 'Safe{Wallet} didn’t respond',
        text: 'We don’t know yet which Safe is open. Nothing was sent. We’ll continue as soon as it answers.',
        actions: [reload('Try again'), ownTab],
      }
    case 'framed-unknown':
      return {
        title: 'This page is shown inside another site',
        text: 'For your security, this only runs in its own tab or inside Safe{Wallet}.',
        actions: [ownTab],
      }
  }
}

/** A page built without React, for messages before a mode is known. */
type PlainPage = {
  readonly title: string
  readonly text: string
  readonly actions?: readonly PlainAction[]
}

type PlainAction =
  | { readonly label: string; readonly href: string }
  | { readonly label: string; readonly onClick: () => void }

/**
 * Replaces the contents of `root` with a card that shows one message. Text nodes only, so nothing becomes
 * markup.
 */
function showPlainPage(root: HTMLElement, page: PlainPage): void {
  const main = element('main', 'plain-page')
  const card = element('section', 'plain-card')
  card.setAttribute('role', 'status')
  const heading = element('h1')
  heading.textContent = page.title
  const text = element('p')
  text.textContent = page.text
  card.append(heading, text)
  if (page.actions?.length) {
    const actions = element('p', 'plain-actions')
    actions.append(...page.actions.map(toControl))
    card.append(actions)
  }
  main.append(card)
  root.replaceChildren(main)
}

function toControl(action: PlainAction): HTMLElement {
  if ('href' in action) {
    const link = element('a', 'button') as HTMLAnchorElement
    link.href = action.href
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
    link.textContent = action.label
    return link
  }
  const button = element('button', 'button') as HTMLButtonElement
  button.type = 'button'
  button.textContent = action.label
  button.addEventListener('click', action.onClick)
  return button
}

function element(tag: string, className?: string): HTMLElement {
  const made = document.createElement(tag)
  if (className) made.className = className
  return made
}
