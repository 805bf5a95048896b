import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as AddressText from '#chain/money/Address.ts'
import { findPortalError } from '#chain/PortalError.ts'
import { useAccount } from '#components/account/useAccount.ts'
import { errorText } from '#components/error/errorText.ts'
import { useKeptProofs, useKeptRequests } from '#components/stored/useKept.ts'
import { usableProofs } from '#domain/request/attachedProof.ts'
import {
  emptyRequestDraft,
  lastIdentity,
  OTHER_TOKEN,
  parseRequestDraft,
  type RequestDraft,
} from '#domain/request/requestDraft.ts'
import { decimalsQuery } from '#queries/account.ts'
import { Button } from '#ui/Button.tsx'
import { Surface } from '#ui/content/Card.tsx'
import { ErrorNotice } from '#ui/ErrorNotice.tsx'
import { Notice } from '#ui/Notice.tsx'
import css from './MakePage.module.css'
import { MyRequests } from './MyRequests.tsx'
import { RequestForm } from './RequestForm.tsx'
import { RequestPreview } from './RequestPreview.tsx'
import { useCreateRequest } from './useCreateRequest.ts'
import { YouCard } from './YouCard.tsx'

/** Makes a request beside its payer's view, and lists earlier ones. */
export function MakePage() {
  const account = useAccount()
  const kept = useKeptRequests()
  const { items: proofs } = useKeptProofs()
  const [typed, setTyped] = useState<Partial<RequestDraft>>({})
  // The request is dated when its last letter is typed, so that the signed request is the one that was shown.
  const [at, setAt] = useState(() => Date.now())
  const [asked, setAsked] = useState(false)
  const { creating, create, createUnsigned, reset } = useCreateRequest(kept)
  const own = account ? { payee: account.address, ...lastIdentity(kept.items, account.address) } : null
  const draft = { ...emptyRequestDraft, ...own, ...typed }
  const contract = draft.token === OTHER_TOKEN ? AddressText.parse(draft.contract) : null
  const decimals = useQuery(decimalsQuery(contract?.ok ? contract.address : null))
  // Several owners of a Safe sign one after another: a link that can be sent at once is not signed.
  const [chosen, setSigns] = useState<boolean | null>(null)
  const canSign = account !== null && account.address === draft.payee && !account.safe?.readOnly
  const signs = canSign && (chosen ?? (account.safe?.threshold ?? 1) === 1)
  const proof = (account && usableProofs(account.address, proofs, at)[0]) ?? null
  const said = signs ? { ...draft, ...(proof && { handle: '' }) } : { ...draft, name: '', handle: '' }
  const parsed = parseRequestDraft(said, decimals.data ?? null, at)
  return (
    <>
      <h1>Get paid</h1>
      <div className="layout-aside">
        <div>
          <Surface label="New request">
            <div className={css.body}>
              <RequestForm
                draft={draft}
                faults={asked && !parsed.ok ? parsed.faults : {}}
                account={account}
                isSigning={creating.kind === 'signing'}
                signs={canSign ? signs : null}
                proof={proof}
                onSigns={setSigns}
                onChange={(some) => {
                  setTyped({ ...typed, ...some })
                  setAt(Date.now())
                  reset()
                }}
                onMake={() => {
                  setAsked(true)
                  if (parsed.ok) create(parsed.request, signs ? account : null)
                }}
              >
                {creating.kind === 'signing' && (
                  <p>
                    <Button ghost size="small" onClick={() => createUnsigned(creating.request)}>
                      Create without a signature
                    </Button>
                  </p>
                )}
                {creating.kind === 'not-signed' && (
                  <NotSigned error={creating.error} onCreate={() => createUnsigned(creating.request)} />
                )}
                {decimals.error && <ErrorNotice {...errorText(decimals.error)} />}
              </RequestForm>
            </div>
          </Surface>
        </div>
        <div>
          <RequestPreview
            request={parsed.ok ? parsed.request : null}
            signs={signs}
            handle={proof?.proof.handle ?? null}
          />
          <YouCard />
        </div>
      </div>
      <MyRequests kept={kept} />
    </>
  )
}

/** A rejection is an outcome and is shown as one. No signature moves money, so that is not mentioned. */
function NotSigned({ error, onCreate }: { error: unknown; onCreate: () => void }) {
  const title = error instanceof RangeError ? 'The signature is too long for a link.' : errorText(error).what
  return (
    <Notice
      tone={findPortalError(error)?.kind === 'rejected' ? 'info' : 'warn'}
      title={title}
      actions={<Button onClick={onCreate}>Create without a signature</Button>}
    >
      <p>The request isn’t created yet. Try again, or create it without a signature.</p>
    </Notice>
  )
}
