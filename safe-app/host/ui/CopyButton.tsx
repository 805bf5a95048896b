import { useState } from 'react'

/** Copies a text, which is made when it is needed, and says so. */
export function CopyButton({ label, text }: { label: string; text: () => string }) {
  const [said, setSaid] = useState('')
  return (
    <p className="copy">
      <button
        type="button"
        className="quiet"
        onClick={() => {
          navigator.clipboard.writeText(text()).then(
            () => setSaid('Copied'),
            () => setSaid('The browser does not allow it'),
          )
        }}
      >
        {label}
      </button>
      <output>{said}</output>
    </p>
  )
}
