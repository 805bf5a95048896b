import { useMemo, useState } from 'react'
import { useRoute } from 'wouter'
import { askForNames } from '#components/payee/askForNames.ts'
import { type PeopleBook, usePeople } from '#components/payee/usePeople.ts'
import { useBrowserStorage } from '#components/stored/useBrowserStorage.ts'
import { decodeBytes, type FileFault } from '#domain/draft/import/decodeBytes.ts'
import { fileFaultText } from '#domain/draft/import/rowFaultText.ts'
import { type PayeesHere, payeesHere } from '#domain/payout/payeesHere.ts'
import type { Person } from '#domain/people/Person.ts'
import { type PeopleFile, readPeopleFile } from '#domain/people/peopleFile.ts'
import { peoplePath } from '#domain/shared/paths.ts'

/** The form or file that is open above the list. */
type OpenPart =
  | {
      readonly kind: 'form'
      readonly person: Person | null
      readonly address?: string
      readonly proof?: string
    }
  | { readonly kind: 'file'; readonly file: PeopleFile }

/** The people of this browser, and what is open above their list. */
export type PeoplePageState = PeopleBook & {
  /** The payees of the payouts in this browser. */
  readonly here: PayeesHere
  readonly open: OpenPart | null
  /** The last change, in words. */
  readonly said: string | null
  readonly show: (next: OpenPart) => void
  /** Closes what is open, and says what was done. */
  readonly close: (words: string | null) => void
  /** Opens a file of people. */
  readonly read: (chosen: File) => Promise<void>
  /** Opens the names of a Safe host. */
  readonly takeFromHost: (ask: () => Promise<unknown>) => Promise<void>
}

/** The state of the page of People. A link may open its form. */
export function usePeoplePage(): PeoplePageState {
  const book = usePeople()
  const { people } = book
  const storage = useBrowserStorage()
  const here = useMemo(() => payeesHere(storage), [storage])
  // The address in a link is read only once: its form may be cancelled, and the link is not trusted.
  const [, params] = useRoute<{ address: string; proof?: string }>(`${peoplePath}/:address/:proof?`)
  const [open, setOpen] = useState<OpenPart | null>(() => {
    if (!params) return null
    const { address, proof = '' } = params
    const person = people.find((one) => one.address === address) ?? null
    return person === null || (proof !== '' && person.proof !== proof)
      ? { kind: 'form', person, address, proof }
      : null
  })
  const [said, setSaid] = useState<string | null>(null)
  const show = (next: OpenPart) => {
    setOpen(next)
    setSaid(null)
  }
  const close = (words: string | null) => {
    setOpen(null)
    setSaid(words)
  }
  const read = async (chosen: File) => {
    const decoded = decodeBytes(new Uint8Array(await chosen.arrayBuffer()))
    if (!decoded.ok) return close(`${bytesFaultText(decoded.fault)} Nothing was changed.`)
    const file = readPeopleFile(decoded.text, Date.now())
    if (file) show({ kind: 'file', file })
    else
      close(
        'That’s no address book and no backup: we found no column of addresses beside one of names. Nothing was changed.',
      )
  }
  const takeFromHost = async (ask: () => Promise<unknown>) => {
    setSaid('Waiting for your answer in Safe{Wallet}…')
    const found = await askForNames(ask)
    if ('file' in found) show({ kind: 'file', file: found.file })
    else close(`${found.fault} Nothing was changed.`)
  }
  return { ...book, here, open, said, show, close, read, takeFromHost }
}

function bytesFaultText(fault: FileFault): string {
  return fault === 'workbook' || fault === 'old-spreadsheet'
    ? 'That’s a spreadsheet. Save it as CSV UTF-8, and choose that file.'
    : fileFaultText[fault]
}
