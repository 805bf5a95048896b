import { useMemo, useState } from 'react'
import { Link, useRoute } from 'wouter'
import type { Account } from '#account/Account.ts'
import type { Address } from '#chain/money/Address.ts'
import { useAccount } from '#components/account/useAccount.ts'
import { errorText } from '#components/error/errorText.ts'
import { usePastPayees } from '#components/payee/usePastPayees.ts'
import { usePeople } from '#components/payee/usePeople.ts'
import { useBrowserStorage } from '#components/stored/useBrowserStorage.ts'
import { payeesHere } from '#domain/payout/payeesHere.ts'
import { keptPeople, type Person, searchPeople } from '#domain/people/Person.ts'
import { formatSafeCsv, type PeopleFile, readAddressBook, readPeopleFile } from '#domain/people/peopleFile.ts'
import { compareNames, count } from '#domain/shared/format.ts'
import { payToPath, peoplePath } from '#domain/shared/paths.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Surface } from '#ui/content/Card.tsx'
import { Identicon } from '#ui/content/Identicon.tsx'
import { Row } from '#ui/content/Rows.tsx'
import { ShortAddress } from '#ui/content/ShortAddress.tsx'
import { FileButton, saveFile } from '#ui/file/FileButton.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import { WindowedList } from '#ui/list/WindowedList.tsx'
import { Notice } from '#ui/Notice.tsx'
import { BackLink } from '#ui/page/BackLink.tsx'
import { EmptyState } from '#ui/page/EmptyState.tsx'
import { ImportCard } from './ImportCard.tsx'
import css from './PeoplePage.module.css'
import { PersonForm } from './PersonForm.tsx'
import { PersonHandle } from './PersonHandle.tsx'

/** Names for addresses, in this browser alone. */
export function PeoplePage() {
  const account = useAccount()
  return account ? <OfAccount account={account} /> : <People paid={nobody} askHost={null} />
}

const nobody: readonly Address[] = []

function OfAccount({ account }: { account: Account }) {
  return <People paid={usePastPayees(account).known} askHost={account.addressBook ?? null} />
}

/** The form or file that is open above the list. */
type Open =
  | {
      readonly kind: 'form'
      readonly person: Person | null
      readonly address?: string
      readonly proof?: string
    }
  | { readonly kind: 'file'; readonly file: PeopleFile }

/**
 * @param paid addresses that the connected account paid, for the search for look-alikes
 * @param askHost asks a Safe host for its names; null without one
 */
function People({ paid, askHost }: { paid: readonly Address[]; askHost: Account['addressBook'] | null }) {
  const { people, unreadable, keep, replace, forget } = usePeople()
  const storage = useBrowserStorage()
  const here = useMemo(() => payeesHere(storage), [storage])
  // The address in a link is read only once: its form may be cancelled, and the link is not trusted.
  const [, params] = useRoute<{ address: string; proof?: string }>(`${peoplePath}/:address/:proof?`)
  const [open, setOpen] = useState<Open | null>(() => {
    if (!params) return null
    const { address, proof = '' } = params
    const person = people.find((one) => one.address === address) ?? null
    return person === null || (proof !== '' && person.proof !== proof)
      ? { kind: 'form', person, address, proof }
      : null
  })
  const [typed, setTyped] = useState('')
  const [said, setSaid] = useState<string | null>(null)
  const sorted = useMemo(() => [...people].sort((a, b) => compareNames(a.name, b.name)), [people])
  const shown = useMemo(() => searchPeople(sorted, typed), [sorted, typed])
  const show = (next: Open) => {
    setOpen(next)
    setSaid(null)
  }
  const close = (words: string | null) => {
    setOpen(null)
    setSaid(words)
  }
  const read = async (chosen: File) => {
    const file = readPeopleFile(await chosen.text(), Date.now())
    if (file) show({ kind: 'file', file })
    else close('That’s no address book and no backup of this list. Nothing was changed.')
  }
  const takeFromHost = async (ask: () => Promise<unknown>) => {
    setSaid('Waiting for your answer in Safe{Wallet}…')
    try {
      const file = readAddressBook(await ask(), Date.now())
      if (!file) close('Safe{Wallet} answered with something that is no address book. Nothing was changed.')
      else if (file.people.length + file.left.length === 0)
        // After a refusal, hosts answer with an empty list and ask no more.
        close(
          'Safe{Wallet} gave no names. If you refused before, allow it there in Settings, Safe Apps. Nothing was changed.',
        )
      else show({ kind: 'file', file })
    } catch (error) {
      close(`${errorText(error).what} Nothing was changed.`)
    }
  }
  const save = (text: string, type: string, name: string) => saveFile(new Blob([text], { type }), name)
  return (
    <>
      <header className={css.head}>
        <div>
          <BackLink href="/pay">Pay</BackLink>
          <h1>People</h1>
          <p className={css.sub}>
            Names are kept in this browser only and never replace the address you review.
          </p>
        </div>
        {open === null && people.length > 0 && (
          <Button primary onClick={() => show({ kind: 'form', person: null })}>
            <Icon name="user-plus" /> Add person
          </Button>
        )}
      </header>
      {open?.kind === 'form' && (
        <PersonForm
          key={open.person?.address ?? ''}
          people={people}
          paid={[...paid, ...here.paid]}
          editing={open.person}
          address={open.address}
          proof={open.proof}
          onSave={(person) => {
            const fault = open.person ? replace(open.person, person) : keep([person])
            close(fault ?? `${person.name} is saved.`)
          }}
          onRemove={(person) => {
            forget(person)
            close(`${person.name} is removed.`)
          }}
          onCancel={() => close(null)}
        />
      )}
      {open?.kind === 'file' && (
        <ImportCard
          file={open.file}
          people={people}
          paid={[...paid, ...here.paid]}
          planned={here.planned}
          onImport={(added) => {
            close(keep(added) ?? `${count(added.length, 'person', 'people')} imported.`)
          }}
          onCancel={() => close(null)}
        />
      )}
      <p role="status" className={css.said}>
        {said}
      </p>
      {unreadable > 0 && (
        <Notice tone="warn" title={`${count(unreadable, 'entry', 'entries')} couldn’t be read.`}>
          <p>They stay in this browser and aren’t shown.</p>
        </Notice>
      )}
      <Surface label="People">
        <div className={css.tools}>
          {people.length > 0 && (
            <label className={css.search}>
              <span className="visually-hidden">Search</span>
              <Icon name="search" size={16} />
              <input
                type="search"
                placeholder="Search name, handle, tag or address"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            </label>
          )}
          <Actions>
            <FileButton label="Import" accept=".csv,text/csv,.json,application/json" onFile={read} />
            {askHost && (
              <Button onClick={() => void takeFromHost(askHost)}>Get names from Safe{'{Wallet}'}</Button>
            )}
            {people.length > 0 && (
              <>
                <Button onClick={() => save(formatSafeCsv(people), 'text/csv', 'safe-address-book.csv')}>
                  Export for Safe{'{Wallet}'}
                </Button>
                <Button onClick={() => save(keptPeople.format(people), 'application/json', 'people.json')}>
                  Back up
                </Button>
              </>
            )}
          </Actions>
        </div>
        {people.length === 0 && open === null && (
          <EmptyState
            icon="book-user"
            title="No one yet"
            text="Name the addresses you pay. You can bring the address book of Safe{Wallet}."
          >
            <Button primary onClick={() => show({ kind: 'form', person: null })}>
              <Icon name="user-plus" /> Add person
            </Button>
          </EmptyState>
        )}
        {people.length > 0 && shown.length === 0 && <p className={css.none}>No one matches.</p>}
        <WindowedList label="People" keys={shown.map(({ address }) => address)} estimate={68}>
          {(index) => {
            const person = shown[index]
            return person && <PersonRow person={person} onEdit={() => show({ kind: 'form', person })} />
          }}
        </WindowedList>
        {people.length > 0 && <p className={css.foot}>{count(people.length, 'person', 'people')}</p>}
      </Surface>
    </>
  )
}

function PersonRow({ person, onEdit }: { person: Person; onEdit: () => void }) {
  const { name, address, tags, note } = person
  return (
    <Row
      mark={<Identicon address={address} size={36} />}
      title={<bdi>{name}</bdi>}
      sub={
        <>
          <ShortAddress address={address} />
          <PersonHandle person={person} />
          {[...tags.map((tag) => `#${tag}`), note].filter(Boolean).map((words) => (
            <bdi key={words}>{words}</bdi>
          ))}
        </>
      }
      end={
        <span className={css.acts}>
          <Link
            className={buttonClass({ size: 'small' })}
            href={payToPath(address)}
            aria-label={`Pay ${name}`}
          >
            Pay
          </Link>
          <Button ghost size="small" onClick={onEdit} aria-label={`Edit ${name}`}>
            Edit
          </Button>
        </span>
      }
    />
  )
}
