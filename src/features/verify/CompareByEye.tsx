import { handleText, profileUrl } from '#domain/proof/Handle.ts'
import type { Proof } from '#domain/proof/Proof.ts'
import { proofCode } from '#domain/proof/proofCode.ts'
import { Card } from '#ui/Card.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import css from './Proof.module.css'

/** The half that no page can check: whether the handle agrees. The other one has to look. */
export function CompareByEye({ proof }: { proof: Proof }) {
  const { address, handle, post } = proof
  const code = proofCode(address, handle)
  const place = handle.platform === 'website' ? 'the website' : 'the profile'
  return (
    <Card title="Compare by eye">
      <div className={css.stack}>
        <p>
          A signature shows who has the account. Whether {handleText(handle)} agrees was not checked by us:
          open {post ? 'the post' : place} and look for this code.
        </p>
        <p className={css.codeLine}>
          <strong className={css.codeText}>{code}</strong>
          <CopyButton text={code} label={`Copy the code ${code}`} />
        </p>
        <ul className={css.links}>
          {post && (
            <li>
              The post:{' '}
              <a href={post} target="_blank" rel="noopener noreferrer">
                {post}
              </a>
            </li>
          )}
          <li>
            {handle.platform === 'website' ? 'The website' : 'The profile'}:{' '}
            <a href={profileUrl(handle)} target="_blank" rel="noopener noreferrer">
              {profileUrl(handle)}
            </a>
          </li>
        </ul>
        <p className={css.small}>
          No such code there: then the proof shows only that somebody who has this account claims the name. It
          is enough that the code is the same sign by sign; small letters and hyphens do not matter.
        </p>
      </div>
    </Card>
  )
}
