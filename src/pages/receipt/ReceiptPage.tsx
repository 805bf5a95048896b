import '#ui/paper.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import { explorerAddress, explorerTx } from '#chain/explorer.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { cleanLabel, labelLength } from '#chain/text/label.ts'
import { ReadError } from '#components/error/ReadError.tsx'
import { TechnicalDetails } from '#components/settings/TechnicalDetails.tsx'
import {
  decodeReceipt,
  encodeReceipt,
  MAX_NOTE,
  placeName,
  type ReceiptLink,
  type ReceiptState,
  receiptFaultText,
  receiptPathIn,
  receiptState,
  receiptWords,
} from '#domain/receipt/receiptLink.ts'
import { count, whenUtc } from '#domain/shared/format.ts'
import { paymentPath, portalUrl } from '#domain/shared/paths.ts'
import type { Tone } from '#domain/shared/StatusText.ts'
import { paidTransfersQuery } from '#queries/activity.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Surface } from '#ui/content/Card.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { TextToCopy } from '#ui/file/FileButton.tsx'
import { TextField } from '#ui/form/Fields.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Icon, Logo } from '#ui/icons/Icon.tsx'
import { Facts, NamedFact } from '#ui/layout/Facts.tsx'
import { Notice } from '#ui/Notice.tsx'
import { WholeAddress } from '#ui/page/AddressText.tsx'
import { useCopy } from '#ui/page/CopyButton.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import { StatusBanner } from '#ui/page/StatusBadge.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useDocumentTitle } from '#ui/useDocumentTitle.ts'
import css from './Receipt.module.css'
import { PriceRound, ReceiptPaper } from './ReceiptPaper.tsx'

/** One transfer, read from the chain whenever the link is opened. It needs no account. */
export function ReceiptPage() {
  useDocumentTitle('Receipt')
  // Raw, because a router would decode a non-canonical path.
  const [path] = useHashLocation()
  const decoded = decodeReceipt(receiptPathIn(path))
  if (decoded.ok) return <Receipt key={`${decoded.hash}${decoded.name}`} link={decoded} />
  return (
    <>
      <h1>Receipt</h1>
      <StatusBanner tone="bad" status="This receipt link doesn’t work" action={<CheckAnother />}>
        <p>{receiptFaultText[decoded.fault]} Ask for it again, or check a transaction.</p>
      </StatusBanner>
    </>
  )
}

function CheckAnother() {
  return (
    <Link className={buttonClass()} href="/activity/check">
      Check a transaction
    </Link>
  )
}

function Receipt({ link }: { link: ReceiptLink }) {
  const query = useQuery({ ...paidTransfersQuery(link.hash), refetchOnMount: 'always' })
  const { data, error, dataUpdatedAt } = query
  const state = data && receiptState(data, link.name)
  const words = state && receiptWords(state, link.name)
  const url = `${portalUrl()}#${encodeReceipt(link)}`
  const moved = state?.kind === 'moved' ? state : null
  const isPaper = moved !== null || (!state && !error)
  const others = data && 'transfers' in data ? data.transfers.length - 1 : 0
  return (
    <>
      {!isPaper && <h1>Receipt</h1>}
      {error && (
        <div className={css.screen}>
          <ReadError read={query} />
        </div>
      )}
      {words && !isPaper && (
        <StatusBanner tone={words.tone} status={words.title} action={<CheckAnother />}>
          <p>{words.text}</p>
        </StatusBanner>
      )}
      <div className={isPaper ? css.receipt : undefined}>
        {isPaper && (
          <section className="paper" aria-label="Payment">
            <div className="layout-between text-fine text-tabular">
              <h1 className={`layout-line ${css.brand}`}>
                <Logo size={24} />
                Receipt
              </h1>
              {moved && <p>{moved.place.at === null ? 'Time unknown' : whenUtc(moved.place.at)}</p>}
            </div>
            {data && moved && words ? (
              <ReceiptPaper
                link={link}
                words={words}
                url={url}
                state={moved}
                paid={data}
                readAt={dataUpdatedAt}
              />
            ) : (
              <Skeleton lines={8} label="Reading the transaction" />
            )}
          </section>
        )}
        {moved && words && (
          <div className={css.aside}>
            <ShareBox url={url} />
            <NoteForm link={link} />
            <CheckedNotice isFinal={moved.place.final} tone={words.tone} at={dataUpdatedAt} />
          </div>
        )}
        {state && (
          <div className={css.details}>
            <Surface label="Technical details">
              <TechnicalDetails>
                <ReceiptTechnical link={link} state={state} others={others} readAt={dataUpdatedAt} />
              </TechnicalDetails>
            </Surface>
          </div>
        )}
      </div>
    </>
  )
}

/** The evidence for the page's statements. Two operators are claimed only if two were asked and agreed. */
function CheckedNotice({ isFinal, tone, at }: { isFinal: boolean; tone: Tone; at: number }) {
  const who = bscRpc.witnesses ? 'Two independent sources agree.' : 'As far as one source can tell.'
  return (
    <Notice tone={tone === 'good' ? 'good' : 'info'}>
      <p>
        Checked at {whenUtc(at)}. {isFinal ? who : 'Not final yet.'}
      </p>
    </Notice>
  )
}

/** A person's note beside the payment. It becomes part of a new link and is stored nowhere else. */
function NoteForm({ link }: { link: ReceiptLink }) {
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState(link.note)
  const [opened, setOpened] = useState(link.note)
  // Another link was opened. A key would take the focus away from the button.
  if (opened !== link.note) {
    setOpened(link.note)
    setTyped(link.note)
  }
  const [fault, setFault] = useState<string | null>(null)
  const submit = () => {
    const note = cleanLabel(typed)
    const over = labelLength(note) - MAX_NOTE
    if (over > 0) return setFault(`${count(over, 'character')} too long.`)
    setTyped(note)
    navigate(encodeReceipt({ ...link, note }), { replace: true })
  }
  return (
    <Surface label="Note">
      <Form className={`layout-stack ${css.box}`} onSubmit={submit}>
        <TextField
          label="Note on the receipt"
          hint={`Optional, up to ${MAX_NOTE} characters. Part of the link: anyone who has it can read it.`}
          fault={fault}
          value={typed}
          onText={(text) => {
            setTyped(text)
            setFault(null)
          }}
        />
        <Button type="submit">{link.note === '' ? 'Add' : 'Change'}</Button>
      </Form>
    </Surface>
  )
}

/** Printing and the link, with its text for browsers that block the clipboard. */
function ShareBox({ url }: { url: string }) {
  const [said, copy] = useCopy(url)
  // A Safe's frame ignores print requests.
  const framed = window.parent !== window
  return (
    <Surface label="Share this receipt">
      <div className={`layout-stack ${css.box}`}>
        {framed ? (
          <ExternalLink className={buttonClass({ primary: true })} href={url} icon>
            {' '}
            Open in a new tab to print
          </ExternalLink>
        ) : (
          <Button primary onClick={() => window.print()}>
            <Icon name="printer" /> Print or save as PDF
          </Button>
        )}
        <Button onClick={copy}>
          <Icon name="copy" />
          <span aria-live="polite">{said ?? 'Copy link'}</span>
        </Button>
        <Disclosure summary="Show the link">
          <TextToCopy label="Link of the receipt" text={url} />
        </Disclosure>
      </div>
    </Surface>
  )
}

/** Details for an accountant or a developer. Nobody needs them to know whether money moved. */
function ReceiptTechnical(props: {
  link: ReceiptLink
  state: ReceiptState
  /** Other transfers of the same transaction. */
  others: number
  readAt: number
}) {
  const { link, state, others, readAt } = props
  const { hash, name } = link
  const place = 'place' in state ? state.place : null
  const moved = state.kind === 'moved' ? state.transfer : null
  const token = state.kind === 'moved' ? state.token : null
  return (
    <>
      <Facts>
        {!moved && (
          <NamedFact name="Transaction">
            <span translate="no" className="text-mono">
              {hash}
            </span>
          </NamedFact>
        )}
        {place && <NamedFact name="Block">{place.blockNumber.toString()}</NamedFact>}
        {moved && <NamedFact name="Position">{placeName(name)}</NamedFact>}
        {moved && (
          <>
            <NamedFact name="From">
              <WholeAddress address={moved.from} explorer={explorerAddress(moved.from)} />
            </NamedFact>
            <NamedFact name="To">
              <WholeAddress address={moved.to} explorer={explorerAddress(moved.to)} />
            </NamedFact>
          </>
        )}
        {moved?.token && (
          <NamedFact name="Token contract">
            <WholeAddress address={moved.token} explorer={explorerAddress(moved.token)} />
          </NamedFact>
        )}
        {token && place?.at && <PriceRound token={token} at={place.at} />}
        <NamedFact name="Checked at">{whenUtc(readAt)}</NamedFact>
      </Facts>
      <p className={css.links}>
        <Link className={buttonClass({ size: 'small' })} href={paymentPath(hash)}>
          {others > 0 ? `Whole transaction (${count(others, 'other transfer')})` : 'Whole transaction'}
        </Link>
        <ExternalLink className={buttonClass({ size: 'small' })} href={explorerTx(hash)} icon>
          Transaction on BscScan
        </ExternalLink>
      </p>
    </>
  )
}
