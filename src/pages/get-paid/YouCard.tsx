import { Link } from 'wouter'
import { BackupFile } from '#components/backup/BackupFile.tsx'
import { useProofVerdict } from '#components/proof/useProofVerdict.ts'
import { useKeptProofs } from '#components/stored/useKept.ts'
import { claimText } from '#domain/proof/Handle.ts'
import { dayText, verdictNames } from '#domain/proof/judgeProof.ts'
import { type KeptProof, keptProofs } from '#domain/proof/keptProofs.ts'
import { encodeProof, proofKey } from '#domain/proof/proofLink.ts'
import { count, plural } from '#domain/shared/format.ts'
import { proofPath, verifyPaths } from '#domain/shared/paths.ts'
import type { Tone } from '#domain/shared/StatusText.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Card, CardPart, Inset } from '#ui/content/Card.tsx'
import { Disc, Rows, Row as RowView } from '#ui/content/Rows.tsx'
import { ShortAddress } from '#ui/content/ShortAddress.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import { Popover } from '#ui/page/Popover.tsx'
import { useNow } from '#ui/useNow.ts'
import css from './MyRequests.module.css'

/**
 * How many are checked while the list is on the screen: each proof of a Safe costs requests to nodes and the
 * service.
 */
const CHECKED = 10
/** Days before its end from which a proof is worth renewing. */
const ENDING = 14
const DAY = 86_400
// A signed proof is not green: others still have to look for its code.

const naming = {
  kind: 'proofs',
  title: 'Your proofs',
  many: 'proofs',
  fileName: 'proofs-of-account.json',
} as const

/** Whose address it is: the proofs made in this browser, each with its current verdict, and how to make or check one. */
export function YouCard() {
  const kept = useKeptProofs()
  const { items, unreadable } = kept
  return (
    <Card
      title="You"
      flush
      action={
        <Popover icon="ellipsis" label="Backup of your proofs">
          <div className={css.backup}>
            <BackupFile list={keptProofs} kept={kept} naming={naming} />
          </div>
        </Popover>
      }
    >
      {items.length === 0 && (
        <Inset>
          <p className="text-fine">Prove your handle, so that payers know the address is yours.</p>
        </Inset>
      )}
      <Rows label={naming.title}>
        {items.map((one, index) => {
          const forget = () => kept.forget(one)
          return (
            <li key={proofKey(one.proof)}>
              {index < CHECKED ? (
                <CheckedRow one={one} onForget={forget} />
              ) : (
                <Row one={one} tone="none" status="Open for status" onForget={forget} />
              )}
            </li>
          )
        })}
      </Rows>
      {items.length >= keptProofs.max && (
        <Inset>
          <p role="status">This list is full. Remove a proof before you make another one.</p>
        </Inset>
      )}
      {unreadable > 0 && (
        <Inset>
          <p role="alert">
            {count(unreadable, 'saved proof')} couldn’t be read and {plural(unreadable, 'isn’t', 'aren’t')}{' '}
            shown.
          </p>
        </Inset>
      )}
      <CardPart>
        <Actions>
          <Link className={buttonClass({ size: 'small' })} href={verifyPaths.prove}>
            Prove {items.length > 0 ? 'another handle' : 'your handle'}
          </Link>
          <Link className={buttonClass({ size: 'small', ghost: true })} href={verifyPaths.check}>
            Check a proof
          </Link>
        </Actions>
      </CardPart>
    </Card>
  )
}

function CheckedRow({ one, onForget }: { one: KeptProof; onForget: () => void }) {
  const { verdict, words } = useProofVerdict(one)
  return (
    <Row
      one={one}
      tone={verdict === 'valid' ? 'sign' : (words?.tone ?? 'none')}
      status={verdict ? verdictNames[verdict] : 'Checking'}
      onForget={onForget}
    />
  )
}

function Row(props: { one: KeptProof; tone: Tone; status: string; onForget: () => void }) {
  const { one, tone, status, onForget } = props
  const { address, handle, expiresAt } = one.proof
  const days = Math.floor((expiresAt - useNow() / 1_000) / DAY)
  const isEnding = tone === 'sign' && days <= ENDING
  return (
    <RowView
      mark={<Disc icon="badge-check" tone={isEnding ? 'warn' : tone} />}
      title={<Link href={proofPath('own', encodeProof(one))}>{claimText(handle)}</Link>}
      sub={
        <>
          <span>{status}</span>
          <span>{isEnding ? `ends in ${count(days, 'day')}` : `until ${dayText(expiresAt)}`}</span>
          <ShortAddress address={address} />
        </>
      }
      end={
        <Button
          ghost
          size="small"
          onClick={onForget}
          aria-label={`Remove from list: proof of ${claimText(handle)}`}
        >
          Remove
        </Button>
      }
    />
  )
}
