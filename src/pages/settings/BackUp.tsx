import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useBrowserStorage } from '#components/stored/useBrowserStorage.ts'
import { formatBackup } from '#domain/backup/backupFile.ts'
import { canEncrypt, SHORTEST_PASSPHRASE } from '#domain/backup/encryption.ts'
import { noteBackup } from '#domain/backup/reminder.ts'
import { readContents } from '#domain/backup/restore.ts'
import { fileName } from '#domain/shared/csvCells.ts'
import { Button } from '#ui/Button.tsx'
import { saveFile } from '#ui/file/FileButton.tsx'
import { Form } from '#ui/form/Form.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Tick } from '#ui/form/Tick.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import restoreFileCss from './RestoreFile.module.css'

/** Saves everything as one file, encrypted or not. */
export function BackUp({ onSaved }: { onSaved: () => void }) {
  const storage = useBrowserStorage()
  const [isLocked, setLocked] = useState(canEncrypt)
  const [typed, setTyped] = useState({ first: '', again: '' })
  const [isTried, setTried] = useState(false)
  const save = useMutation({
    mutationFn: async () => {
      const now = Date.now()
      const text = await formatBackup(readContents(storage).contents, now, isLocked ? typed.first : null)
      const name = fileName(['portal-backup', new Date(now).toISOString().slice(0, 10)], 'json')
      saveFile(new Blob([text], { type: 'application/json' }), name)
      noteBackup(storage, now)
    },
    onSuccess() {
      setTyped({ first: '', again: '' })
      setTried(false)
      onSaved()
    },
  })
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
    <Form className={restoreFileCss.form} onSubmit={submit}>
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
      <p role="status" className="text-said">
        {save.isSuccess && 'The backup is in your downloads.'}
      </p>
      {save.isError && <p role="alert">The file couldn’t be made. Nothing was changed. Try again.</p>}
    </Form>
  )
}
