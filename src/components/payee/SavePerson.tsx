import { Link } from 'wouter'
import type { Address } from '#chain/money/Address.ts'
import { nameToPath } from '#domain/shared/paths.ts'
import { buttonClass } from '#ui/Button.tsx'
import { usePeople } from './usePeople.ts'

/**
 * A link to name an address that has no name, or to keep a proof with a known person.
 * @param proof the text of a proof of account that is valid; empty for none
 */
export function SavePerson({ address, proof = '' }: { address: Address; proof?: string }) {
  const person = usePeople().people.find((one) => one.address === address)
  if (person && (proof === '' || person.proof === proof)) return null
  return (
    <p>
      <Link className={buttonClass({ size: 'small' })} href={nameToPath(address, proof)}>
        {person ? 'Keep this proof in People' : 'Save to People'}
      </Link>
    </p>
  )
}
