import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { findPortalError } from '#chain/PortalError.ts'
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
import { noteBackup } from '#domain/backup/reminder.ts'
import { planRestore, type RestorePlan, restore } from '#domain/backup/restore.ts'
import { count } from '#domain/shared/format.ts'
import { useBrowserStorage } from '#features/shared/useBrowserStorage.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { FileButton } from '#ui/file/FileButton.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import layout from '#ui/layout/layout.module.css'
import prose from '#ui/layout/prose.module.css'
import { hasRoom } from './hasRoom.ts'
import { RestorePreview } from './RestorePreview.tsx'
import css from './SettingsPage.module.css'

type Step =
  | { readonly kind: 'choose'; readonly said: string | null; readonly isFault: boolean }
  | { readonly kind: 'locked'; readonly locked: LockedBackup; readonly fault: string | null }
  | { readonly kind: 'preview'; readonly backup: Backup; readonly plan: RestorePlan; readonly isNew: boolean }

const start: Step = { kind: 'choose', said: null, isFault: false }
const refused = (said: string): Step => ({
  kind: 'choose',
  said: `${said} Nothing was changed.`,
  isFault: true,
})

/** Reads a backup, shows what it would do, and writes it once that is confirmed. */
export function RestoreFile({ onRestored }: { onRestored: () => void }) {
  const storage = useBrowserStorage()
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
    if (opened.kind === 'open') {
      const { backup } = opened
      return { kind: 'preview', backup, plan: planRestore(storage, backup), isNew: false }
    }
    return canEncrypt()
      ? { kind: 'locked', locked: opened.locked, fault: null }
      : refused('This backup is encrypted, and browsers open those only on https pages.')
  }
  const read = async (file: File) => {
    if (file.size > LARGEST_FILE) return setStep(refused(backupFaultText('too-large')))
    const text = await file.text().catch(() => null)
    setStep(text === null ? refused('We couldn’t read the file.') : show(openBackup(text)))
  }
  const confirm = useMutation({
    mutationFn: async ({ backup, plan }: { backup: Backup; plan: RestorePlan }): Promise<Step> => {
      if (!hasRoom(storage, JSON.stringify(backup.contents).length)) {
        return refused('This browser has no room for what the backup holds.')
      }
      const done = await restore(storage, backup, plan)
      if (done.kind === 'changed') {
        return { kind: 'preview', backup, plan: planRestore(storage, backup), isNew: true }
      }
      noteBackup(storage, null)
      // As if another tab had written: every part of the page reads again.
      window.dispatchEvent(new StorageEvent('storage'))
      onRestored()
      const failed =
        done.failed === 0 ? '' : ` ${count(done.failed, 'entry', 'entries')} couldn’t be written.`
      return { kind: 'choose', said: `The backup is restored.${failed}`, isFault: done.failed > 0 }
    },
    onSuccess: setStep,
    onError: (error) => setStep(refused(findPortalError(error)?.message ?? 'That didn’t work.')),
  })
  return (
    <div className={layout.stack}>
      <h3 ref={title} tabIndex={-1}>
        {step.kind === 'preview' ? 'What this backup would do' : 'Restore'}
      </h3>
      {step.kind === 'preview' && (
        <RestorePreview
          savedAt={step.backup.savedAt}
          plan={step.plan}
          isNew={step.isNew}
          isPending={confirm.isPending}
          onConfirm={() => confirm.mutate(step)}
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
          <p className={prose.small}>You see what a file would add before anything is written.</p>
          <Actions>
            <FileButton
              label="Restore a file"
              accept="application/json,.json"
              onFile={(file) => void read(file)}
            />
          </Actions>
          <p role={step.isFault ? 'alert' : 'status'} className={step.isFault ? prose.fault : css.said}>
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed !== '') open.mutate(typed)
  }
  return (
    <form className={css.form} onSubmit={submit}>
      <Field label="Passphrase of this backup" fault={open.isPending ? null : props.fault}>
        {(control) => (
          <input
            {...control}
            type="password"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <Actions>
        <Button type="submit" disabled={open.isPending || typed === ''}>
          {open.isPending ? 'Opening…' : 'Open'}
        </Button>
        <Button ghost onClick={props.onCancel}>
          Cancel
        </Button>
      </Actions>
    </form>
  )
}
