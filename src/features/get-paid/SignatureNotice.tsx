import { useQuery } from '@tanstack/react-query'
import { signatureQuery } from '#domain/request/attachedProof.ts'
import type { SignedRequest } from '#domain/request/PaymentRequest.ts'
import { useEarlyChecks } from '#features/shared/earlyChecks.ts'
import { Notice } from '#ui/Notice.tsx'
import css from './Request.module.css'
import { UnsignedNotice } from './UnsignedNotice.tsx'

/** Who vouches for a request. A signature is no badge of trust: it only says which account has made the request. */
export function SignatureNotice({ signed }: { signed: SignedRequest }) {
  const isOn = useEarlyChecks()
  const { data, isPending } = useQuery(signatureQuery(signed, isOn))
  if (signed.signature === null) return <UnsignedNotice />
  if (isPending || !data) return <p className={css.muted}>Checking the signature…</p>
  switch (data.kind) {
    case 'valid':
      return (
        <Notice tone="good" title="Signed by the account that will be paid.">
          <p>
            {data.block === null ? '' : `Its contract said so at block ${data.block}. `}All that stands here
            is what it signed. Whom the account belongs to, the signature does not say.
          </p>
        </Notice>
      )
    case 'wrong':
      return (
        <Notice tone="bad" title="The signature is wrong: do not pay this.">
          <p>It says that the account to be paid has signed this request, and that is not so. {data.words}</p>
        </Notice>
      )
    case 'unknown':
      return (
        <Notice tone="warn" title="The signature could not be checked.">
          <p>
            {isOn ? data.words : 'The contract is not asked, as chosen in Diagnostics.'} Nothing is known of
            it either way.{isOn && ' It is tried again.'}
          </p>
        </Notice>
      )
  }
}
