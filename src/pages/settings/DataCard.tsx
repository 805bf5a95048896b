import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { BackupReminder } from '#components/backup/BackupReminder.tsx'
import { ConfirmRestore, contentWords } from '#components/backup/ConfirmRestore.tsx'
import { UnreadableNotice } from '#components/stored/UnreadableNotice.tsx'
import { useBrowserStorage } from '#components/stored/useKept.ts'
import {
  type Backup,
  backupFaultText,
  canEncrypt,
  formatBackup,
  LARGEST_FILE,
  type LockedBackup,
  type OpenedBackup,
  openBackup,
  SHORTEST_PASSPHRASE,
  unlockBackup,
} from '#domain/backup/backupFile.ts'
import { lastBackup, noteBackup } from '#domain/backup/reminder.ts'
import { readContents } from '#domain/backup/restore.ts'
import { fileName } from '#domain/shared/csvCells.ts'
import { listOf, when } from '#domain/shared/format.ts'
import { Actions, Button } from '#ui/Button.tsx'
import { Card, CardPart } from '#ui/content/Card.tsx'
import { FileButton, FileWays, giveFile } from '#ui/file/FileButton.tsx'
import { TextField, Tick } from '#ui/form/Fields.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Notice } from '#ui/Notice.tsx'
import css from './RestoreFile.module.css'

/** This browser's stored data, as numbers and as one file. */
export function DataCard() {
  const storage = useBrowserStorage()
  const keeping = useSyncExternalStore(storage.subscribe, storage.keeping)
  // Counts the writes on this page, so that the numbers are read again.
  const [turn, setTurn] = useState(0)
  const changed = () => setTurn(turn + 1)
  const { contents, unreadable } = readContents(storage)
  const counts = contentWords(contents)
  const saved = lastBackup(storage)
  return (
    <Card title="Data in this browser" flush>
      <CardPart>
        <div className="layout-stack">
          <BackupReminder key={turn} isHere />
          <p>{counts.length === 0 ? 'Nothing is saved yet.' : `${listOf(counts)}.`}</p>
          <p className="text-small">
            {saved === null ? 'Never backed up from here.' : `Last backup: ${when(saved)}.`} Inside Safe
            {'{Wallet}'} and in a tab, data is kept separately. A backup carries it over.
          </p>
          <UnreadableNotice number={unreadable} one="saved entry" many="saved entries" left="in a backup" />
          {keeping === 'page' && (
            <Notice tone="warn" title="This browser keeps nothing for this page.">
              <p>What you restore is gone when you close it.</p>
            </Notice>
          )}
        </div>
      </CardPart>
      <CardPart>
        <BackUp onSaved={changed} />
      </CardPart>
      <CardPart>
        <RestoreFile onRestored={changed} />
      </CardPart>
      <CardPart>
        <KeepData />
      </CardPart>
    </Card>
  )
}

/** Makes one file of everything, encrypted or not. */
function BackUp({ onSaved }: { onSaved: () => void }) {
  const storage = useBrowserStorage()
  const [isLocked, setLocked] = useState(canEncrypt)
  const [typed, setTyped] = useState({ first: '', again: '' })
  const [isTried, setTried] = useState(false)
  const save = useMutation({
    mutationFn: async () => {
      const now = Date.now()
      const text = await formatBackup(readContents(storage).contents, now, isLocked ? typed.first : null)
      const name = fileName(['portal-backup', new Date(now).toISOString().slice(0, 10)], 'json')
      return { now, file: await giveFile({ name, content: new Blob([text], { type: 'application/json' }) }) }
    },
    onSuccess() {
      setTyped({ first: '', again: '' })
      setTried(false)
    },
  })
  // Only the person knows whether the file was saved.
  const confirm = (now: number) => {
    noteBackup(storage, now)
    save.reset()
    onSaved()
  }
  const isShort = isLocked && [...typed.first].length < SHORTEST_PASSPHRASE
  const isOther = isLocked && typed.first !== typed.again
  const submit = () => {
    setTried(true)
    if (!isShort && !isOther) save.mutate()
  }
  const field = (name: 'first' | 'again', label: string, fault: string | null, hint?: string) => (
    <TextField
      label={label}
      hint={hint}
      fault={isTried ? fault : null}
      type="password"
      autoComplete="new-password"
      value={typed[name]}
      onText={(text) => setTyped({ ...typed, [name]: text })}
    />
  )
  return (
    <Form className={css.form} onSubmit={submit}>
      <h3>Back up</h3>
      <p className="text-small">
        One file with names, addresses and amounts. It holds no keys, so it can’t pay anyone.
      </p>
      <Tick isTicked={isLocked} isDisabled={!canEncrypt()} onTick={setLocked}>
        Encrypt it with a passphrase
      </Tick>
      {!canEncrypt() && (
        <p className="text-small">
          Browsers encrypt only on https pages and on this computer, so this file would be readable.
        </p>
      )}
      {isLocked ? (
        <>
          {field(
            'first',
            'Passphrase',
            isShort ? `Use at least ${SHORTEST_PASSPHRASE} characters.` : null,
            'Write it down. A lost passphrase can’t be reset, and without it nothing opens the file.',
          )}
          {field('again', 'Passphrase again', isOther ? 'The two don’t match.' : null)}
        </>
      ) : (
        <p className="text-small">Anyone who gets the file can read it.</p>
      )}
      <Actions>
        <Button primary type="submit" disabled={save.isPending}>
          {save.isPending ? 'Encrypting…' : 'Back up'}
        </Button>
      </Actions>
      {save.data && (
        <>
          <FileWays file={save.data.file} />
          <Actions>
            <Button onClick={() => confirm(save.data.now)}>I have the file</Button>
          </Actions>
        </>
      )}
      {save.isError && <p role="alert">The file couldn’t be made. Nothing was changed. Try again.</p>}
    </Form>
  )
}

/** The browser's answer to the request to keep a page's data. */
type Answer = 'kept' | 'may-be-cleared' | 'cannot-say'

async function askToKeep(): Promise<Answer> {
  try {
    // Missing on pages without https.
    const isKept: unknown = await navigator.storage?.persist?.()
    return isKept === undefined ? 'cannot-say' : isKept === true ? 'kept' : 'may-be-cleared'
  } catch {
    return 'cannot-say'
  }
}

const answers: Readonly<Record<Answer, string>> = {
  kept: 'It answered: kept, until you clear it yourself.',
  'may-be-cleared': 'It answered: this data may be cleared when space is short. Keep a backup.',
  'cannot-say': 'This browser can’t say. Keep a backup.',
}

/** Asks the browser to keep the data when space is short, and shows its answer. */
function KeepData() {
  const ask = useMutation({ mutationFn: askToKeep })
  return (
    <div className="layout-stack">
      <h3>Space in this browser</h3>
      <p className="text-small">Browsers may clear the data of pages when space is short.</p>
      <Actions>
        <Button disabled={ask.isPending} onClick={() => ask.mutate()}>
          Ask the browser to keep this data
        </Button>
      </Actions>
      <p role="status" className="text-said">
        {ask.data && answers[ask.data]}
      </p>
    </div>
  )
}

type RestoreStep =
  | { readonly kind: 'choose'; readonly said: string | null; readonly isFault: boolean }
  | { readonly kind: 'locked'; readonly locked: LockedBackup; readonly fault: string | null }
  | { readonly kind: 'preview'; readonly backup: Backup }

const chooseFile: RestoreStep = { kind: 'choose', said: null, isFault: false }
const refusedFile = (said: string): RestoreStep => ({
  kind: 'choose',
  said: `${said} Nothing was changed.`,
  isFault: true,
})

/** Reads a backup, shows its effect, and restores it once the person confirms. */
function RestoreFile({ onRestored }: { onRestored: () => void }) {
  const [step, setStep] = useState<RestoreStep>(chooseFile)
  const title = useRef<HTMLHeadingElement>(null)
  const last = useRef(step.kind)
  useEffect(() => {
    // The next step replaces the button that was pressed.
    if (last.current !== step.kind) title.current?.focus()
    last.current = step.kind
  }, [step.kind])
  const show = (opened: OpenedBackup): RestoreStep => {
    if (opened.kind === 'refused') return refusedFile(backupFaultText(opened.fault))
    if (opened.kind === 'open') return { kind: 'preview', backup: opened.backup }
    return canEncrypt()
      ? { kind: 'locked', locked: opened.locked, fault: null }
      : refusedFile('This backup is encrypted, and browsers open those only on https pages.')
  }
  const read = async (file: File) => {
    if (file.size > LARGEST_FILE) return setStep(refusedFile(backupFaultText('too-large')))
    const text = await file.text().catch(() => null)
    setStep(text === null ? refusedFile('We couldn’t read the file.') : show(openBackup(text)))
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
          onCancel={() => setStep(chooseFile)}
        />
      )}
      {step.kind === 'locked' && (
        <Unlock
          fault={step.fault}
          onCancel={() => setStep(chooseFile)}
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
