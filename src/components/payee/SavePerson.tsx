import { Link } from 'wouter'
import type { Address } from '#chain/money/Address.ts'
import { nameToPath } from '#domain/shared/paths.ts'
import { buttonClass } from '#ui/Button.tsx'
import { usePeople } from './usePeople.ts'

/**
 * The way to a name for an address that has none, or to keep a proof with someone who is known.
 * @param proof the text of a proof of account that holds; empty for none
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
