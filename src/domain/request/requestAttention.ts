import { requestPath } from '#domain/shared/paths.ts'
import type { Attention } from '#domain/shared/StatusText.ts'
import type { KeptRequest } from './keptRequests.ts'
import { amountText } from './PaymentRequest.ts'
import { encodeRequest, requestKey } from './requestLink.ts'
import type { RequestStatus } from './requestStatus.ts'
import { requestStatusWords } from './statusWords.ts'

/** The attention that one's own request needs in its status; null if there is nothing to do or to know. */
export function requestAttention(one: KeptRequest, status: RequestStatus): Attention | null {
  const { request } = one
  const { kind } = status
  const isShort = kind === 'partly' && status.isFinal
  if (kind !== 'expired' && kind !== 'paid' && kind !== 'over' && kind !== 'unpriced' && !isShort) return null
  const { title, text } = requestStatusWords(request, status, false)
  const purpose = [request.memo, request.reference].filter(Boolean).join(' · ')
  const amount = amountText(request)
  const isUsd = request.asked.kind === 'usd'
  return {
    id: `request:${requestKey(request)}:${kind}`,
    tone: kind === 'paid' ? 'good' : 'warn',
    title:
      kind === 'expired'
        ? `${amount} ${isUsd ? 'has expired' : 'is overdue'}`
        : kind === 'paid'
          ? `${amount} was paid`
          : title,
    text: purpose ? `${purpose}. ${text}` : text,
    path: requestPath('share', encodeRequest(one)),
    action: kind === 'expired' && !isUsd ? 'Remind' : 'View',
  }
}
