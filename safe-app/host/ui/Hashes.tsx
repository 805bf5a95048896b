import type { SafeTxHashes } from '#safe/tx/SafeTx.ts'

/** The three hashes that a signing device shows, for comparison. */
export function Hashes({ hashes }: { hashes: SafeTxHashes }) {
  return (
    <dl className="hashes">
      <dt>Domain hash</dt>
      <dd>
        <code>{hashes.domainHash}</code>
      </dd>
      <dt>Message hash</dt>
      <dd>
        <code>{hashes.messageHash}</code>
      </dd>
      <dt>safeTxHash</dt>
      <dd>
        <code>{hashes.safeTxHash}</code>
      </dd>
    </dl>
  )
}
