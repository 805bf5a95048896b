import { PayoutLabelFields } from '#components/payout/PayoutLabelFields.tsx'
import { toReviewInput } from '#domain/draft/draftView.ts'
import { withLabels } from '#domain/draft/payoutDraft.ts'
import { Button } from '#ui/Button.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import { FillForm } from './FillForm.tsx'
import { DraftNotice } from './ReadingCard.tsx'
import { RowFiles } from './RowsSource.tsx'
import type { EditedList } from './useDraft.ts'

/** The actions of a whole list, below its rows: label it, fill it in, download it, leave it. */
export function DraftFoot(props: { list: EditedList; onEditText: () => void; onClose: () => void }) {
  const { onEditText, onClose } = props
  const { account, draft, setDraft, table, reading, view, isAsked, keptAt, kept } = props.list
  const ready = view && view.errors.length === 0 && reading.kind === 'read' ? view : null
  return (
    <>
      <PayoutLabelFields
        account={account}
        labels={draft}
        onChange={(labels) => labels && setDraft((before) => withLabels(before, labels))}
      />
      <Disclosure summary="Fill in amounts, download, change the text">
        {!isAsked && view && view.size > 0 && <FillForm draft={draft} view={view} onChange={setDraft} />}
        <Actions>
          {table?.read && <Button onClick={onEditText}>Edit pasted text</Button>}
          {ready && ready.paid > 0 && (
            <RowFiles
              account={account.address}
              name={draft.source ?? ''}
              payments={() => toReviewInput(ready, draft.skips)?.payments ?? []}
            />
          )}
        </Actions>
      </Disclosure>
      <DraftNotice
        keptAt={keptAt}
        where={kept.where}
        onAside={onClose}
        onDiscard={() => {
          kept.drop()
          onClose()
        }}
      />
    </>
  )
}
