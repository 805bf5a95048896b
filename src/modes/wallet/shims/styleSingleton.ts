import { useEffect } from 'react'

/**
 * Replaces `react-style-singleton`, which adds a `<style>` element that the page's style-src forbids. A
 * constructed sheet does the same and needs no exception.
 * Written for react-style-singleton 2.2.3.
 */
export function styleSingleton() {
  let users = 0
  let sheet: CSSStyleSheet | null = null
  return function Style({ styles }: { styles: string; dynamic?: boolean }): null {
    useEffect(() => {
      if (users++ === 0) {
        sheet = new CSSStyleSheet()
        sheet.replaceSync(styles)
        document.adoptedStyleSheets.push(sheet)
      }
      return () => {
        if (--users > 0) return
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
      }
    }, [styles])
    return null
  }
}
