import type { Address } from '#chain/money/Address.ts'
import { type Handle, handleText, profileUrl } from '#domain/proof/Handle.ts'
import { proofCode } from '#domain/proof/proofCode.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import css from './Proof.module.css'

/** The code for one's profile or a post: how others see that the handle agrees. It stays when a proof is renewed. */
export function CodeToPost({ address, handle }: { address: Address; handle: Handle | null }) {
  if (!handle) return null
  const code = proofCode(address, handle)
  return (
    <div className={css.code}>
      <p className={css.small}>The code of this account and {handleText(handle)}</p>
      <p className={css.codeLine}>
        <strong className={css.codeText}>{code}</strong>
        <CopyButton text={code} label={`Copy the code ${code}`} />
      </p>
      <p className={css.small}>
        Put it into{' '}
        <a href={profileUrl(handle)} target="_blank" rel="noopener noreferrer">
          {handle.platform === 'website' ? 'your website' : 'your profile'}
        </a>{' '}
        or a post. It is the same for every proof of this account and this name.
      </p>
    </div>
  )
}
