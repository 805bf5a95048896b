import type { Address } from '#chain/money/Address.ts'
import { SavePerson } from '#components/payee/SavePerson.tsx'
import { usePeople } from '#components/payee/usePeople.ts'
import { handleText } from '#domain/proof/Handle.ts'
import { encodeProof } from '#domain/proof/proofLink.ts'
import type { RequestIdentity } from '#domain/request/requestIdentity.ts'
import type { TextSignature } from '#safe/signature/textSignature.ts'
import { Icon } from '#ui/icons/Icon.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import { PayeePanel } from './PayeePanel.tsx'

/**
 * The payee by the handle that its address signed; else by the name that this browser's person gave it, or the one
 * that it signed itself.
 */
export function PayeeIdentity(props: {
  address: Address
  isSigned: boolean
  signature: TextSignature | null
  identity: RequestIdentity
}) {
  const { address, isSigned, signature, identity } = props
  const { handle, name, proof } = identity
  const yourName = usePeople().nameOf(address)
  const isProven = proof?.kind === 'of-payee' && proof.verdict === 'valid'
  return (
    <PayeePanel
      address={address}
      name={
        handle ? (
          <>
            <bdi>{handleText(handle)}</bdi> <Icon name="badge-check" label="Signed" />
          </>
        ) : (
          <bdi>{yourName ?? (name === null ? 'Unknown' : `“${name}”`)}</bdi>
        )
      }
      sub={
        handle ? (
          <>
            {isProven ? 'Signed proof.' : 'Signed in this request.'}
            {name !== null && (
              <>
                {' '}
                Calls itself “<bdi>{name}</bdi>”.
              </>
            )}
            {yourName !== null && (
              <>
                {' '}
                Your name for this address: <bdi>{yourName}</bdi>
              </>
            )}
          </>
        ) : yourName !== null ? (
          'Your name for this address'
        ) : name !== null ? (
          'It calls itself that. Nothing shows whose address it is.'
        ) : (
          unnamedText(proof)
        )
      }
      badge={<SignatureBadge isSigned={isSigned} signature={signature} />}
    >
      <SavePerson
        address={address}
        {...(isProven && proof.kind === 'of-payee' && { proof: encodeProof(proof.signed) })}
      />
    </PayeePanel>
  )
}

/** Why nobody is named. */
function unnamedText(proof: RequestIdentity['proof']): string {
  if (proof === null) return 'Nothing shows whose address this is.'
  if (proof.kind === 'not-of-payee') return 'Its proof is for another address.'
  return proof.verdict === null ? 'Checking the proof' : 'Its proof isn’t valid.'
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
