import { useEffect, useState } from 'react'
import css from './CopyButton.module.css'

/** How long (ms) "Copied!" stays. */
const SHOWN = 1500

/**
 * Copies `text`. Safe's frame may block the clipboard: then the older command is tried, and a failure is
 * reported.
 */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [result, setResult] = useState<'copied' | 'failed' | null>(null)

  useEffect(() => {
    if (result === null) return
    const timer = setTimeout(() => setResult(null), SHOWN)
    return () => clearTimeout(timer)
  }, [result])

  const copy = async () => setResult((await copyText(text)) ? 'copied' : 'failed')
  return (
    <button type="button" className={css.copy} onClick={() => void copy()} aria-label={label}>
      <span aria-live="polite">
        {result === 'copied' ? 'Copied!' : result === 'failed' ? 'Select and copy by hand' : 'Copy'}
      </span>
    </button>
  )
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.className = 'visually-hidden'
  document.body.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  return copied
}
