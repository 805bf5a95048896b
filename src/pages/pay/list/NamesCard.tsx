import type { NameLookUps } from '#components/payee/useNameLookUps.ts'
import { type DraftView, gatherErrors } from '#domain/draft/draftView.ts'
import { MOST_NAMES } from '#domain/payee/enteredName.ts'
import { count, plural } from '#domain/shared/format.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'

/** Offers to look up all `.bnb` names of a list at once. A name that is also a person’s waits in its own row. */
export function NamesCard(props: {
  names: readonly string[]
  /** How many names of this list were looked up before. */
  done: number
  lookUps: NameLookUps
}) {
  const { names, done, lookUps } = props
  const busy = names.filter((name) => lookUps.of.get(name)?.kind === 'busy').length
  const failed = names.filter((name) => lookUps.of.get(name)?.kind === 'fault').length
  const { start } = lookUps
  if (names.length === 0) return null
  if (names.length + done > MOST_NAMES || !start)
    return (
      <Notice
        tone="warn"
        title={`This list has ${count(names.length + done, 'name')}. We look up at most ${MOST_NAMES}.`}
      >
        <p>Look them up row by row and enter addresses for the others, or split the list.</p>
      </Notice>
    )
  if (busy > 0) return <Notice tone="info" title={`Looking up ${count(busy, 'name')} with two sources…`} />
  const fresh = names.length - failed
  return (
    <Notice
      tone="info"
      title={
        fresh > 0
          ? `${count(fresh, 'recipient is a .bnb name', 'recipients are .bnb names')}.`
          : `${count(failed, 'name')} can’t be paid. ${plural(failed, 'Its row says', 'Their rows say')} why.`
      }
      actions={
        <Button onClick={() => start(names)}>
          {fresh > 0 ? `Look up ${count(names.length, 'name')}` : 'Look up again'}
        </Button>
      }
    >
      <p>You see each address before you pay. Looking names up shows public servers who you pay.</p>
    </Notice>
  )
}

/** The `.bnb` names in rows, each once, that were not looked up and can mean no person. */
export function namesToLookUp(view: DraftView): readonly string[] {
  return gatherErrors(view, ({ bnbName, namesakes }) => (namesakes.length === 0 ? bnbName : null))
}
