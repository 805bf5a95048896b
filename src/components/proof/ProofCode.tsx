import { CopyButton } from '#ui/page/CopyButton.tsx'
import css from './ProofCode.module.css'

/** The code of a proof, large enough to be compared with one on another screen. */
export function ProofCode({ text }: { text: string }) {
  return (
    <div className="layout-inset layout-between">
      <strong className={css.codeText}>{text}</strong>
      <CopyButton text={text} label={`Copy the code ${text}`} />
    </div>
  )
}
