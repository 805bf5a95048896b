import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Hex } from 'viem'
import type { Account } from '#account/Account.ts'
import { useAccount } from '#account/connection.ts'
import { polling } from '#account/polling.ts'
import { findPortalError } from '#chain/PortalError.ts'
import type { SignedRequest } from '#domain/request/PaymentRequest.ts'
import { encodeRequest, requestKey } from '#domain/request/requestLink.ts'
import { requestMessage } from '#domain/request/requestMessage.ts'
import { errorText } from '#features/shared/errorText.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { ErrorNotice } from '#ui/ErrorNotice.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import layout from '#ui/layout/layout.module.css'
import prose from '#ui/layout/prose.module.css'
import { Notice } from '#ui/Notice.tsx'
import { SignatureNotice } from './RequestChecks.tsx'

/** Has the account to be paid sign its request, so that the payer sees who made it. */
export function SignCard(props: { signed: SignedRequest; onSigned: (signature: Hex) => void }) {
  const { signed, onSigned } = props
  const account = useAccount()
  return (
    <Card title="Signature">
      <div className={layout.stack}>
        {signed.signature !== null ? (
          <SignatureNotice signed={signed} />
        ) : account?.address === signed.request.payee ? (
          <Sign account={account} signed={signed} onSigned={onSigned} />
        ) : (
          <p className={prose.muted}>
            Not signed. To sign it, connect the address it pays. The payer then knows it’s from you.
          </p>
        )}
      </div>
    </Card>
  )
}

function Sign(props: { account: Account; signed: SignedRequest; onSigned: (signature: Hex) => void }) {
  const { account, signed, onSigned } = props
  const { request } = signed
  const text = requestMessage(request)
  // Owners of a Safe sign one after another, possibly days later; the message is found again by its text.
  const client = useQueryClient()
  const queryKey = ['message-signature', 56, account.address, requestKey(request)]
  const [asking, setAsking] = useState(false)
  const standing = useQuery({
    queryKey,
    queryFn: ({ signal }) => account.messageSignature(text, signal),
    enabled: account.kind === 'safe',
    // The host may keep its dialog open until all owners have signed.
    refetchInterval: polling(asking ? 4_000 : 15_000),
  })
  const sign = useMutation({
    mutationFn: () => account.signMessage(text),
    onMutate: () => setAsking(true),
    onSettled: () => setAsking(false),
    onSuccess: (answer) => {
      if (answer.kind === 'signed') take(answer.signature)
      else client.setQueryData(queryKey, answer)
    },
  })
  const take = (signature: Hex) => {
    encodeRequest({ ...signed, signature })
    onSigned(signature)
  }
  const collecting = standing.data?.kind === 'collecting' ? standing.data : null
  const complete = standing.data?.kind === 'signed' ? standing.data : null
  return (
    <>
      <p className={prose.muted}>Sign it so the payer knows it’s from you. Free; moves no money.</p>
      {collecting && (
        <Notice
          tone="info"
          title={
            collecting.have === null || collecting.need === null
              ? 'Other owners still have to sign.'
              : `${collecting.have} of ${collecting.need} owners signed.`
          }
        >
          <p>They find the message in Safe{'{Wallet}'} under Messages. You can close this page.</p>
        </Notice>
      )}
      {(standing.data?.kind === 'proposed' || standing.data?.kind === 'signed-on-chain') && (
        <Notice tone="warn" title="This Safe can only sign on-chain, which doesn’t fit in a link.">
          <p>
            {standing.data.kind === 'proposed'
              ? `Reject transaction ${standing.data.safeTxHash} in its queue: it only costs a fee. `
              : ''}
            The request works without a signature.
          </p>
        </Notice>
      )}
      {complete ? (
        <p>
          <Button primary onClick={() => take(complete.signature)}>
            Add signature to link
          </Button>
        </p>
      ) : (
        <Actions>
          <Button onClick={() => sign.mutate()} disabled={sign.isPending}>
            {sign.isPending ? 'Waiting for the signature…' : 'Sign request'}
          </Button>
        </Actions>
      )}
      {sign.error && <SignError error={sign.error} />}
    </>
  )
}

/** A rejection is an outcome and is shown as one. No signature moves money, so that is not mentioned. */
function SignError({ error }: { error: Error }) {
  const { what, todo } = errorText(error)
  if (error instanceof RangeError) {
    return (
      <ErrorNotice
        what="The signature is too long for a link."
        money="Your money isn’t affected."
        todo="Use the link without it."
      />
    )
  }
  if (findPortalError(error)?.kind !== 'rejected') return <ErrorNotice {...errorText(error)} />
  return (
    <Notice tone="info" title={what}>
      <p>The request isn’t signed. {todo}</p>
    </Notice>
  )
}
