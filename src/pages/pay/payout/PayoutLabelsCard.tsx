import { useState } from 'react'
import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import { PayoutLabelFields } from '#components/payout/PayoutLabelFields.tsx'
import type { Payout, PayoutLabels } from '#domain/payout/Payout.ts'
import type { PayoutContext } from '#domain/payout/payBatch.ts'
import { campaignPath } from '#domain/shared/paths.ts'
import { Actions, Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Facts, NamedFact } from '#ui/layout/Facts.tsx'

type LabelsProps = {
  context: PayoutContext
  payout: Payout
  isChanging: boolean
  onChanging: (isChanging: boolean) => void
}

/** The campaign of a payout, or the form for them and its title, which is the heading. */
export function PayoutLabelsCard({ context, payout, isChanging, onChanging }: LabelsProps) {
  const { tag, title } = payout
  if (!isChanging && !tag) return null
  return (
    <Card title="Title and campaign">
      <Facts>
        {tag && (
          <NamedFact name="Campaign">
            <Link href={campaignPath(tag)}>
              <bdi>#{tag}</bdi>
            </Link>
          </NamedFact>
        )}
      </Facts>
      {isChanging && (
        <ChangeLabels
          account={context.account}
          labels={{ tag: tag ?? null, title: title ?? null }}
          onSave={(next) => {
            // Read again: a batch may have been requested since.
            const now = context.payouts.read(payout.id)
            if (now) {
              const { tag: _, title: __, ...rest } = now
              context.payouts.write({
                ...rest,
                ...(next.tag && { tag: next.tag }),
                ...(next.title && { title: next.title }),
              })
            }
            onChanging(false)
          }}
          onCancel={() => onChanging(false)}
        />
      )}
    </Card>
  )
}

/** The rest of the menu of a payout: to give it a title or a campaign. */
export function LabelActions({ payout, isChanging, onChanging }: LabelsProps) {
  return (
    <Button onClick={() => onChanging(true)} disabled={isChanging}>
      {payout.tag || payout.title ? 'Edit title and campaign' : 'Add title or campaign'}
    </Button>
  )
}

type Labels = Pick<PayoutLabels, 'tag' | 'title'>

function ChangeLabels(props: {
  account: Account
  labels: Labels
  onSave: (labels: Labels) => void
  onCancel: () => void
}) {
  const [labels, setLabels] = useState<Labels | null>(props.labels)
  return (
    <Form onSubmit={() => labels && props.onSave(labels)}>
      <PayoutLabelFields account={props.account} labels={props.labels} onChange={setLabels} />
      <Actions>
        <Button type="submit">Save</Button>
        <Button onClick={props.onCancel}>Cancel</Button>
      </Actions>
    </Form>
  )
}
