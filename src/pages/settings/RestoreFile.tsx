import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ConfirmRestore } from '#components/backup/ConfirmRestore.tsx'
import {
  type Backup,
  backupFaultText,
  LARGEST_FILE,
  type LockedBackup,
  type OpenedBackup,
  openBackup,
  unlockBackup,
} from '#domain/backup/backupFile.ts'
import { canEncrypt } from '#domain/backup/encryption.ts'
import { Button } from '#ui/Button.tsx'
import { FileButton } from '#ui/file/FileButton.tsx'
import { Form } from '#ui/form/Form.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import css from './RestoreFile.module.css'

type Step =
  | { readonly kind: 'choose'; readonly said: string | null; readonly isFault: boolean }
  | { readonly kind: 'locked'; readonly locked: LockedBackup; readonly fault: string | null }
  | { readonly kind: 'preview'; readonly backup: Backup }

const start: Step = { kind: 'choose', said: null, isFault: false }
const refused = (said: string): Step => ({
  kind: 'choose',
  said: `${said} Nothing was changed.`,
  isFault: true,
})

/** Reads a backup, shows its effect, and restores it once the person confirms. */
export function RestoreFile({ onRestored }: { onRestored: () => void }) {
  const [step, setStep] = useState<Step>(start)
  const title = useRef<HTMLHeadingElement>(null)
  const last = useRef(step.kind)
  useEffect(() => {
    // The next step replaces the button that was pressed.
    if (last.current !== step.kind) title.current?.focus()
    last.current = step.kind
  }, [step.kind])
  const show = (opened: OpenedBackup): Step => {
    if (opened.kind === 'refused') return refused(backupFaultText(opened.fault))
    if (opened.kind === 'open') return { kind: 'preview', backup: opened.backup }
    return canEncrypt()
      ? { kind: 'locked', locked: opened.locked, fault: null }
      : refused('This backup is encrypted, and browsers open those only on https pages.')
  }
  const read = async (file: File) => {
    if (file.size > LARGEST_FILE) return setStep(refused(backupFaultText('too-large')))
    const text = await file.text().catch(() => null)
    setStep(text === null ? refused('We couldn’t read the file.') : show(openBackup(text)))
  }
  return (
    <div className="layout-stack">
      <h3 ref={title} tabIndex={-1}>
        {step.kind === 'preview' ? 'What this backup would do' : 'Restore'}
      </h3>
      {step.kind === 'preview' && (
        <ConfirmRestore
          backup={step.backup}
          what="The backup"
          onDone={(result) => {
            setStep({ kind: 'choose', ...result })
            onRestored()
          }}
          onCancel={() => setStep(start)}
        />
      )}
      {step.kind === 'locked' && (
        <Unlock
          fault={step.fault}
          onCancel={() => setStep(start)}
          onPassphrase={async (passphrase) => {
            const opened = await unlockBackup(step.locked, passphrase)
            const isWrong = opened.kind === 'refused' && opened.fault === 'wrong-passphrase'
            setStep(isWrong ? { ...step, fault: backupFaultText('wrong-passphrase') } : show(opened))
          }}
        />
      )}
      {step.kind === 'choose' && (
        <>
          <p className="text-small">You see what a file would add before anything is written.</p>
          <Actions>
            <FileButton
              label="Restore a file"
              accept="application/json,.json"
              onFile={(file) => void read(file)}
            />
          </Actions>
          <p role={step.isFault ? 'alert' : 'status'} className={step.isFault ? 'text-fault' : 'text-said'}>
            {step.said}
          </p>
        </>
      )}
    </div>
  )
}

function Unlock(props: {
  fault: string | null
  onPassphrase: (passphrase: string) => Promise<void>
  onCancel: () => void
}) {
  const [typed, setTyped] = useState('')
  const open = useMutation({ mutationFn: props.onPassphrase })
  const submit = () => {
    if (typed !== '') open.mutate(typed)
  }
  return (
    <Form className={css.form} onSubmit={submit}>
      <TextField
        label="Passphrase of this backup"
        fault={open.isPending ? null : props.fault}
        type="password"
        value={typed}
        onText={setTyped}
      />
      <Actions>
        <Button type="submit" disabled={open.isPending || typed === ''}>
          {open.isPending ? 'Opening…' : 'Open'}
        </Button>
        <Button ghost onClick={props.onCancel}>
          Cancel
        </Button>
      </Actions>
    </Form>
  )
}
