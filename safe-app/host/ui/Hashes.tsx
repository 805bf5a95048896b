import type { SafeTxHashes } from '#safe/tx/SafeTx.ts'

/** As wide as a hash, so that nothing moves under the finger when the hashes come. */
const UNKNOWN = '·'.repeat(66)

/** The three hashes that a signing device shows, for comparison; null while they are not known yet. */
export function Hashes({ hashes }: { hashes: SafeTxHashes | null }) {
  return (
    <dl className="hashes">
      <dt>Domain hash</dt>
      <dd>
        <code>{hashes?.domainHash ?? UNKNOWN}</code>
      </dd>
      <dt>Message hash</dt>
      <dd>
        <code>{hashes?.messageHash ?? UNKNOWN}</code>
      </dd>
      <dt>safeTxHash</dt>
      <dd>
        <code>{hashes?.safeTxHash ?? UNKNOWN}</code>
      </dd>
    </dl>
  )
}
