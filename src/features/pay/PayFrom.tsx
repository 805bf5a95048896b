import { useState } from 'react'
import { Link } from 'wouter'
import { usePortal } from '#account/connection.ts'
import * as AddressText from '#chain/money/Address.ts'
import { findPortalError } from '#chain/PortalError.ts'
import { readWatched } from '#domain/activity/watchedSafes.ts'
import { safePath } from '#domain/shared/paths.ts'
import { ReadError } from '#features/shared/ReadError.tsx'
import { Card } from '#ui/content/Card.tsx'
import { Field } from '#ui/Field.tsx'
import { OneLineForm } from '#ui/form/OneLineForm.tsx'
import prose from '#ui/layout/prose.module.css'
import { Notice } from '#ui/Notice.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import type { Payer } from './payers.ts'
import { signersWords } from './payers.ts'

const OWN = 'own'
const OTHER = 'other'

/** Chooses who pays: the wallet, or a Safe that the wallet can propose to. Hidden if that is not possible. */
export function PayFrom({ payer }: { payer: Payer }) {
  const { connected, safe, choose } = payer
  const { storage } = usePortal().page
  const [watched] = useState(() => readWatched(storage))
  const [other, setOther] = useState(false)
  if (!connected?.proposeFor) return null
  const safes = [...new Set([...(safe ? [safe] : []), ...watched])]
  return (
    <Card title="Pay from">
      <Field label="Account that pays">
        {(control) => (
          <select
            {...control}
            value={other ? OTHER : (safe ?? OWN)}
            onChange={({ target: { value } }) => {
              setOther(value === OTHER)
              if (value !== OTHER) choose(safes.find((one) => one === value) ?? null)
            }}
          >
            <option value={OWN}>This wallet</option>
            {safes.map((one) => (
              <option key={one} value={one}>
                Safe {one}
              </option>
            ))}
            <option value={OTHER}>Another Safe…</option>
          </select>
        )}
      </Field>
      {other ? (
        <OneLineForm
          label="Address of the Safe"
          hint="0x…, bnb:0x… or eip155:56:0x…"
          button="Pay from it"
          onText={(text) => {
            const parsed = AddressText.parse(text)
            if (!parsed.ok) return faults[parsed.fault]
            setOther(false)
            choose(parsed.address)
            return null
          }}
        />
      ) : (
        safe && <OpenedSafe payer={payer} />
      )}
    </Card>
  )
}

/** Whether the account may propose to the Safe, and in which role. */
function OpenedSafe({ payer: { opened, safe } }: { payer: Payer }) {
  if (safe === null) return null
  const refusal = findPortalError(opened.error)
  return (
    <>
      {refusal?.kind === 'refused' ? (
        <Notice tone="bad" title={refusal.message}>
          <p>
            Nothing was asked of your wallet. Choose another account, or let an owner name yours as a
            delegate.
          </p>
        </Notice>
      ) : (
        <ReadError read={opened} />
      )}
      {opened.isPending && !opened.error && (
        <Skeleton lines={1} label="Asking the Safe whether your account may propose" />
      )}
      {opened.data && (
        <p role="status">
          {signersWords(opened.data)} <Link href={safePath(safe)}>Look at the Safe</Link>
        </p>
      )}
      <p className={prose.small}>
        You sign a proposal; it is paid when enough owners have signed and one executes it.
      </p>
    </>
  )
}

const faults: Readonly<Record<AddressText.AddressFault, string>> = {
  empty: 'Enter the address of the Safe.',
  'not-an-address': 'This is not an address.',
  'wrong-checksum': 'Upper and lower case do not fit this address: a character may be wrong.',
  'other-chain': 'This address is marked for another network.',
  'zero-address': 'This is nobody’s address.',
}
