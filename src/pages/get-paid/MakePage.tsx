import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Hex } from 'viem'
import { Link, useLocation } from 'wouter'
import type { Account } from '#account/Account.ts'
import { factsOf } from '#account/facts.ts'
import * as AddressText from '#chain/money/Address.ts'
import { findPortalError } from '#chain/PortalError.ts'
import { useAccount } from '#components/account/useAccount.ts'
import { BackupFile } from '#components/backup/BackupFile.tsx'
import { errorText } from '#components/error/errorText.ts'
import { useProofVerdict } from '#components/proof/useProofVerdict.ts'
import { payWords } from '#components/request/PayActions.tsx'
import { OnNetwork } from '#components/request/Payments.tsx'
import { RequestFacts } from '#components/request/RequestFacts.tsx'
import { type KeptItems, useKeptProofs, useKeptRequests } from '#components/stored/useKept.ts'
import { claimText, type Handle, handleText } from '#domain/proof/Handle.ts'
import { dayText, verdictNames } from '#domain/proof/judgeProof.ts'
import { type KeptProof, keptProofs } from '#domain/proof/keptProofs.ts'
import { encodeProof, proofKey } from '#domain/proof/proofLink.ts'
import type { KeptRequest } from '#domain/request/keptRequests.ts'
import { amountText, isPinned, type PaymentRequest, withoutIdentity } from '#domain/request/PaymentRequest.ts'
import {
  emptyRequestDraft,
  lastIdentity,
  OTHER_TOKEN,
  parseRequestDraft,
  type RequestDraft,
} from '#domain/request/requestDraft.ts'
import { usableProofs, withProof } from '#domain/request/requestIdentity.ts'
import { encodeRequest } from '#domain/request/requestLink.ts'
import { requestMessage } from '#domain/request/requestMessage.ts'
import { count, plural } from '#domain/shared/format.ts'
import { proofPath, requestPath, verifyPaths } from '#domain/shared/paths.ts'
import type { Tone } from '#domain/shared/StatusText.ts'
import { decimalsQuery } from '#queries/account.ts'
import { Actions, Button, buttonClass } from '#ui/Button.tsx'
import { Card, CardPart, Inset, Surface } from '#ui/content/Card.tsx'
import { Identity, ShortAddress } from '#ui/content/Identity.tsx'
import { Disc, Rows, Row as RowView } from '#ui/content/Rows.tsx'
import { ErrorNotice } from '#ui/ErrorNotice.tsx'
import { TokenLogo } from '#ui/icons/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Popover } from '#ui/page/Disclosure.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import { useNow } from '#ui/useNow.ts'
import css from './MakePage.module.css'
import requestsCss from './MyRequests.module.css'
import { MyRequests } from './MyRequests.tsx'
import { RequestForm } from './RequestForm.tsx'

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
    <section className={css.preview} aria-labelledby="preview">
      <h2 id="preview">What the payer sees</h2>
      {request ? (
        <div className={css.sheet}>
          <div className={`layout-between ${css.head}`}>
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

/** Making a request, and how far that is. */
type RequestCreation = {
  readonly creating: Creating
  /** @param signer signs it; null for a request without a signature */
  readonly create: (request: PaymentRequest, signer: Account | null) => void
  readonly createUnsigned: (request: PaymentRequest) => void
  /** The person changed the request that was not signed. */
  readonly reset: () => void
}

/**
 * Creates a request: signed before its link is shown, so that the link never changes after it was copied. Without a
 * signature nothing is created unless the person agrees. A proof of whose address it is goes into the link.
 */
function useCreateRequest(kept: KeptItems<KeptRequest>): RequestCreation {
  const { items: proofs } = useKeptProofs()
  const [, navigate] = useLocation()
  const [creating, setCreating] = useState<Creating>({ kind: 'idle' })
  // A signature that comes after the person went on without it is not used.
  const turn = useRef(0)
  const finish = (request: PaymentRequest, signature: Hex | null) => {
    const signed = withProof({ request, signature, proof: null }, proofs, Date.now())
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
    create: (request: PaymentRequest, signer: Account | null) =>
      signer ? void sign(request, signer) : finish(request, null),
    createUnsigned: (request: PaymentRequest) => finish(withoutIdentity(request), null),
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

/**
 * How many are checked while the list is on the screen: each proof of a Safe costs requests to nodes and the
 * service.
 */
const CHECKED = 10
/** Days before its end from which a proof is worth renewing. */
const ENDING = 14
const DAY = 86_400
// A signed proof is not green: others still have to look for its code.

const naming = {
  kind: 'proofs',
  title: 'Your proofs',
  many: 'proofs',
  fileName: 'proofs-of-account.json',
} as const

/** Whose address it is: the proofs made in this browser, each with its current verdict, and how to make or check one. */
export function YouCard() {
  const kept = useKeptProofs()
  const { items, unreadable } = kept
  return (
    <Card
      title="You"
      flush
      action={
        <Popover icon="ellipsis" label="Backup of your proofs">
          <div className={requestsCss.backup}>
            <BackupFile list={keptProofs} kept={kept} naming={naming} />
          </div>
        </Popover>
      }
    >
      {items.length === 0 && (
        <Inset>
          <p className="text-fine">Prove your handle, so that payers know the address is yours.</p>
        </Inset>
      )}
      <Rows label={naming.title}>
        {items.map((one, index) => {
          const forget = () => kept.forget(one)
          return (
            <li key={proofKey(one.proof)}>
              {index < CHECKED ? (
                <CheckedRow one={one} onForget={forget} />
              ) : (
                <ProofRow one={one} tone="none" status="Open for status" onForget={forget} />
              )}
            </li>
          )
        })}
      </Rows>
      {items.length >= keptProofs.max && (
        <Inset>
          <p role="status">This list is full. Remove a proof before you make another one.</p>
        </Inset>
      )}
      {unreadable > 0 && (
        <Inset>
          <p role="alert">
            {count(unreadable, 'saved proof')} couldn’t be read and {plural(unreadable, 'isn’t', 'aren’t')}{' '}
            shown.
          </p>
        </Inset>
      )}
      <CardPart>
        <Actions>
          <Link className={buttonClass({ size: 'small' })} href={verifyPaths.prove}>
            Prove {items.length > 0 ? 'another handle' : 'your handle'}
          </Link>
          <Link className={buttonClass({ size: 'small', ghost: true })} href={verifyPaths.check}>
            Check a proof
          </Link>
        </Actions>
      </CardPart>
    </Card>
  )
}

function CheckedRow({ one, onForget }: { one: KeptProof; onForget: () => void }) {
  const { verdict, words } = useProofVerdict(one)
  return (
    <ProofRow
      one={one}
      tone={verdict === 'valid' ? 'sign' : (words?.tone ?? 'none')}
      status={verdict ? verdictNames[verdict] : 'Checking'}
      onForget={onForget}
    />
  )
}

function ProofRow(props: { one: KeptProof; tone: Tone; status: string; onForget: () => void }) {
  const { one, tone, status, onForget } = props
  const { address, handle, expiresAt } = one.proof
  const days = Math.floor((expiresAt - useNow() / 1_000) / DAY)
  const isEnding = tone === 'sign' && days <= ENDING
  return (
    <RowView
      mark={<Disc icon="badge-check" tone={isEnding ? 'warn' : tone} />}
      title={<Link href={proofPath('own', encodeProof(one))}>{claimText(handle)}</Link>}
      sub={
        <>
          <span>{status}</span>
          <span>{isEnding ? `ends in ${count(days, 'day')}` : `until ${dayText(expiresAt)}`}</span>
          <ShortAddress address={address} />
        </>
      }
      end={
        <Button
          ghost
          size="small"
          onClick={onForget}
          aria-label={`Remove from list: proof of ${claimText(handle)}`}
        >
          Remove
        </Button>
      }
    />
  )
}
