import { useEffect, useState } from 'react'

/**
 * Focuses the heading after a person has connected: the button that opened the wallets is gone, and a key would start
 * from the top of the page.
 */
export function useConnectedFocus(isConnected: boolean): void {
  const [wasConnected] = useState(isConnected)
  useEffect(() => {
    if (!isConnected || wasConnected) return
    const look = () => {
      if (document.querySelector('[aria-modal=true]')) return
      observer.disconnect()
      if (document.activeElement === document.body) focusHeading()
    }
    // The dialog closes a moment later.
    const observer = new MutationObserver(look)
    observer.observe(document.body, { childList: true })
    look()
    return () => observer.disconnect()
  }, [isConnected, wasConnected])
}

/**
 * Skipped if the page has already focused its own heading, as on the next step of a task, and while a dialog is open:
 * a page may arrive after the wallets.
 */
export function focusHeading(): void {
  if (document.querySelector('[aria-modal=true]')) return
  const main = document.getElementById('main')
  if (main?.contains(document.activeElement) && document.activeElement?.matches('h1, h2')) return
  const heading = main?.querySelector('h1')
  if (heading) heading.tabIndex = -1
  ;(heading ?? main)?.focus({ preventScroll: true })
}
