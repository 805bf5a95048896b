import { useEffect, useLayoutEffect } from 'react'
import { useLocation } from 'wouter'

/** The page that was shown last; a page that loads late mounts this again. */
let shown: string | null = null
let isBack = false

// The browser's own back and forward fire this, and put the page where it was; the portal's links do not.
globalThis.addEventListener?.('popstate', () => {
  isBack = true
})

/**
 * Placed after a page, so that the page is there when this runs: on another page than before the window is at its top and the
 * focus on its heading. What was pressed has gone, so both would stay where the last page had them.
 */
export function Arrival() {
  const [location] = useLocation()
  useLayoutEffect(() => {
    if (shown !== null && shown !== location && !isBack) window.scrollTo(0, 0)
  }, [location])
  useEffect(() => {
    const isOther = shown !== null && shown !== location
    shown = location
    isBack = false
    if (isOther) focusHeading()
  }, [location])
  return null
}

/** Not where the page has put the focus on a heading of its own already, as on the next step of a task. */
function focusHeading(): void {
  const main = document.getElementById('main')
  if (main?.contains(document.activeElement) && document.activeElement?.matches('h1, h2')) return
  const heading = main?.querySelector('h1')
  if (heading) heading.tabIndex = -1
  ;(heading ?? main)?.focus({ preventScroll: true })
}
