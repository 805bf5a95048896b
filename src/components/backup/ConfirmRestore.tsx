import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { findPortalError } from '#chain/PortalError.ts'
import { useBrowserStorage } from '#components/stored/useKept.ts'
import type { Backup, Contents, KindName } from '#domain/backup/backupFile.ts'
import { noteRestored } from '#domain/backup/reminder.ts'
import { changesAnything, type KindPlan, restore } from '#domain/backup/restore.ts'
import { count, plural, when } from '#domain/shared/format.ts'
import { restorePlanQuery } from '#queries/restorePlan.ts'
import type { GuardedStorage } from '#storage/KeyValueStore.ts'
import { browserKey } from '#storage/keys.ts'
import { Actions, Button } from '#ui/Button.tsx'
import { Facts, NamedFact } from '#ui/layout/Facts.tsx'
import { FoldedLines } from '#ui/list/WindowedList.tsx'
import { Notice } from '#ui/Notice.tsx'

/** Shows the effect of a file, and the button that restores it. Everything that a person restores goes through here. */
export function ConfirmRestore(props: {
  backup: Backup
  /** The chosen backup as the start of a sentence: “The backup”. */
  what: string
  /** Called with how it ended, in words. */
  onDone: (result: { readonly said: string; readonly isFault: boolean }) => void
  onCancel: () => void
}) {
  const { backup, what, onDone } = props
  const storage = useBrowserStorage()
  /** How often the plan was made: data here changed since the plan before. */
  const [turn, setTurn] = useState(0)
  const { data: plan } = useQuery(restorePlanQuery(storage, backup, turn))
  const fault = (words: string) => onDone({ said: `${words} Nothing was changed.`, isFault: true })
  const confirm = useMutation({
    mutationFn: async () => {
      if (!hasRoom(storage, JSON.stringify(backup.contents).length)) {
        return fault('This browser has no room for what the backup holds.')
      }
      if (!plan) return
      const done = await restore(storage, backup, plan)
      if (done.kind === 'changed') return setTurn((before) => before + 1)
      noteRestored(storage, plan.kinds)
      const failed =
        done.failed === 0 ? '' : ` ${count(done.failed, 'entry', 'entries')} couldn’t be written.`
      onDone({ said: `${what} is restored.${failed}`, isFault: done.failed > 0 })
    },
    onError: (error) => fault(findPortalError(error)?.message ?? 'That didn’t work.'),
  })
  if (!plan) return <p role="status">Comparing it with what is here…</p>
  const kinds = plan.kinds.filter((kind) => planWords(kind) !== '')
  const writes = plan.kinds.reduce((sum, { added, changed }) => sum + added.length + changed.length, 0)
  const payouts = plan.kinds.find(({ name }) => name === 'payouts')
  return (
    <section className="layout-stack" aria-label="What this backup would do">
      <p className="text-small">
        {backup.savedAt !== null && `Saved ${when(backup.savedAt)}. `}Nothing is written yet, and nothing is
        deleted.
      </p>
      {turn > 0 && (
        <Notice tone="warn" title="Something here changed meanwhile. Look again before you restore." />
      )}
      {kinds.length === 0 ? (
        <p>The file is empty.</p>
      ) : (
        <Facts>
          {kinds.map((kind) => (
            <NamedFact key={kind.name} name={kindTitle(kind.name)}>
              {planWords(kind)}
              <Details kind={kind} />
            </NamedFact>
          ))}
        </Facts>
      )}
      {plan.unknown.length > 0 && (
        <p>
          Left out, because this portal doesn’t know it: <bdi>{plan.unknown.join(', ')}</bdi>.
        </p>
      )}
      {payouts && payouts.added.length > 0 && (
        <p className="text-small">
          Restored payouts count when we look for earlier payments. What they haven’t sent is reviewed again
          before it’s paid.
        </p>
      )}
      {changesAnything(plan) && (
        <Notice tone="info" title="Restore only a backup that you made.">
          <p>Its names and payments will count as yours.</p>
        </Notice>
      )}
      <Actions>
        <Button primary disabled={writes === 0 || confirm.isPending} onClick={() => confirm.mutate()}>
          {writes === 0 ? 'Nothing to restore' : `Restore ${count(writes, 'entry', 'entries')}`}
        </Button>
        <Button onClick={props.onCancel}>Cancel</Button>
      </Actions>
    </section>
  )
}

function Details({ kind }: { kind: KindPlan }) {
  const lines = [
    ...kind.added.map((label) => `New: ${label}`),
    ...kind.changed.map(({ label, before, after, ignored }) => [
      `Gets more: ${label}`,
      before === after ? '' : ` · ${before} → ${after}`,
      ignored && ` · not taken: ${ignored}`,
    ]),
    ...kind.kept.map(({ label, ignored }) => [
      `Stays as it is here: ${label}`,
      ignored && ` · not taken: ${ignored}`,
    ]),
    ...kind.left.map(({ label, reason }) => `Left out: ${label} ${reason}.`),
  ].map((line) => [line].flat().join(''))
  return <FoldedLines summary="One by one" label={`${kindTitle(kind.name)}, one by one`} lines={lines} />
}

const KEY = browserKey('room')

/**
 * Whether this many more characters fit into this browser's storage, found out by trying: limits differ, and the
 * guarded storage would keep everything in memory after the first write that fails.
 */
function hasRoom(storage: GuardedStorage, characters: number): boolean {
  if (storage.keeping() === 'page') return true
  try {
    localStorage.setItem(KEY, 'x'.repeat(characters))
    return true
  } catch {
    return false
  } finally {
    storage.removeItem(KEY)
  }
}

const names: Readonly<Record<KindName, readonly [title: string, one: string, many: string]>> = {
  people: ['People', 'person', 'people'],
  requests: ['Payment requests', 'payment request', 'payment requests'],
  proofs: ['Proofs', 'proof', 'proofs'],
  codeAnswers: ['Codes you looked for', 'code you looked for', 'codes you looked for'],
  watchedSafes: ['Watched Safes', 'watched Safe', 'watched Safes'],
  payouts: ['Payouts', 'payout', 'payouts'],
  attempts: ['Payments without a list', 'payment without a list', 'payments without a list'],
  drafts: ['Lists you’re editing', 'list you’re editing', 'lists you’re editing'],
  templates: ['Reminders', 'reminder', 'reminders'],
  budgets: ['Campaign budgets', 'campaign budget', 'campaign budgets'],
  ownDetails: ['Your details', 'entry of your details', 'entries of your details'],
}

/** The name of a kind, for people. */
function kindTitle(name: KindName): string {
  return names[name][0]
}

/** The content by kind, without empty kinds: `2 people`, `1 payout`. */
export function contentWords(contents: Contents): readonly string[] {
  return (Object.keys(names) as KindName[]).flatMap((name) => {
    const [, one, many] = names[name]
    return contents[name].length === 0 ? [] : [count(contents[name].length, one, many)]
  })
}

/** The effect on the entries of one kind, in one line. */
function planWords({ added, changed, same, kept, left }: KindPlan): string {
  return [
    [added.length, 'new'] as const,
    [changed.length, plural(changed.length, 'gets more', 'get more')] as const,
    [same, 'the same'] as const,
    [
      kept.length,
      `${plural(kept.length, 'differs', 'differ')}: yours here ${plural(kept.length, 'stays', 'stay')}`,
    ] as const,
    [left.length, 'left out'] as const,
  ]
    .flatMap(([number, words]) => (number === 0 ? [] : [`${number} ${words}`]))
    .join(' · ')
}
