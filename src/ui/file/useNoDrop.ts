import { useEffect } from 'react'

/** A file that is dropped beside its place would take the place of the whole page. */
export function useNoDrop(): void {
  useEffect(() => {
    const refuse = (event: DragEvent) => event.preventDefault()
    addEventListener('dragover', refuse)
    addEventListener('drop', refuse)
    return () => {
      removeEventListener('dragover', refuse)
      removeEventListener('drop', refuse)
    }
  }, [])
}
