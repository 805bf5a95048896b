import { useEffect, useState } from 'react'
import { buttonClass } from '../Button.tsx'
import { Icon } from '../icons/Icon.tsx'
import css from './CopyButton.module.css'

/** How long (ms) "Copied!" stays. */
const SHOWN = 1500

/**
 * Copies `text`: the message to show for a moment, and the function that copies. Safe's frame may block the
 * clipboard: then the older command is tried, and a failure is shown.
 */
export function useCopy(text: string): readonly [said: string | null, copy: () => void] {
  const [said, setSaid] = useState<string | null>(null)
  useEffect(() => {
    if (said === null) return
    const timer = setTimeout(() => setSaid(null), SHOWN)
    return () => clearTimeout(timer)
  }, [said])
  const copy = async () => setSaid((await copyText(text)) ? 'Copied!' : 'Select and copy by hand')
  return [said, () => void copy()]
}

/** A button that copies `text`. `label` names the copied text, `words` is the text on the button. */
export function CopyButton(props: { text: string; label: string; words?: string; primary?: boolean }) {
  const { text, label, words = 'Copy', primary } = props
  const [said, copy] = useCopy(text)
  return (
    <button
      type="button"
      className={buttonClass(primary ? { primary } : { size: 'small' })}
      onClick={copy}
      aria-label={label}
    >
      <Icon name="copy" size={16} />
      <span className={css.words} aria-live="polite">
        {said ?? words}
      </span>
    </button>
  )
}

/** Copies a text. Returns whether it is in the clipboard now. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // A refused call would leave an error in the console for each press.
    if (!mayUseClipboard()) return copyBySelection(text)
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** Chromium's name for a frame's permissions; other browsers only find out by trying. */
type WithPolicy = Document & { readonly featurePolicy?: { allowsFeature(name: string): boolean } }

function mayUseClipboard(): boolean {
  return (document as WithPolicy).featurePolicy?.allowsFeature('clipboard-write') ?? true
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
