import { Link } from 'wouter'
import { handleText } from '#domain/proof/Handle.ts'
import { type KeptProof, keptProofs } from '#domain/proof/keptProofs.ts'
import { encodeProof, proofKey } from '#domain/proof/proofLink.ts'
import { dayText } from '#domain/proof/proofWords.ts'
import { proofPath } from '#domain/shared/paths.ts'
import { KeptListCard, KeptRow } from '#features/shared/KeptListCard.tsx'
import { useProofVerdict } from '#features/shared/ProofNotice.tsx'
import type { useKeptProofs } from '#features/shared/useKept.ts'
import { ShortAddress } from '#ui/content/ShortAddress.tsx'
import prose from '#ui/layout/prose.module.css'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'

/**
 * How many are checked while the list is on the screen: each proof of a Safe costs requests to nodes and the
 * service.
 */
const CHECKED = 10
const tones = { good: 'good', info: 'wait', warn: 'warn', bad: 'bad' } as const

const naming = { title: 'Your proofs', one: 'proof', many: 'proofs', fileName: 'proofs-of-account.json' }

/** The proofs made in this browser, each with its current verdict. */
export function MyProofs({ kept }: { kept: ReturnType<typeof useKeptProofs> }) {
  return (
    <KeptListCard list={keptProofs} kept={kept} naming={naming}>
      {(one, index) => (
        <Row
          key={proofKey(one.proof)}
          one={one}
          checked={index < CHECKED}
          onForget={() => kept.forget(one)}
        />
      )}
    </KeptListCard>
  )
}

function Row(props: { one: KeptProof; checked: boolean; onForget: () => void }) {
  const { one, checked } = props
  const { address, handle, expiresAt } = one.proof
  return (
    <KeptRow
      status={checked ? <Status one={one} /> : <StatusBadge tone="none">Open for status</StatusBadge>}
      forget={{ label: `Remove from list: proof of ${handleText(handle)}`, run: props.onForget }}
    >
      <p>
        <Link href={proofPath('own', encodeProof(one))}>
          <strong>{handleText(handle)}</strong>
        </Link>
      </p>
      <p className={prose.small}>
        <ShortAddress address={address} /> valid until <time>{dayText(expiresAt)}</time>
      </p>
    </KeptRow>
  )
}

function Status({ one }: { one: KeptProof }) {
  const { words } = useProofVerdict(one)
  return <StatusBadge tone={words ? tones[words.tone] : 'wait'}>{words?.short ?? 'Checking'}</StatusBadge>
}
