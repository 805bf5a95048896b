import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import { usePortal } from '#account/connection.ts'
import type { Address } from '#chain/money/Address.ts'
import * as AddressText from '#chain/money/Address.ts'
import { parseWrittenAddress, type WrittenAddressFault } from '#chain/money/writtenAddress.ts'
import { findPortalError } from '#chain/PortalError.ts'
import { ReadError } from '#components/error/ReadError.tsx'
import { useStored } from '#components/stored/useKept.ts'
import { readWatched } from '#domain/activity/watchedSafes.ts'
import { payeeTextFaultText } from '#domain/payee/readPayee.ts'
import { ownersMustSign } from '#domain/shared/format.ts'
import { safePath } from '#domain/shared/paths.ts'
import { payerQuery } from '#queries/account.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'
import { accountKey } from '#storage/keys.ts'
import { writeStored } from '#storage/persisted.ts'
import { Field } from '#ui/form/Fields.tsx'
import { OneLineForm } from '#ui/form/Form.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

const OWN = 'own'
const OTHER = 'other'

/** Chooses the payer: the wallet, or a Safe that the wallet can propose to. Hidden if that is not possible. */
export function PayFrom({ payer }: { payer: Payer }) {
  const { connected, safe, choose } = payer
  const { storage } = usePortal().page
  const [watched] = useState(() => readWatched(storage))
  const [other, setOther] = useState(false)
  if (!connected?.proposeFor) return null
  const safes = [...new Set([...(safe ? [safe] : []), ...watched])]
  return (
    <>
      <Field label="Wallet or Safe">
        {(control) => (
          <select
            {...control}
            value={other ? OTHER : (safe ?? OWN)}
            onChange={({ target: { value } }) => {
              setOther(value === OTHER)
              if (value !== OTHER) choose(safes.find((one) => one === value) ?? null)
            }}
          >
            <option value={OWN}>This wallet · {AddressText.shorten(connected.address)}</option>
            {safes.map((one) => (
              <option key={one} value={one}>
                Safe {one}
              </option>
            ))}
            <option value={OTHER}>Pay from a Safe…</option>
          </select>
        )}
      </Field>
      {other ? (
        <OneLineForm
          label="Safe address"
          hint="Starts with 0x. BNB Smart Chain."
          button="Use this Safe"
          onText={(text) => {
            const parsed = parseWrittenAddress(text)
            if (!parsed.ok) return safeFaultText(parsed.fault)
            setOther(false)
            choose(parsed.address)
            return null
          }}
        />
      ) : (
        safe && <OpenedSafe payer={payer} />
      )}
    </>
  )
}

/** Says whether the account may propose to the Safe, and in which role. */
function OpenedSafe({ payer: { opened, safe } }: { payer: Payer }) {
  if (safe === null) return null
  const refusal = findPortalError(opened.error)
  return (
    <>
      {refusal?.kind === 'refused' ? (
        <Notice tone="bad" title={refusal.message}>
          <p>
            Your money isn’t affected. Choose another Safe or wallet, or ask an owner to add yours as a
            delegate.
          </p>
        </Notice>
      ) : (
        <ReadError read={opened} />
      )}
      {opened.isPending && !opened.error && (
        <Skeleton lines={1} label="Checking whether you can propose to this Safe" />
      )}
      {opened.data && (
        <p role="status">
          {signersWords(opened.data)} <Link href={safePath(safe)}>View Safe</Link>
        </p>
      )}
      <p className="text-small">
        You sign a proposal. It’s paid once enough owners sign and one executes it.
      </p>
    </>
  )
}

/** The owners who must sign for a Safe, and the role of the proposer. */
export function signersWords({ safe, proposer }: Account): string {
  if (safe === null) return ''
  const signs = `${ownersMustSign(safe.threshold, safe.owners.length)}.`
  if (!proposer) return signs
  return proposer.role === 'owner'
    ? `${signs} You’re an owner: your proposal counts as signature 1 of ${safe.threshold}.`
    : `${signs} You’re a delegate: you can propose, but not sign.`
}

function safeFaultText(fault: WrittenAddressFault): string {
  if (fault.kind === 'empty') return 'Enter the Safe’s address.'
  return fault.kind === 'zero-address' ? 'The zero address isn’t a Safe.' : payeeTextFaultText(fault)
}

/** The Safe chosen last; null for the wallet's own account. Storage is untrusted. */
export function readPayer(storage: KeyValueStore, wallet: Address): Address | null {
  const parsed = AddressText.parse(storage.getItem(accountKey('payer', wallet)) ?? '')
  return parsed.ok ? parsed.address : null
}

export function keepPayer(storage: KeyValueStore, wallet: Address, safe: Address | null): void {
  writeStored(storage, accountKey('payer', wallet), safe)
}

/** The paying account: the connected one, or a Safe that it may propose to. */
export type Payer = ReturnType<typeof usePayer>

/** @param connected null while nothing is connected */
export function usePayer(connected: Account | null) {
  const { storage } = usePortal().page
  const open = connected?.proposeFor
  const safe = useStored(() => (connected && open ? readPayer(storage, connected.address) : null))
  const opened = useQuery(payerQuery(connected, safe, open))
  return {
    connected,
    /** The Safe that was chosen; null for the connected account itself. */
    safe,
    /** Opens the chosen Safe as the payer. */
    opened,
    /** Null until the Safe is known to be usable as the payer. */
    account: safe === null ? connected : (opened.data ?? null),
    choose(chosen: Address | null) {
      if (connected) keepPayer(storage, connected.address, chosen)
    },
  }
}
