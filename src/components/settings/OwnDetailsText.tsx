import type { OwnDetails } from '#domain/receipt/ownDetails.ts'
import css from './OwnDetailsText.module.css'

/** More lines or characters are set in columns, so that a paper keeps its page. */
const [LONG_LINES, LONG_TEXT] = [8, 300]

/** The details of the person at this browser on a paper. Each line keeps its own direction. */
export function OwnDetailsText({ of: { name, text } }: { of: OwnDetails }) {
  const lines = text === '' ? [] : text.split('\n')
  const isLong = lines.length > LONG_LINES || text.length > LONG_TEXT
  return (
    <>
      {name && <bdi className="text-medium">{name}</bdi>}
      {lines.length > 0 && (
        <span className={isLong ? `${css.lines} ${css.long}` : css.lines}>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and never move
            <bdi key={index}>{line}</bdi>
          ))}
        </span>
      )}
    </>
  )
}
