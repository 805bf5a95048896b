import { HandleField } from '#components/proof/HandleField.tsx'
import { handleText } from '#domain/proof/Handle.ts'
import type { SignedProof } from '#domain/proof/Proof.ts'
import type { RequestDraft, RequestFaults } from '#domain/request/requestDraft.ts'
import { TextField } from '#ui/form/TextField.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'

/**
 * The payee's name and handle, which the signature of the request covers. A proof that was made before shows the
 * handle by itself.
 */
export function IdentityFields(props: {
  draft: RequestDraft
  faults: RequestFaults
  /** The proof that goes into the link; null for none. */
  proof: SignedProof | null
  onChange: (some: Partial<RequestDraft>) => void
}) {
  const { draft, faults, proof, onChange: set } = props
  const handle = proof ? handleText(proof.proof.handle) : ''
  return (
    <>
      {proof && (
        <p className="text-small">
          Your proof of <bdi>{handle}</bdi> goes into the link.
        </p>
      )}
      <Disclosure
        summary={proof ? 'Add your name' : 'Add your name and @handle'}
        isOpen={Boolean(draft.name || draft.handle || faults.name || faults.handle)}
      >
        <TextField
          label="Your name (optional)"
          hint="Part of the text you sign. Anyone with the link can read it."
          fault={faults.name}
          value={draft.name}
          autoComplete="name"
          spellCheck={false}
          onText={(name) => set({ name })}
        />
        {!proof && (
          <HandleField
            platform={draft.platform}
            name={draft.handle}
            fault={faults.handle ?? null}
            onPlatform={(platform) => set({ platform })}
            onName={(text) => set({ handle: text })}
          />
        )}
      </Disclosure>
    </>
  )
}
