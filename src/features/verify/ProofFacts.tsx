import { hashMessage } from 'viem'
import { explorerAddress } from '#chain/explorer.ts'
import { handleText } from '#domain/proof/Handle.ts'
import { domainOf, type SignedProof } from '#domain/proof/Proof.ts'
import { proofMessage } from '#domain/proof/proofMessage.ts'
import { when } from '#domain/shared/when.ts'
import { WholeAddress } from '#ui/AddressText.tsx'
import { TextToCopy } from '#ui/file/TextToCopy.tsx'
import { Facts } from '#ui/layout/Facts.tsx'
import prose from '#ui/layout/prose.module.css'

/** The fields of a proof, and the exact text that is signed. */
export function ProofFacts({ signed }: { signed: SignedProof }) {
  const { proof } = signed
  const text = proofMessage(proof)
  return (
    <>
      <Facts>
        <div>
          <dt>Account on BNB Smart Chain</dt>
          <dd>
            <WholeAddress address={proof.address} explorer={explorerAddress(proof.address)} />
          </dd>
        </div>
        <div>
          <dt>Belongs to</dt>
          <dd>
            <strong>{handleText(proof.handle)}</strong>
          </dd>
        </div>
        <div>
          <dt>Made</dt>
          <dd>
            <time>{when(proof.issuedAt * 1_000)}</time> on {domainOf(proof)}
          </dd>
        </div>
        <div>
          <dt>Good until</dt>
          <dd>
            <time>{when(proof.expiresAt * 1_000)}</time>
          </dd>
        </div>
      </Facts>
      <details>
        <summary>The text that is signed (EIP-4361)</summary>
        <TextToCopy label="The text that is signed" text={text} rows={16} />
        <p className={prose.small}>
          Its hash, as a Safe shows it that signs on the chain:{' '}
          <span className={prose.mono}>{hashMessage(text)}</span>
        </p>
      </details>
    </>
  )
}
