import { count, plural } from '#domain/shared/format.ts'
import { Notice } from '#ui/Notice.tsx'

/**
 * Says that something stored here is damaged; nothing if `number` is 0.
 * @param one its noun, with `many` for its plural if that is not `one` and an s
 * @param left what is not done with it: `shown`, `counted`
 */
export function UnreadableNotice(props: { number: number; one: string; many?: string; left: string }) {
  const { number, one, many, left } = props
  if (number === 0) return null
  return (
    <Notice tone="warn" title={`${count(number, one, many)} couldn’t be read.`}>
      <p>
        {plural(number, 'It stays in this browser and isn’t', 'They stay in this browser and aren’t')} {left}.
      </p>
    </Notice>
  )
}
