import { useState } from 'react'
import { Link } from 'wouter'
import { handleText } from '#domain/proof/Handle.ts'
import { type KeptProof, parseProofs, proofsText } from '#domain/proof/keptProofs.ts'
import { encodeProof, proofKey } from '#domain/proof/proofLink.ts'
import { dayText } from '#domain/proof/proofWords.ts'
import { proofPath } from '#domain/shared/paths.ts'
import { useProofVerdict } from '#features/shared/ProofNotice.tsx'
import type { useKeptProofs } from '#features/shared/useKept.ts'
import { ShortAddress } from '#ui/AddressText.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { FileButton, saveFile } from '#ui/file/FileButton.tsx'
import { TextToCopy } from '#ui/file/TextToCopy.tsx'
import { StatusText } from '#ui/StatusText.tsx'
import css from './Proof.module.css'

/** A larger file was not written by the portal. */
const MAX_BYTES = 1_000_000

/** The list as a file, for backup or for another browser. */
export function ProofsFile({ kept }: { kept: ReturnType<typeof useKeptProofs> }) {
  const [said, setSaid] = useState<string | null>(null)
  const text = proofsText(kept.proofs)
  const some = kept.proofs.length > 0
  const read = async (file: File) => {
    const found = file.size > MAX_BYTES ? null : parseProofs(await file.text())
    if (!found)
      return setSaid('This is not a file of proofs that this portal has written. Nothing was changed.')
    kept.keep(found.proofs)
    const left = found.unreadable > 0 ? `, ${found.unreadable} could not be read and are left out` : ''
    setSaid(`${found.proofs.length} ${found.proofs.length === 1 ? 'proof' : 'proofs'} read${left}.`)
  }
  return (
    <div className={css.stack}>
      <div className={css.actions}>
        {some && (
          <Button
            onClick={() => saveFile(new Blob([text], { type: 'application/json' }), 'proofs-of-account.json')}
          >
            Save as a file
          </Button>
        )}
        <FileButton
          label="Read a saved file"
          accept="application/json,.json"
          onFile={(file) => void read(file)}
        />
      </div>
      {said && <p role="status">{said}</p>}
      {some && (
        <details>
          <summary className={css.muted}>Or copy it as text</summary>
          <TextToCopy label="My proofs as text" text={text} />
        </details>
      )}
    </div>
  )
}

/**
 * How many are checked while the list is on the screen: each proof of a Safe costs requests to nodes and the
 * service.
 */
const CHECKED = 10
const tones = { good: 'good', info: 'wait', warn: 'warn', bad: 'bad' } as const

/** The proofs made in this browser, each with its current verdict. */
export function MyProofs({ kept }: { kept: ReturnType<typeof useKeptProofs> }) {
  const { proofs, unreadable } = kept
  return (
    <Card title="My proofs">
      {proofs.length === 0 && (
        <p className={css.muted}>None yet. What you make is listed here, in this browser only.</p>
      )}
      <ul className={css.list} aria-label="My proofs">
        {proofs.map((one, index) => (
          <Row
            key={proofKey(one.proof)}
            one={one}
            checked={index < CHECKED}
            onForget={() => kept.forget(one)}
          />
        ))}
      </ul>
      {unreadable > 0 && (
        <p role="alert">
          {unreadable} {unreadable === 1 ? 'entry' : 'entries'} in this browser’s list could not be read and{' '}
          {unreadable === 1 ? 'is' : 'are'} not shown.
        </p>
      )}
      <ProofsFile kept={kept} />
    </Card>
  )
}

function Row(props: { one: KeptProof; checked: boolean; onForget: () => void }) {
  const { one, checked } = props
  const { address, handle, expiresAt } = one.proof
  return (
    <li>
      <div className={css.main}>
        <p>
          <Link href={proofPath('own', encodeProof(one))}>
            <strong>{handleText(handle)}</strong>
          </Link>
        </p>
        <p className={css.small}>
          <ShortAddress address={address} /> until <time>{dayText(expiresAt)}</time>
        </p>
      </div>
      {checked ? <Status one={one} /> : <StatusText tone="none">Open it to see</StatusText>}
      <Button onClick={props.onForget} aria-label={`Forget the proof of ${handleText(handle)}`}>
        Forget
      </Button>
    </li>
  )
}

function Status({ one }: { one: KeptProof }) {
  const { words } = useProofVerdict(one)
  return <StatusText tone={words ? tones[words.tone] : 'wait'}>{words?.short ?? 'Checking'}</StatusText>
}
