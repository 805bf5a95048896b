import { type ComponentProps, useState } from 'react'
import { Link } from 'wouter'
import type { Address } from '#chain/money/Address.ts'
import { parseWrittenAddress } from '#chain/money/writtenAddress.ts'
import { isAddressLike, toBnbName } from '#chain/names/addressLike.ts'
import { trimEdges } from '#chain/text/label.ts'
import { lookUpFault, NameOffer, useNameLookUps } from '#components/payee/NameOffer.tsx'
import { useCodeAnswer, useProofVerdict } from '#components/proof/useProofVerdict.ts'
import type { LookedUpName } from '#domain/payee/checkPayee.ts'
import { LONGEST_HANDLE, LONGEST_NAME, LONGEST_PERSON_NOTE, type Person } from '#domain/people/Person.ts'
import {
  emptyPersonDraft,
  type PersonDraft,
  type PersonFaults,
  parsePerson,
} from '#domain/people/personDraft.ts'
import { handleText } from '#domain/proof/Handle.ts'
import { proofStatus, verdictNames } from '#domain/proof/judgeProof.ts'
import type { SignedProof } from '#domain/proof/Proof.ts'
import { attachedProof } from '#domain/request/requestIdentity.ts'
import { proofPath } from '#domain/shared/paths.ts'
import { Actions, Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { ConfirmDialog } from '#ui/form/ConfirmDialog.tsx'
import { TextField } from '#ui/form/Fields.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { GroupedAddress } from '#ui/page/AddressText.tsx'

/** The properties of the field for a text of a person. */
type TextProps = (
  name: keyof PersonDraft,
) => Pick<ComponentProps<typeof TextField>, 'value' | 'spellCheck' | 'onText'>

/** Adds a person, or changes their details. The address of a saved person does not change. */
export function PersonForm(props: {
  people: readonly Person[]
  /** Addresses that were paid, to find look-alikes. */
  paid: readonly Address[]
  editing: Person | null
  /** Fills in the address of a new person. */
  address?: string | undefined
  /** The text of a proof of account to keep with them, from a link. */
  proof?: string | undefined
  onSave: (person: Person) => void
  onRemove: (person: Person) => void
  onCancel: () => void
}) {
  const { people, paid, editing } = props
  const [draft, setDraft] = useState<PersonDraft>(() => draftOf(editing, props.address, props.proof))
  const [asked, setAsked] = useState(false)
  const known = [...people.map(({ address }) => address), ...paid]
  const parsed = parsePerson(draft, people, known, editing, Date.now())
  const typed = parseWrittenAddress(draft.address)
  const owner = editing?.address ?? (typed.ok ? typed.address : null)
  const isTheirs = draft.proof === '' || (owner && attachedProof(owner, draft.proof)?.kind === 'of-payee')
  const faults: PersonFaults = asked && !parsed.ok ? parsed.faults : {}
  const alike = parsed.ok ? null : parsed.alike
  const text: TextProps = (name) => ({
    value: draft[name],
    spellCheck: false,
    onText: (typed) => setDraft({ ...draft, [name]: typed }),
  })
  const save = () => {
    setAsked(true)
    if (parsed.ok && isTheirs) props.onSave(parsed.person)
  }
  return (
    <Card title={editing ? 'Edit person' : 'Add person'} arriving>
      <Form onSubmit={save}>
        <TextField
          label="Name"
          hint="Your name for them."
          fault={faults.name}
          {...text('name')}
          maxLength={LONGEST_NAME * 2}
        />
        <AddressFields
          editing={editing}
          draft={draft}
          faults={faults}
          alike={alike}
          text={text}
          onFound={(found) =>
            // Replaces the name only, because an answer may come after other text.
            setDraft((before) =>
              toBnbName(trimEdges(before.address)) === found.name
                ? { ...before, address: found.address }
                : before,
            )
          }
        />
        {draft.proof === '' ? (
          <TextField
            label="Handle (optional)"
            hint="Such as @ada on X."
            fault={faults.handle}
            {...text('handle')}
            maxLength={LONGEST_HANDLE * 2}
          />
        ) : (
          <p role={isTheirs ? undefined : 'alert'}>
            {isTheirs && owner ? (
              <PersonHandle person={{ address: owner, handle: '', proof: draft.proof }} />
            ) : (
              'The proof is for another address.'
            )}{' '}
            <Button ghost size="small" onClick={() => setDraft({ ...draft, proof: '' })}>
              Remove proof
            </Button>
          </p>
        )}
        <TextField
          label="Tags (optional)"
          hint="Such as a campaign. Separate them by commas."
          fault={faults.tags}
          {...text('tags')}
        />
        <TextField
          label="Note (optional)"
          fault={faults.note}
          {...text('note')}
          maxLength={LONGEST_PERSON_NOTE * 2}
        />
        {parsed.ok && parsed.hint && <p className="text-small">{parsed.hint}</p>}
        <Actions>
          <Button primary type="submit">
            Save
          </Button>
          <Button onClick={props.onCancel}>Cancel</Button>
          {editing && (
            <ConfirmDialog
              label="Remove"
              confirm={`Remove ${editing.name}`}
              onConfirm={() => props.onRemove(editing)}
            />
          )}
        </Actions>
      </Form>
    </Card>
  )
}

/** The address of a person, entered once, and twice if it looks like another one. */
function AddressFields(props: {
  editing: Person | null
  draft: PersonDraft
  faults: PersonFaults
  /** A known address that this one looks like. */
  alike: Address | null
  text: TextProps
  /** A `.bnb` name was looked up, which may have been replaced by other text meanwhile. */
  onFound: (found: LookedUpName) => void
}) {
  const { editing, draft, faults, alike, text } = props
  const lookUps = useNameLookUps(props.onFound)
  // A text that was meant as an address is not looked up.
  const bnbName = isAddressLike(draft.address) ? null : toBnbName(trimEdges(draft.address))
  const needsAgain = alike !== null || draft.again !== ''
  return (
    <>
      {editing ? (
        <p>
          <GroupedAddress address={editing.address} />
        </p>
      ) : (
        <TextField
          label="Address"
          hint="On BNB Smart Chain: 0x and 40 characters, or a .bnb name."
          fault={lookUpFault(lookUps, bnbName) ?? faults.address}
          {...text('address')}
          className="text-mono"
          autoCapitalize="off"
        />
      )}
      {bnbName !== null && <NameOffer name={bnbName} lookUps={lookUps} />}
      {alike && (
        <Notice tone="warn" title="This address looks like another one you know.">
          <p>
            <GroupedAddress address={alike} />
          </p>
          <p>Thieves make addresses that begin and end like one you use. Get it again from the person.</p>
        </Notice>
      )}
      {needsAgain && (
        <TextField
          label="Paste the full address again"
          fault={faults.again}
          {...text('again')}
          className="text-mono"
          autoCapitalize="off"
        />
      )}
    </>
  )
}

function draftOf(person: Person | null, typed = '', proof = ''): PersonDraft {
  if (!person) return { ...emptyPersonDraft, address: typed, proof }
  const { name, address, note, handle, tags } = person
  return { name, address, again: '', note, handle, proof: proof || person.proof, tags: tags.join(', ') }
}

/** A person's handle elsewhere: from their proof, judged now, or else as it was typed. */
export function PersonHandle({ person }: { person: Pick<Person, 'address' | 'handle' | 'proof'> }) {
  const { address, handle, proof } = person
  const attached = attachedProof(address, proof || null)
  if (attached?.kind === 'of-payee') return <ProvenHandle signed={attached.signed} text={proof} />
  return (
    <>
      {handle && <bdi>{handle}</bdi>}
      {attached && <span>Proof unreadable</span>}
    </>
  )
}

/** The handle of a proof, with the state of the proof, and a link to it. */
function ProvenHandle({ signed, text }: { signed: SignedProof; text: string }) {
  const { verdict, words } = useProofVerdict(signed)
  const { answer } = useCodeAnswer(signed.proof)
  const status = words && proofStatus(signed.proof, words, answer)
  const short = !verdict
    ? 'Checking the proof'
    : verdict !== 'valid'
      ? verdictNames[verdict]
      : answer
        ? status?.title
        : 'Signed, code not checked'
  return (
    <Link href={proofPath('check', text)}>
      <bdi>{handleText(signed.proof.handle)}</bdi>{' '}
      {status?.tone === 'good' ? (
        <Icon name="badge-check" size={16} label={status.title} />
      ) : (
        <span>({short})</span>
      )}
    </Link>
  )
}
