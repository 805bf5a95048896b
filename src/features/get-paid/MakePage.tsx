import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useAccount } from '#account/connection.ts'
import type { Address } from '#chain/money/Address.ts'
import * as AddressText from '#chain/money/Address.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { readChain } from '#chain/rpc/Rpc.ts'
import { erc20Abi, readContract } from '#chain/rpc/readContract.ts'
import { amountText } from '#domain/request/PaymentRequest.ts'
import {
  emptyDraft,
  OTHER_TOKEN,
  parseRequestDraft,
  type RequestDraft,
} from '#domain/request/requestDraft.ts'
import { encodeRequest } from '#domain/request/requestLink.ts'
import { requestPath, requestUrl } from '#domain/shared/paths.ts'
import { errorText } from '#features/shared/errorText.ts'
import { useKeptRequests } from '#features/shared/useKept.ts'
import { Card } from '#ui/content/Card.tsx'
import { ErrorNotice } from '#ui/ErrorNotice.tsx'
import layout from '#ui/layout/layout.module.css'
import prose from '#ui/layout/prose.module.css'
import { QrCode } from '#ui/qr/QrCode.tsx'
import { MyRequests } from './MyRequests.tsx'
import css from './Request.module.css'
import { RequestForm } from './RequestForm.tsx'

/** A token's decimals by its contract, from the chain; null until known. */
export function useTokenDecimals(contract: Address | null) {
  return useQuery({
    queryKey: ['decimals', 56, contract],
    queryFn: () =>
      readChain(() =>
        contract === null
          ? Promise.resolve(null)
          : readContract(bscRpc, { address: contract, abi: erc20Abi }, 'decimals'),
      ),
    enabled: contract !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

/** Makes a request, with a live QR code, and lists earlier ones. */
export function MakePage() {
  const account = useAccount()
  const kept = useKeptRequests()
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState<RequestDraft | null>(null)
  // The request is dated when its last letter is typed, so that the code does not change in front of a
  // camera.
  const [at, setAt] = useState(() => Date.now())
  const [asked, setAsked] = useState(false)
  const draft = typed ?? { ...emptyDraft, payee: account?.address ?? '' }
  const contract = draft.token === OTHER_TOKEN ? AddressText.parse(draft.contract) : null
  const decimals = useTokenDecimals(contract?.ok ? contract.address : null)
  const parsed = parseRequestDraft(draft, decimals.data ?? null, at)
  const text = parsed.ok ? encodeRequest({ request: parsed.request, signature: null, proof: null }) : null
  const make = () => {
    setAsked(true)
    if (!parsed.ok || text === null) return
    kept.keep([{ request: parsed.request, signature: null, proof: null, claimed: [] }])
    navigate(requestPath('share', text))
  }
  return (
    <>
      <h1>Get paid</h1>
      <div className={layout.page}>
        <div className={layout.columns}>
          <Card title="New request">
            <RequestForm
              draft={draft}
              faults={asked && !parsed.ok ? parsed.faults : {}}
              account={account}
              onChange={(next) => {
                setTyped(next)
                setAt(Date.now())
              }}
              onMake={make}
            />
            {decimals.error && <ErrorNotice {...errorText(decimals.error)} />}
          </Card>
          <Card title="Preview">
            {parsed.ok && text !== null ? (
              <div className={layout.stack}>
                <p className={prose.amount}>{amountText(parsed.request)}</p>
                <div className={css.code}>
                  <QrCode text={requestUrl(text)} label="QR code of the request" />
                </div>
                <p className={prose.mono}>{parsed.request.payee}</p>
              </div>
            ) : (
              <p className={prose.muted}>Enter an amount to see what the payer will see.</p>
            )}
          </Card>
        </div>
        <MyRequests kept={kept} />
      </div>
    </>
  )
}
