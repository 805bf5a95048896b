import { useState } from 'react'
import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import { CampaignField } from '#components/payout/CampaignField.tsx'
import { useTemplates } from '#components/payout/useTemplates.ts'
import { readTag } from '#domain/campaigns/campaignField.ts'
import type { Payout } from '#domain/payout/Payout.ts'
import type { PayoutContext } from '#domain/payout/payBatch.ts'
import { campaignPath, repeatPath, templatePath } from '#domain/shared/paths.ts'
import { dayWords } from '#domain/templates/templateWords.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import { Facts } from '#ui/layout/Facts.tsx'

/** The template and the campaign of a payout, and how to give it some. */
export function PayoutLabelsCard({ context, payout }: { context: PayoutContext; payout: Payout }) {
  const { account } = context
  const [isChanging, setChanging] = useState(false)
  const { templates } = useTemplates(account.address)
  const { run, tag } = payout
  const template = templates.find(({ id, source }) => id === run?.template || source === payout.id)
  return (
    <Card title="Repeat and campaign">
      {(template || run || tag) && (
        <Facts>
          {(template || run) && (
            <div>
              <dt>Template</dt>
              <dd>
                {template ? <Link href={templatePath(template.id)}>{template.name}</Link> : 'Removed'}
                {run && `, for ${dayWords(run.due)}`}
              </dd>
            </div>
          )}
          {tag && (
            <div>
              <dt>Campaign</dt>
              <dd>
                <Link href={campaignPath(tag)}>#{tag}</Link>
              </dd>
            </div>
          )}
        </Facts>
      )}
      {isChanging ? (
        <ChangeCampaign
          account={account}
          tag={tag ?? null}
          onSave={(next) => {
            // Read again: a batch may have been requested since.
            const now = context.payouts.read(payout.id)
            if (now) {
              const { tag: _, ...rest } = now
              context.payouts.write(next === null ? rest : { ...rest, tag: next })
            }
            setChanging(false)
          }}
          onCancel={() => setChanging(false)}
        />
      ) : (
        <Actions>
          {!template && (
            <Link className="button" href={repeatPath(payout.id)}>
              <Icon name="refresh-cw" size={16} /> Repeat this payout
            </Link>
          )}
          <Button onClick={() => setChanging(true)}>{tag ? 'Change campaign' : 'Add to a campaign'}</Button>
        </Actions>
      )}
    </Card>
  )
}

function ChangeCampaign(props: {
  account: Account
  tag: string | null
  onSave: (tag: string | null) => void
  onCancel: () => void
}) {
  const [typed, setTyped] = useState(props.tag ?? '')
  const read = readTag(typed)
  return (
    <Form onSubmit={() => read.ok && props.onSave(read.tag)}>
      <CampaignField account={props.account} tag={props.tag} onTyped={setTyped} />
      <Actions>
        <Button type="submit">Save</Button>
        <Button onClick={props.onCancel}>Cancel</Button>
      </Actions>
    </Form>
  )
}
