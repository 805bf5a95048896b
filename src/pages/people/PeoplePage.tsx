import type { Account } from '#account/Account.ts'
import type { Address } from '#chain/money/Address.ts'
import { useAccount } from '#components/account/useAccount.ts'
import { ImportCard } from '#components/payee/ImportCard.tsx'
import { usePastPayees } from '#components/payee/usePastPayees.ts'
import { count } from '#domain/shared/format.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { BackLink } from '#ui/page/BackLink.tsx'
import { PeopleList } from './PeopleList.tsx'
import { PersonForm } from './PersonForm.tsx'
import { usePeoplePage } from './usePeoplePage.ts'

/** Names for addresses, in this browser alone. */
export function PeoplePage() {
  const account = useAccount()
  return account ? <OfAccount account={account} /> : <People paid={nobody} askHost={null} />
}

const nobody: readonly Address[] = []

function OfAccount({ account }: { account: Account }) {
  return <People paid={usePastPayees(account).known} askHost={account.addressBook ?? null} />
}

/**
 * @param paid addresses that the connected account paid, for the search for look-alikes
 * @param askHost asks a Safe host for its names; null without one
 */
function People({ paid, askHost }: { paid: readonly Address[]; askHost: Account['addressBook'] | null }) {
  const page = usePeoplePage()
  const { people, unreadable, open, said, here, show, close } = page
  return (
    <>
      <header className="layout-head">
        <div>
          <BackLink href="/pay">Pay</BackLink>
          <h1>People</h1>
          <p className="text-fine">
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
            const fault = open.person ? page.replace(open.person, person) : page.keep([person])
            close(fault ?? `${person.name} is saved.`)
          }}
          onRemove={(person) => {
            page.forget(person)
            close(`${person.name} is removed.`)
          }}
          onCancel={() => close(null)}
        />
      )}
      {open?.kind === 'file' && (
        <ImportCard
          title="Import people"
          verb="Import"
          file={open.file}
          people={people}
          paid={[...paid, ...here.paid]}
          planned={here.planned}
          onImport={(added) => {
            close(page.keep(added) ?? `${count(added.length, 'person', 'people')} imported.`)
          }}
          onCancel={() => close(null)}
        />
      )}
      <p role="status" className="text-said">
        {said}
      </p>
      {unreadable > 0 && (
        <Notice tone="warn" title={`${count(unreadable, 'entry', 'entries')} couldn’t be read.`}>
          <p>They stay in this browser and aren’t shown.</p>
        </Notice>
      )}
      <PeopleList page={page} askHost={askHost} />
    </>
  )
}
