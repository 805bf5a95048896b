import { useEffect } from 'react'

/** Sets the title of the tab and of the browser history entry until the page is left. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    const before = document.title
    document.title = title
    return () => {
      document.title = before
    }
  }, [title])
}
