import { useMemo } from 'react'
import { usePortal } from '#account/connection.ts'
import { useStored } from '#components/stored/useKept.ts'
import { type OwnDetails, readOwnDetails } from '#domain/receipt/ownDetails.ts'
import { browserKey } from '#storage/keys.ts'
import css from './OwnDetailsText.module.css'

/** More lines or characters have no room beside an address. */
const [MOST_LINES, MOST_TEXT] = [8, 300]

/** Name and address of the person at this browser on a paper, beside the account that is theirs. */
export function OwnDetailsText({ of }: { of: OwnDetails }) {
  return (
    <>
      {of.name && <bdi className="text-medium">{of.name}</bdi>}
      {!isLong(of) && <DetailLines of={of} />}
    </>
  )
}

/** Details that have no room beside the account, over the width of the paper, in columns. */
export function LongOwnDetails({ of }: { of: OwnDetails }) {
  if (!isLong(of)) return null
  return (
    <div className={css.long}>
      <DetailLines of={of} />
    </div>
  )
}

function isLong({ text }: OwnDetails): boolean {
  return text.length > MOST_TEXT || text.split('\n').length > MOST_LINES
}

/** Each line keeps its own direction. */
function DetailLines({ of: { text } }: { of: OwnDetails }) {
  if (text === '') return null
  return (
    <span className={css.lines}>
      {text.split('\n').map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and never move
        <bdi key={index}>{line}</bdi>
      ))}
    </span>
  )
}

/** The details that the person at this browser gave about themselves; null for none. */
export function useOwnDetails(): OwnDetails | null {
  const { storage } = usePortal().page
  const text = useStored((stored) => stored.getItem(browserKey('details')))
  return useMemo(() => (text === null ? null : readOwnDetails(storage)), [storage, text])
}
