import { useState } from 'react'
import { Link } from 'wouter'
import { type KeptRequest, keptText, parseKept } from '#domain/request/keptRequests.ts'
import { amountText } from '#domain/request/PaymentRequest.ts'
import { encodeRequest, requestKey } from '#domain/request/requestLink.ts'
import { statusWords } from '#domain/request/requestWords.ts'
import { requestPath } from '#domain/shared/paths.ts'
import { when } from '#domain/shared/when.ts'
import type { useKeptRequests } from '#features/shared/useKept.ts'
import { ShortAddress } from '#ui/AddressText.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { FileButton, saveFile } from '#ui/file/FileButton.tsx'
import { TextToCopy } from '#ui/file/TextToCopy.tsx'
import { StatusText } from '#ui/StatusText.tsx'
import css from './Request.module.css'
import { useRequestState } from './useRequestState.ts'

/** A larger file was not written by the portal. */
const MAX_BYTES = 1_000_000

/** The list as a file, for backup or for another browser. */
export function RequestsFile({ kept }: { kept: ReturnType<typeof useKeptRequests> }) {
  const [said, setSaid] = useState<string | null>(null)
  const text = keptText(kept.requests)
  const read = async (file: File) => {
    const found = file.size > MAX_BYTES ? null : parseKept(await file.text())
    if (!found)
      return setSaid('This is not a file of requests that this portal has written. Nothing was changed.')
    kept.keep(found.requests)
    const left = found.unreadable > 0 ? `, ${found.unreadable} could not be read and are left out` : ''
    setSaid(`${found.requests.length} ${found.requests.length === 1 ? 'request' : 'requests'} read${left}.`)
  }
  return (
    <div className={css.stack}>
      <div className={css.actions}>
        {kept.requests.length > 0 && (
          <Button
            onClick={() => saveFile(new Blob([text], { type: 'application/json' }), 'payment-requests.json')}
          >
            Save as a file
          </Button>
        )}
        <FileButton
          label="Read a saved file"
          accept="application/json,.json"
          onFile={(file) => void read(file)}
        />
      </div>
      {said && <p role="status">{said}</p>}
      {kept.requests.length > 0 && (
        <details>
          <summary className={css.muted}>Or copy it as text</summary>
          <TextToCopy label="My requests as text" text={text} />
        </details>
      )}
    </div>
  )
}

/**
 * How many are tracked at a time: each one costs requests to nodes and services while the list is on the
 * screen.
 */
const FOLLOWED = 10

/** The requests made in this browser, each with its status. */
export function MyRequests({ kept }: { kept: ReturnType<typeof useKeptRequests> }) {
  const { requests, unreadable } = kept
  return (
    <Card title="My requests">
      {requests.length === 0 && (
        <p className={css.muted}>None yet. What you make is listed here, in this browser only.</p>
      )}
      <ul className={css.list} aria-label="My requests">
        {requests.map((one, index) => (
          <Row
            key={requestKey(one.request)}
            one={one}
            all={requests}
            followed={index < FOLLOWED}
            onForget={() => kept.forget(one)}
          />
        ))}
      </ul>
      {unreadable > 0 && (
        <p role="alert">
          {unreadable} {unreadable === 1 ? 'entry' : 'entries'} in this browser’s list could not be read and{' '}
          {unreadable === 1 ? 'is' : 'are'} not shown.
        </p>
      )}
      <RequestsFile kept={kept} />
    </Card>
  )
}

function Row(props: {
  one: KeptRequest
  all: readonly KeptRequest[]
  followed: boolean
  onForget: () => void
}) {
  const { one, all, followed } = props
  const { request, signature } = one
  const { payee, memo, reference, madeAt } = request
  return (
    <li>
      <div className={css.main}>
        <p className={css.tabular}>
          <Link href={requestPath('share', encodeRequest(one))}>
            <strong>{amountText(request)}</strong>
          </Link>{' '}
          to <ShortAddress address={payee} />
        </p>
        <p className={css.meta}>
          <time>{when(madeAt * 1_000)}</time>
          {memo && <bdi>{memo}</bdi>}
          {reference && <bdi>{reference}</bdi>}
          <span>{signature ? 'signed' : 'not signed'}</span>
        </p>
      </div>
      {followed ? <Status one={one} all={all} /> : <StatusText tone="none">Open it to see</StatusText>}
      <Button onClick={props.onForget} aria-label={`Forget the request of ${amountText(request)}`}>
        Forget
      </Button>
    </li>
  )
}

function Status({ one, all }: { one: KeptRequest; all: readonly KeptRequest[] }) {
  const { status, sight } = useRequestState(one.request, all)
  const { tone, short } = statusWords(one.request, status, sight.looking)
  return <StatusText tone={tone}>{short}</StatusText>
}
