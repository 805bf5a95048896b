import { useEffect } from 'react'

/** Names the page in the tab and in the history of the browser, until it is left. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    const before = document.title
    document.title = title
    return () => {
      document.title = before
    }
  }, [title])
}
