import '#ui/paper.css'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Hex } from 'viem'
import { Route, Switch, useLocation } from 'wouter'
import type { Account } from '#account/Account.ts'
import { usePortal } from '#account/connection.ts'
import { factsOf } from '#account/facts.ts'
import * as AddressText from '#chain/money/Address.ts'
import { findPortalError } from '#chain/PortalError.ts'
import { useAccount } from '#components/account/useAccount.ts'
import { errorText } from '#components/error/errorText.ts'
import { BadRequest } from '#components/request/BadRequest.tsx'
import { payWords } from '#components/request/PayActions.tsx'
import { OnNetwork } from '#components/request/Payments.tsx'
import { RequestFacts } from '#components/request/RequestFacts.tsx'
import { useRequestText } from '#components/request/useLinkText.ts'
import { type KeptItems, useKeptProofs, useKeptRequests } from '#components/stored/useKept.ts'
import { type Handle, handleText } from '#domain/proof/Handle.ts'
import type { KeptRequest } from '#domain/request/keptRequests.ts'
import {
  amountText,
  isPinned,
  type PaymentRequest,
  type SignedRequest,
  withoutIdentity,
} from '#domain/request/PaymentRequest.ts'
import {
  emptyRequestDraft,
  keepIdentity,
  lastIdentity,
  OTHER_TOKEN,
  parseRequestDraft,
  type RequestDraft,
  type TypedIdentity,
} from '#domain/request/requestDraft.ts'
import { usableProofs, withProof } from '#domain/request/requestIdentity.ts'
import { decodeRequest, encodeRequest } from '#domain/request/requestLink.ts'
import { requestMessage } from '#domain/request/requestMessage.ts'
import { portalDomain, requestPath, requestUrl, youPath } from '#domain/shared/paths.ts'
import { decimalsQuery } from '#queries/account.ts'
import { clockErrorQuery } from '#queries/activity.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Surface } from '#ui/content/Card.tsx'
import { Identity } from '#ui/content/Identity.tsx'
import { ErrorNotice } from '#ui/ErrorNotice.tsx'
import { TokenLogo } from '#ui/icons/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import { QrCode } from '#ui/qr/QrCode.tsx'
import { useDocumentTitle } from '#ui/useDocumentTitle.ts'
import css from './GetPaidPage.module.css'
import { MyRequests } from './MyRequests.tsx'
import { RequestForm } from './RequestForm.tsx'
import { qrLink, SharePage } from './SharePage.tsx'
import sheet from './Sheet.module.css'
import { YouCard } from './YouCard.tsx'

/** Routes under Get paid: making and listing requests, one request, one printable request. */
export function GetPaidPage() {
  return (
    <Switch>
      <Route path="/get-paid">
        <MakePage />
      </Route>
      <Route path={youPath}>
        <MakePage isYou />
      </Route>
      <Route path="/get-paid/sheet/*">
        <SheetPage />
      </Route>
      <Route>
        <SharePage />
      </Route>
    </Switch>
  )
}

/** CSS pixels of the code. */
const QR_SIDE = 280

/** A printable request in its own tab, because a Safe's frame cannot print. */
function SheetPage() {
  const text = useRequestText('sheet')
  const decoded = decodeRequest(text)
  if (!decoded.ok) return <BadRequest fault={decoded.fault} />
  return <Sheet signed={decoded} />
}

function Sheet({ signed }: { signed: SignedRequest }) {
  useDocumentTitle('Payment request')
  // A link that is typed is too long with a proof of account.
  const typed = requestUrl(encodeRequest({ ...signed, proof: null }))
  return (
    <article className={sheet.sheet}>
      <h1>Payment request</h1>
      <p className={sheet.screen}>
        <Button primary onClick={() => window.print()}>
          Print
        </Button>
      </p>
      <div className={sheet.code}>
        <QrCode text={qrLink(signed, QR_SIDE).url} label="QR code of the request" side={QR_SIDE} />
      </div>
      <RequestFacts request={signed.request} also="payee and amount" />
      <p translate="no" className="text-mono">
        {typed}
      </p>
      <p className="text-small">
        Scan the code or type the link, then compare the full address. BNB Smart Chain only: money sent on
        another network is lost.
      </p>
    </article>
  )
}

/** Makes a request beside its payer's view, and lists earlier ones. `isYou` begins at the card You. */
function MakePage({ isYou = false }: { isYou?: boolean }) {
  const account = useAccount()
  const { storage } = usePortal().page
  const kept = useKeptRequests()
  const { items: proofs } = useKeptProofs()
  const [typed, setTyped] = useState<Partial<RequestDraft>>({})
  // The request is dated when its last letter is typed, so that the signed request is the one that was shown.
  const [at, setAt] = useState(() => Date.now())
  const [asked, setAsked] = useState(false)
  const { creating, create, createUnsigned, reset } = useCreateRequest(kept)
  const own = account
    ? { payee: account.address, ...lastIdentity(storage, kept.items, account.address) }
    : null
  const draft = { ...emptyRequestDraft, ...own, ...typed }
  const contract = draft.token === OTHER_TOKEN ? AddressText.parse(draft.contract) : null
  const decimals = useQuery(decimalsQuery(contract?.ok ? contract.address : null))
  // Several owners of a Safe sign one after another: a link that can be sent at once is not signed.
  const [chosen, setSigns] = useState<boolean | null>(null)
  const canSign = account !== null && account.address === draft.payee && !account.safe?.readOnly
  const signs = canSign && (chosen ?? (account.safe?.threshold ?? 1) === 1)
  const proof = (account && usableProofs(account.address, proofs, at, portalDomain())[0]) ?? null
  const you = useRef<HTMLDivElement>(null)
  const focusYou = () => you.current?.querySelector<HTMLInputElement>('[name=name]')?.focus()
  const said = signs ? { ...draft, ...(proof && { handle: '' }) } : { ...draft, name: '', handle: '' }
  // A payment counts for a request that is older, and the chain dates payments.
  const { data: clockError = 0 } = useQuery(clockErrorQuery)
  const parsed = parseRequestDraft(said, decimals.data ?? null, at - clockError)
  const change = (some: Partial<RequestDraft>) => {
    setTyped({ ...typed, ...some })
    setAt(Date.now())
    reset()
  }
  const changeIdentity = (some: Partial<TypedIdentity>) => {
    change(some)
    if (account) keepIdentity(storage, account.address, { ...draft, ...some }, Math.floor(Date.now() / 1_000))
  }
  return (
    <>
      <h1>Get paid</h1>
      <div className="layout-aside">
        <div>
          <Surface label="New request">
            <div className="layout-edges">
              <RequestForm
                draft={draft}
                faults={asked && !parsed.ok ? parsed.faults : {}}
                account={account}
                isSigning={creating.kind === 'signing'}
                signs={canSign ? signs : null}
                proof={proof}
                onSigns={setSigns}
                onChange={change}
                onIdentity={focusYou}
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
          <div ref={you}>
            <YouCard
              account={account}
              draft={draft}
              faults={asked && !parsed.ok ? parsed.faults : {}}
              arriving={isYou}
              onChange={changeIdentity}
              onProved={draft.amount || draft.memo ? focusYou : null}
            />
          </div>
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

/** The payer's view, while the request is being written. No prices are read before an account connects. */
function RequestPreview(props: {
  request: PaymentRequest | null
  signs: boolean
  /** The handle of the proof that goes into the link; null for none. */
  handle: Handle | null
}) {
  const { request, signs } = props
  const handle = request?.handle ?? props.handle
  const from = handle ? handleText(handle) : request?.name
  const isConnected = useAccount() !== null
  return (
    <section className={`layout-inset layout-stack ${css.preview}`} aria-labelledby="preview">
      <h2 id="preview" className="text-fine text-medium">
        What the payer sees
      </h2>
      {request ? (
        <div className={`layout-inset layout-form ${css.sheet}`}>
          <div className="layout-between">
            <Identity address={request.payee} name={from ? <bdi>{from}</bdi> : undefined} />
            <StatusBadge tone={signs ? 'sign' : 'warn'}>
              {signs ? 'You’ll sign it' : 'Not signed'}
            </StatusBadge>
          </div>
          <p className="layout-line">
            <TokenLogo symbol={isPinned(request.token) ? request.token.symbol : ''} />
            <span translate="no" className="text-amount">
              {amountText(request)}
            </span>
          </p>
          {isConnected && (
            <p className="text-small">
              <OnNetwork request={request} />
            </p>
          )}
          <RequestFacts request={request} />
          <span className={`${buttonClass({ primary: true })} ${css.pay}`} aria-hidden="true">
            {payWords(request, false)}
          </span>
        </div>
      ) : (
        <p className="text-muted">Enter an amount to see what the payer will see.</p>
      )}
    </section>
  )
}

/** A request between Create and its link. */
type Creating =
  | { readonly kind: 'idle' }
  /** The wallet or the Safe is asked to sign it. */
  | { readonly kind: 'signing'; readonly request: PaymentRequest }
  | { readonly kind: 'not-signed'; readonly request: PaymentRequest; readonly error: unknown }

/**
 * Creates a request: signed before its link is shown, so that the link never changes after it was copied. Without a
 * signature nothing is created unless the person agrees. A proof of whose address it is goes into the link.
 */
function useCreateRequest(kept: KeptItems<KeptRequest>) {
  const { items: proofs } = useKeptProofs()
  const [, navigate] = useLocation()
  const [creating, setCreating] = useState<Creating>({ kind: 'idle' })
  // A signature that comes after the person went on without it is not used.
  const turn = useRef(0)
  const finish = (request: PaymentRequest, signature: Hex | null) => {
    const signed = withProof({ request, signature, proof: null }, proofs, Date.now(), portalDomain())
    const text = encodeRequest(signed)
    turn.current++
    kept.keep([{ ...signed, claimed: [] }])
    navigate(requestPath('share', text))
  }
  const sign = async (request: PaymentRequest, account: Account) => {
    const own = ++turn.current
    setCreating({ kind: 'signing', request })
    try {
      const signature = await askedFor(request, account)
      if (own === turn.current) finish(request, signature)
    } catch (error) {
      if (own !== turn.current) return
      setCreating({ kind: 'not-signed', request, error })
    }
  }
  return {
    creating,
    /** @param signer signs it; null for a request without a signature */
    create: (request: PaymentRequest, signer: Account | null) =>
      signer ? void sign(request, signer) : finish(request, null),
    createUnsigned: (request: PaymentRequest) => finish(withoutIdentity(request), null),
    /** The person changed the request that was not signed. */
    reset() {
      if (creating.kind !== 'idle') setCreating({ kind: 'idle' })
    },
  }
}

/**
 * The signature; null while further owners of a Safe have to sign, which may take days and is followed on the page of
 * the request.
 */
async function askedFor(request: PaymentRequest, account: Account): Promise<Hex | null> {
  const text = requestMessage(request)
  try {
    const answer = await account.signMessage(text)
    return answer.kind === 'signed' ? answer.signature : null
  } catch (error) {
    // Safe{Wallet} waits for all owners and answers "rejected" when the first one, who has signed, closes its dialog.
    if (!factsOf(account).hasOwners || findPortalError(error)?.kind !== 'rejected') throw error
    const known = await account.messageSignature(text, new AbortController().signal).catch(() => null)
    if (known === null) throw error
    return known.kind === 'signed' ? known.signature : null
  }
}
