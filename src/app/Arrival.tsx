import { useLayoutEffect } from 'react'
import { useLocation } from 'wouter'
import { focusHeading } from './focusHeading.ts'

/**
 * The page shown last; a page that loads late mounts this component again. Null on the page that the document opened
 * at. A link can be pressed before this code is there: then that page is gone already, and `early.ts` has seen it go.
 */
let shown = document.documentElement.dataset.moved === undefined ? null : ''
let isBack = false

// The browser's back and forward fire this and restore the scroll position; the portal's links do not.
globalThis.addEventListener?.('popstate', () => {
  isBack = true
})

/**
 * Placed after a page, so that the page is mounted when this runs. On a different page than before, it scrolls to the
 * top and focuses the heading. The link that was pressed is gone, so both would otherwise stay as on the last page. A
 * list that chooses what its page shows is still there, and keeps the focus.
 */
export function Arrival() {
  const [location] = useLocation()
  // Before the page is painted: a key that is pressed as soon as the page is there must start from its heading.
  useLayoutEffect(() => {
    const isChosen = document.activeElement?.matches('select')
    const isOther = shown !== null && shown !== location && !isChosen
    if (isOther && !isBack) window.scrollTo(0, 0)
    shown = location
    isBack = false
    if (isOther) focusHeading()
  }, [location])
  return null
}
