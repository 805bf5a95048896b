import type { ReactNode } from 'react'
import type { Address } from '#chain/money/Address.ts'
import { SavePerson } from '#components/payee/SavePerson.tsx'
import { usePeople } from '#components/payee/usePeople.ts'
import { useProofVerdict } from '#components/proof/useProofVerdict.ts'
import { handleText } from '#domain/proof/Handle.ts'
import type { SignedProof } from '#domain/proof/Proof.ts'
import { encodeProof } from '#domain/proof/proofLink.ts'
import { attachedProof } from '#domain/request/attachedProof.ts'
import type { SignedRequest } from '#domain/request/PaymentRequest.ts'
import type { TextSignature } from '#safe/signature/textSignature.ts'
import { Icon } from '#ui/icons/Icon.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import { PayeePanel } from './PayeePanel.tsx'

/** The payee by the handle of a proof that holds; without one, no name is shown. */
export function PayeeIdentity({
  signed,
  signature,
}: {
  signed: SignedRequest
  signature: TextSignature | null
}) {
  const attached = attachedProof(signed.request.payee, signed.proof)
  const badge = <SignatureBadge isSigned={signed.signature !== null} signature={signature} />
  const address = signed.request.payee
  if (attached?.kind === 'of-payee') {
    return <ProvenPayee address={address} proof={attached.signed} badge={badge} />
  }
  const sub = attached ? 'Its proof is for another address.' : 'Nothing shows whose address this is.'
  return <NamedPayee address={address} sub={sub} badge={badge} />
}

/** A payee without a proof that holds: under the name that this browser's person gave it, if there is one. */
function NamedPayee({ address, sub, badge }: { address: Address; sub: string; badge: ReactNode }) {
  const name = usePeople().nameOf(address)
  return (
    <PayeePanel
      address={address}
      name={name === null ? 'Unknown' : <bdi>{name}</bdi>}
      sub={name === null ? sub : 'Your name for this address'}
      badge={badge}
    >
      <SavePerson address={address} />
    </PayeePanel>
  )
}

function ProvenPayee(props: { address: Address; proof: SignedProof; badge: ReactNode }) {
  const { address, proof, badge } = props
  const { verdict } = useProofVerdict(proof)
  const yourName = usePeople().nameOf(address)
  if (verdict !== 'valid') {
    const sub = verdict === null ? 'Checking the proof' : 'Its proof isn’t valid.'
    return <NamedPayee address={address} sub={sub} badge={badge} />
  }
  const name = (
    <>
      <bdi>{handleText(proof.proof.handle)}</bdi> <Icon name="badge-check" label="Signed proof" />
    </>
  )
  const sub = yourName === null ? 'Signed proof' : `Signed proof. Your name for this address: ${yourName}`
  return (
    <PayeePanel address={address} name={name} sub={sub} badge={badge}>
      <SavePerson address={address} proof={encodeProof(proof)} />
    </PayeePanel>
  )
}

function SignatureBadge(props: { isSigned: boolean; signature: TextSignature | null }) {
  if (!props.isSigned) return <StatusBadge tone="warn">Not signed</StatusBadge>
  switch (props.signature?.kind) {
    case 'valid':
      return <StatusBadge tone="sign">Signed</StatusBadge>
    case 'wrong':
      return <StatusBadge tone="bad">Fake signature</StatusBadge>
    case 'unknown':
      return <StatusBadge tone="warn">Not checked</StatusBadge>
    default:
      return <StatusBadge tone="wait">Checking</StatusBadge>
  }
}
