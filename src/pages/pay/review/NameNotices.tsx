import { clipped } from '#chain/names/trimEdges.ts'
import { movedNameText } from '#domain/payee/payeeWords.ts'
import { count, listOf, plural } from '#domain/shared/format.ts'
import { Button } from '#ui/Button.tsx'
import { Check } from '#ui/checks/CheckList.tsx'
import { Tick } from '#ui/form/Tick.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import { Notice } from '#ui/Notice.tsx'
import type { NameChecks } from './useNameChecks.ts'

/** Names that now mean another address, which the person confirms, and names that were not looked up again. */
export function NameNotices({ names }: { names: NameChecks }) {
  const { moved, unread, isBusy, isOff, isAgreed, onAgree } = names
  if (names.names === 0) return null
  if (isBusy) return <p role="status">Looking up {count(names.names, 'name')} again…</p>
  return (
    <>
      {moved.length > 0 && (
        <Notice
          tone="warn"
          title={plural(
            moved.length,
            'A name you entered has changed.',
            `${moved.length} names you entered have changed.`,
          )}
        >
          <ul>
            {moved.map(({ name, payee, now }) => (
              <li key={`${name} ${payee}`} style={{ overflowWrap: 'anywhere' }}>
                {movedNameText(name, payee, now)}
              </li>
            ))}
          </ul>
          <Tick isTicked={isAgreed} onTick={onAgree}>
            Pay {plural(moved.length, 'the address', 'the addresses')} as entered.
          </Tick>
        </Notice>
      )}
      {(isOff || unread.length > 0) && (
        <div className="layout-stack">
          <p className="text-small">
            {isOff
              ? `Checks before you pay are off in Settings, so we didn’t look up ${count(names.names, 'name')} again.`
              : `We couldn’t look up ${listOf(unread.map(({ name }) => clipped(name)))} again.`}{' '}
            The payment goes to the address shown.
          </p>
          <Actions>
            <Button onClick={names.onLookUp}>Look up again</Button>
          </Actions>
        </div>
      )}
    </>
  )
}

/** Says that every name still means the address it was entered for. */
export function NamesUnmoved({ names: { names, moved, unread, isBusy, isOff } }: { names: NameChecks }) {
  if (names === 0 || isBusy || isOff || moved.length + unread.length > 0) return null
  return (
    <Check tone="good">
      {plural(
        names,
        'The name still points to this address.',
        `All ${names} names still point to these addresses.`,
      )}
    </Check>
  )
}
