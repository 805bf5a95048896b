import { errorText } from '#components/error/errorText.ts'
import { type PeopleFile, readAddressBook } from '#domain/people/peopleFile.ts'

/** The names that a Safe host gave, or why there are none, in a sentence. */
type HostNames = { readonly file: PeopleFile } | { readonly fault: string }

/** Asks a Safe host for its address book. The host asks its person first. */
export async function askForNames(ask: () => Promise<unknown>): Promise<HostNames> {
  try {
    const file = readAddressBook(await ask(), Date.now())
    if (!file) return { fault: 'Safe{Wallet} answered with something that is no address book.' }
    // After a refusal, hosts answer with an empty list and ask no more.
    return file.people.length + file.left.length === 0
      ? {
          fault: 'Safe{Wallet} gave no names. If you refused before, allow it there in Settings, Safe Apps.',
        }
      : { file }
  } catch (error) {
    return { fault: errorText(error).what }
  }
}
