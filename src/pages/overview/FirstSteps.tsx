import { usePortal } from '#account/connection.ts'
import { usePeople } from '#components/payee/usePeople.ts'
import { setFirstSteps, useFirstSteps } from '#components/settings/switches.ts'
import { useKeptProofs, useKeptRequests } from '#components/stored/useKept.ts'
import { peoplePath, youPath } from '#domain/shared/paths.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { Disc, Row, Rows } from '#ui/content/Rows.tsx'
import { Icon } from '#ui/icons/Icon.tsx'

/** The first things to do, each with its page. Goes away when all are done, or when the person hides it. */
export function FirstSteps() {
  const { storage } = usePortal().page
  const isShown = useFirstSteps()
  const { items: requests } = useKeptRequests()
  const { items: proofs } = useKeptProofs()
  const { people } = usePeople()
  const steps = [
    {
      title: 'Request a payment',
      sub: 'A link or QR code the payer just confirms.',
      icon: 'hand-coins',
      href: '/get-paid',
      isDone: requests.length > 0,
    },
    {
      title: 'Prove your handle',
      sub: 'Your requests then show who asks.',
      icon: 'badge-check',
      href: youPath,
      isDone: proofs.some(({ signature }) => signature !== null),
    },
    {
      title: 'Save a person',
      sub: 'Payments then show names.',
      icon: 'user-plus',
      href: peoplePath,
      isDone: people.length > 0,
    },
  ] as const
  if (!isShown || steps.every(({ isDone }) => isDone)) return null
  return (
    <Card
      title="Get started"
      flush
      action={
        <Button ghost size="small" onClick={() => setFirstSteps(storage, false)}>
          Hide
        </Button>
      }
    >
      <Rows label="Get started">
        {steps.map(({ title, sub, icon, href, isDone }) => (
          <li key={href}>
            <Row
              mark={isDone ? <Disc icon="check" tone="good" /> : <Disc icon={icon} />}
              title={title}
              sub={isDone ? 'Done' : sub}
              end={!isDone && <Icon name="chevron-right" size={16} />}
              href={isDone ? null : href}
            />
          </li>
        ))}
      </Rows>
    </Card>
  )
}
