import { useMemo, useState } from 'react'
import type { Hash } from 'viem'
import type { KeptRequest } from '#domain/request/keptRequests.ts'
import type { PaymentRequest } from '#domain/request/PaymentRequest.ts'
import { requestKey } from '#domain/request/requestLink.ts'
import { attributePayments, requestStatus } from '#domain/request/requestStatus.ts'
import { useNow } from '#ui/useNow.ts'
import { usePayer } from './usePayer.ts'
import { useRequestSight } from './useRequestSight.ts'

/** Payments this much older (ms) are offered as possibly meant. */
const SHORTLY_BEFORE = 3_600_000

/**
 * Where one request stands, and what a person has said of it on this page.
 * @param kept all requests of this browser: a payment that another one has is not counted for this one
 */
export function useRequestState(request: PaymentRequest, kept: readonly KeptRequest[]) {
  const now = useNow()
  const payer = usePayer(request)
  const key = requestKey(request)
  const [claimedHere, setClaimed] = useState<readonly string[]>([])
  const [named, setNamed] = useState<readonly Hash[]>([])
  const rivals = useMemo(() => kept.filter((one) => isRival(one.request, request)), [kept, request])
  const known = rivals.find((one) => requestKey(one.request) === key)
  const claimed = useMemo(() => [...(known?.claimed ?? []), ...claimedHere], [known, claimedHere])
  const hashes = [...new Set([...claimed.flatMap(hashOf), ...named])]
  const sight = useRequestSight(request, [request], hashes, payer)
  const { of, others } = attributePayments(
    [...rivals.filter((one) => one !== known), { request, claimed }],
    sight.payments,
  )
  const own = of.get(key) ?? []
  return {
    payer,
    sight,
    own,
    // A wrong clock is told by who looks; what came long before the request was made is nothing to choose from.
    others: others.filter(({ at }) => at === null || at >= request.madeAt * 1_000 - SHORTLY_BEFORE),
    named,
    claimed,
    status: requestStatus(request, own, sight.queued, now),
    name: (hash: Hash) => setNamed((before) => [...new Set([...before, hash])]),
    claim: (id: string) => setClaimed((before) => [...new Set([...before, id])]),
  }
}

/** Requests of one payee in one token: a payment of it may belong to any of them. */
export function isRival(a: PaymentRequest, b: PaymentRequest): boolean {
  return a.payee === b.payee && a.token.address === b.token.address
}

function hashOf(id: string): readonly Hash[] {
  const hash = id.split(':')[0] ?? ''
  return /^0x[0-9a-f]{64}$/.test(hash) ? [hash as Hash] : []
}
