import type { FormEvent } from 'react'
import type { Address } from '#chain/money/Address.ts'
import { type Platform, platforms } from '#domain/proof/platforms.ts'
import { lifetimes, type ParsedProofDraft, type ProofDraft } from '#domain/proof/proofDraft.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import layout from '#ui/layout/layout.module.css'
import { CodeToPost } from './OwnProofPage.tsx'
import css from './Proof.module.css'

const kinds = Object.keys(platforms) as Platform[]

/** Who, where, how long. Errors appear when the person submits the form, then update while typing. */
export function ProofForm(props: {
  draft: ProofDraft
  parsed: ParsedProofDraft
  /** Whether errors are shown. */
  shown: boolean
  /** The account that will sign; null while none is connected. */
  address: Address | null
  onChange: (draft: ProofDraft) => void
  onMake: () => void
}) {
  const { draft, parsed, shown, address } = props
  const set = (some: Partial<ProofDraft>) => props.onChange({ ...draft, ...some })
  const faults = shown && !parsed.ok ? parsed.faults : {}
  const isWebsite = draft.platform === 'website'
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    props.onMake()
    const form = event.currentTarget
    // The errors are rendered after this handler.
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }
  return (
    <form className={layout.form} onSubmit={submit} noValidate>
      <div className={css.pair}>
        <Field label="Platform">
          {(control) => (
            <select
              {...control}
              value={draft.platform}
              onChange={(event) => set({ platform: event.target.value as Platform })}
            >
              {kinds.map((kind) => (
                <option key={kind} value={kind}>
                  {kind === 'website' ? 'Own website' : platforms[kind].label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field
          label={isWebsite ? 'Name of the website' : 'Your name there'}
          hint={isWebsite ? 'For example ada.example' : '@name, or the link of your profile'}
          fault={faults.name ?? null}
        >
          {(control) => (
            <input
              {...control}
              value={draft.name}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => set({ name: event.target.value })}
            />
          )}
        </Field>
      </div>
      {address && (parsed.ok ? parsed.handle : parsed.handle) && (
        <CodeToPost address={address} handle={parsed.handle} />
      )}
      <Field
        label="Post that carries the code"
        hint="Optional. The link of a post there; you can also put the code into your profile."
        fault={faults.post ?? null}
      >
        {(control) => (
          <input
            {...control}
            value={draft.post}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => set({ post: event.target.value })}
          />
        )}
      </Field>
      <Field label="Good for" hint="Nobody can take a proof back, so it ends by itself.">
        {(control) => (
          <select
            {...control}
            value={draft.days}
            onChange={(event) => set({ days: Number(event.target.value) })}
          >
            {lifetimes.map(({ days, label }) => (
              <option key={days} value={days}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <p>
        <Button primary type="submit" disabled={!address}>
          Make the proof
        </Button>
      </p>
    </form>
  )
}
