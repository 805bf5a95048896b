import type { MovedContact } from '#domain/reminders/changes.ts'
import { plural } from '#domain/shared/format.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { GroupedAddress } from '#ui/page/AddressText.tsx'
import css from './RunCard.module.css'

/** Rows that name a person who is saved with another address. The person decides which one is paid. */
export function MovedContacts({
  moved,
  onUse,
}: {
  moved: readonly MovedContact[]
  /** Missing where rows can no longer be changed. */
  onUse?: (moved: MovedContact) => void
}) {
  if (moved.length === 0) return null
  return (
    <Notice
      tone="warn"
      title={plural(
        moved.length,
        'One person is saved with another address now.',
        `${moved.length} people are saved with another address now.`,
      )}
    >
      <ul className={css.moved}>
        {moved.map((one) => (
          <li key={one.place}>
            <p>
              <strong>
                <bdi>{one.name}</bdi>
              </strong>
            </p>
            <p>
              This list pays <GroupedAddress address={one.pays} />
            </p>
            {one.saved.map((address) => (
              <p key={address}>
                In People <GroupedAddress address={address} />
              </p>
            ))}
            {onUse && one.saved.length === 1 && (
              <Button size="small" onClick={() => onUse(one)}>
                Pay {one.name} at the address in People
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p>Ask them which one is theirs, by a way that you know.</p>
    </Notice>
  )
}
