import { type ReactNode, useId } from 'react'
import { hashMessage } from 'viem'
import { claimText, platforms, profileUrl } from '#domain/proof/Handle.ts'
import { dayText } from '#domain/proof/judgeProof.ts'
import { domainOf, type Proof, type SignedProof } from '#domain/proof/Proof.ts'
import { proofDocument } from '#domain/proof/proofDocument.ts'
import { encodeProof } from '#domain/proof/proofLink.ts'
import { proofMessage } from '#domain/proof/proofMessage.ts'
import { when } from '#domain/shared/format.ts'
import { proofUrl } from '#domain/shared/paths.ts'
import type { Tone } from '#domain/shared/StatusText.ts'
import { Actions, Button, buttonClass } from '#ui/Button.tsx'
import { Card, useArrivingFocus } from '#ui/content/Card.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { Identicon } from '#ui/content/Identity.tsx'
import { Disc } from '#ui/content/Rows.tsx'
import { TextToCopy } from '#ui/file/FileButton.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import type { IconName } from '#ui/icons/names.ts'
import { Facts, NamedFact } from '#ui/layout/Facts.tsx'
import { GroupedAddress } from '#ui/page/AddressText.tsx'
import { CopyButton, useCopy } from '#ui/page/CopyButton.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import { QrCode } from '#ui/qr/QrCode.tsx'
import { QrDownloads } from '#ui/qr/QrDownloads.tsx'
import css from './ProofParts.module.css'
import shareCss from './ShareProof.module.css'

/** One step of a task, in its card. The one that follows a finished step gets the focus. */
export function Step(props: {
  number: number
  title: string
  isDone?: boolean
  arriving?: boolean
  children?: ReactNode
}) {
  const { number, title, isDone = false, arriving = false, children } = props
  const id = useId()
  const heading = useArrivingFocus(arriving)
  return (
    <section className={css.step} aria-labelledby={id}>
      <span className="layout-disc layout-number" data-done={isDone || undefined} aria-hidden="true">
        {isDone ? <Icon name="check" size={16} /> : number}
      </span>
      <div className={css.content}>
        <h2 id={id} ref={heading} tabIndex={arriving ? -1 : undefined}>
          {title}
        </h2>
        {children}
      </div>
    </section>
  )
}

/** A preview of a proof for others. Its mark is outlined, because each of them still has to look for the code. */
export function PreviewCard({ proof, children }: { proof: Proof; children?: ReactNode }) {
  const { address, handle, expiresAt } = proof
  const { platform, name } = handle
  return (
    <Card title="What others will see">
      <div className="layout-line">
        <Identicon address={address} size={44} />
        <div>
          <p className={css.handle}>
            {platform === 'website' ? name : `@${name}`} <Icon name="badge-check" />
          </p>
          <p className="text-fine">
            {platform !== 'website' && `on ${platforms[platform].label}, `}until {dayText(expiresAt)}
          </p>
        </div>
      </div>
      <GroupedAddress address={address} />
      {children}
    </Card>
  )
}

/** The link to the code: the named post, or the profile. */
export function codeLink({ post, handle }: Pick<Proof, 'post' | 'handle'>): { href: string; label: string } {
  if (post) return { href: post, label: 'Open post' }
  return {
    href: profileUrl(handle),
    label: handle.platform === 'website' ? 'Open website' : 'Open profile',
  }
}

/** Statements that a person could read into a proof, but that it does not make. */
export function Limits() {
  return (
    <ul className={css.limits}>
      {limits.map((limit) => (
        <li key={limit}>
          <Icon name="minus" size={16} />
          {limit}
        </li>
      ))}
    </ul>
  )
}

const limits = [
  'Who the person is, or that the handle isn’t a look-alike. Read it letter by letter.',
  'That the handle agrees, until you’ve seen the code there.',
  'That the address hasn’t changed hands since.',
  'Anything about money. Signing moved nothing and allows nothing.',
]

/** One check of a proof, with its result. The one that was just answered gets the focus. */
export function ProofCheck(props: {
  label: string
  icon: IconName
  tone: Tone
  title: string
  text: string | undefined
  action?: ReactNode
  arriving?: boolean
  children: ReactNode
}) {
  const { label, icon, tone, title, text, action, arriving = false, children } = props
  const heading = useArrivingFocus(arriving, { preventScroll: true })
  return (
    <section className={`${css.step} ${css.check}`} aria-label={label}>
      <Disc icon={icon} tone={tone} />
      <div className={css.content}>
        <div className={`layout-apart ${css.title}`}>
          <div>
            <h2 ref={heading} tabIndex={arriving ? -1 : undefined}>
              {title}
            </h2>
            {text && <p className="text-fine">{text}</p>}
          </div>
          {action}
        </div>
        {children}
      </div>
    </section>
  )
}

/** The fields of a proof and the exact text that is signed, behind one line each. */
export function ProofFolds({ signed, children }: { signed: SignedProof; children?: ReactNode }) {
  const { proof } = signed
  const text = proofMessage(proof)
  return (
    <div className={css.folds}>
      <Disclosure summary={`${claimText(proof.handle)}, until ${dayText(proof.expiresAt)}`}>
        <Facts>
          <NamedFact name="Claim">{claimText(proof.handle)}</NamedFact>
          <NamedFact name="Created">
            <time>{when(proof.issuedAt * 1_000)}</time> on {domainOf(proof)}
          </NamedFact>
          <NamedFact name="Valid until">
            <time>{when(proof.expiresAt * 1_000)}</time>
          </NamedFact>
        </Facts>
      </Disclosure>
      <Disclosure summary="Signed text (EIP-4361)">
        <TextToCopy label="Signed text" text={text} rows={16} />
        <p className="text-fine">
          Its hash, as a Safe shows it when signing on-chain:{' '}
          <span translate="no" className="text-mono">
            {hashMessage(text)}
          </span>
        </p>
      </Disclosure>
      {children}
    </div>
  )
}

/**
 * A proof as link, picture and text. On a phone the system's own sheet comes first, because links are sent from
 * there; elsewhere the link is copied. `primary` if sharing is the purpose of the page.
 */
export function ShareProof({ signed, primary = false }: { signed: SignedProof; primary?: boolean }) {
  const url = proofUrl(encodeProof(signed))
  const text = proofDocument(signed)
  const [said, copy] = useCopy(url)
  const share = { title: 'Proof', url }
  const hasSheet =
    typeof navigator.share === 'function' &&
    (navigator.canShare?.(share) ?? true) &&
    window.matchMedia('(pointer: coarse)').matches
  return (
    <>
      <div className={shareCss.share}>
        <QrCode text={url} label="QR code of the proof" side={224} />
        <div>
          <div className="layout-row">
            {hasSheet && (
              // Closing the sheet is not an error.
              <Button primary={primary} onClick={() => void navigator.share(share).catch(() => {})}>
                <Icon name="share-2" /> Share
              </Button>
            )}
            <Button primary={primary && !hasSheet} onClick={copy}>
              <Icon name="copy" />
              <span aria-live="polite">{said ?? 'Copy link'}</span>
            </Button>
            {primary && (
              <ExternalLink className={buttonClass({ ghost: true })} href={url} icon>
                Preview as others
              </ExternalLink>
            )}
          </div>
          <TextToCopy label="Proof link" text={url} />
          <p className="text-fine">
            Anyone who has it can check it here without a wallet.
            {signed.signature === null &&
              ' The Safe keeps the signature, so checking needs BNB Smart Chain and the Safe service.'}
          </p>
        </div>
      </div>
      <Disclosure summary="As text or picture">
        <TextToCopy label="Proof text" text={text} rows={12} />
        <Actions>
          <CopyButton text={text} label="Copy text" words="Copy text" />
        </Actions>
        <p className="text-fine">The text is for an email or a contract, the QR code for print.</p>
        <Actions>
          <QrDownloads text={url} name="proof-of-account" />
        </Actions>
      </Disclosure>
    </>
  )
}
