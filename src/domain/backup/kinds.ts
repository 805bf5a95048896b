import * as v from 'valibot'
import type { Address } from '#chain/money/Address.ts'
import { format } from '#chain/money/Amount.ts'
import { MAX_WATCHED, readWatched, watch } from '#domain/activity/watchedSafes.ts'
import { keptBudgets } from '#domain/campaigns/Budget.ts'
import { draftText, keepDraft, parseDraftDocument, readDraft } from '#domain/draft/keptDraft.ts'
import type { PayoutDraft } from '#domain/draft/payoutDraft.ts'
import { payeesHere } from '#domain/payout/payeesHere.ts'
import { keptPeople, type Person } from '#domain/people/Person.ts'
import { mergePerson, personFields, personLabel, planImport } from '#domain/people/peopleFile.ts'
import { type CodeAnswer, codeAnswers, keptProofs } from '#domain/proof/keptProofs.ts'
import {
  keepOwnDetails,
  type OwnDetails,
  parseOwnDetails,
  readOwnDetails,
} from '#domain/receipt/ownDetails.ts'
import { keptReminders, type Reminder, rhythmWords } from '#domain/reminders/Reminder.ts'
import { type KeptRequest, keptRequests } from '#domain/request/keptRequests.ts'
import { amountText } from '#domain/request/PaymentRequest.ts'
import { optionalFacts } from '#domain/request/requestFields.ts'
import { count, when } from '#domain/shared/format.ts'
import { accountsWith } from '#storage/KeyValueStore.ts'
import type { KindName } from './backupFile.ts'
import { type BackupKind, ofList, parseAddress } from './Kind.ts'
import { attempts, payouts } from './payoutKinds.ts'

/** The value of one of two records, if the other has none or the same; undefined if they differ. */
function either<T>(mine: T | null, theirs: T | null): T | null | undefined {
  if (mine === null) return theirs
  return theirs === null || theirs === mine ? mine : undefined
}

const people = ofList<Person>(keptPeople, {
  join: mergePerson,
  screen(mine, theirs, storage) {
    const { paid, planned } = payeesHere(storage)
    return new Map(
      planImport(mine, theirs, paid, planned).alike.map(({ person, known }) => [
        person.address,
        `looks like ${known}. Add it by hand`,
      ]),
    )
  },
  label: personLabel,
  fields: personFields,
})

const requests = ofList(keptRequests, {
  parse(raw) {
    const request = keptRequests.entry.parse(raw)
    // Only the person at this browser can confirm that the payment was seen.
    return request && withoutSeen(request)
  },
  /** A request of a file cannot claim a payment that a request here already claims. */
  screen(mine, theirs) {
    const owners = new Map(
      mine.flatMap((one) => one.claimed.map((id) => [id, keptRequests.idOf(one)] as const)),
    )
    const isTaken = (id: string, one: KeptRequest) =>
      owners.has(id) && owners.get(id) !== keptRequests.idOf(one)
    return new Map(
      theirs
        .filter((one) => one.claimed.some((id) => isTaken(id, one)))
        .map((one) => [keptRequests.idOf(one), 'claims a payment of another request here']),
    )
  },
  join(mine, theirs) {
    const signature = either(mine.signature, theirs.signature)
    const proof = either(mine.proof, theirs.proof)
    const claimed = [...new Set([...mine.claimed, ...theirs.claimed])]
    if (signature === undefined || proof === undefined || claimed.length > MOST_CLAIMED) return null
    return { ...mine, signature, proof, claimed }
  },
  label: ({ request }) =>
    [request.memo || 'Request', request.asked.kind === 'open' ? null : amountText(request)]
      .filter(Boolean)
      .join(' · '),
  fields: ({ request, signature, proof, claimed }) => [
    ['pays', [request.payee]],
    ['token', [request.token.symbol]],
    ['made', [when(request.madeAt * 1_000)]],
    ...optionalFacts(request).map(({ label, said }) => [label, [said]] as const),
    ['signature', [signature ?? '']],
    ['proof', [proof ?? '']],
    ['payments claimed', claimed],
  ],
})
const MOST_CLAIMED = 20

function withoutSeen({ seen: _, ...request }: KeptRequest): KeptRequest {
  return request
}

const proofs = ofList(keptProofs, {
  join(mine, theirs) {
    const signature = either(mine.signature, theirs.signature)
    const safeTxHash = either(mine.safeTxHash, theirs.safeTxHash)
    return signature === undefined || safeTxHash === undefined ? null : { ...mine, signature, safeTxHash }
  },
  label: ({ proof }) => `${proof.handle.name} · ${proof.address}`,
  fields: ({ proof, signature, safeTxHash }) => [
    ['platform', [proof.handle.platform]],
    ['made', [when(proof.issuedAt * 1_000)]],
    ['ends', [when(proof.expiresAt * 1_000)]],
    ['signature', [signature ?? '']],
    ['proposal', [safeTxHash ?? '']],
  ],
})

const answers: BackupKind<CodeAnswer> = {
  ...ofList(codeAnswers, {
    join: (mine, theirs) => (mine.isThere === theirs.isThere ? mine : null),
    label: ({ proof, isThere }) => `${proof.handle.name}: code ${isThere ? 'found' : 'not found'}`,
  }),
  parse(raw) {
    const answer = codeAnswers.entry.parse(raw)
    // The code has not been looked up in this browser.
    return answer && { ...answer, isRestored: true }
  },
}

const watchedSafes: BackupKind<Address> = {
  read: (storage) => ({ items: readWatched(storage), unreadable: 0 }),
  parse: parseAddress,
  format: (safe) => safe,
  idOf: (safe) => safe,
  join: (mine) => mine,
  max: MAX_WATCHED,
  write(storage, safes) {
    for (const safe of safes) watch(storage, safe)
    return 0
  },
  label: (safe) => safe,
}

const reminders: BackupKind<Reminder> = {
  ...ofList(keptReminders, {
    // The person decides about a rhythm or rows that differ. A skipped date is not a fact of the chain.
    join: (mine, theirs) => (isSameReminder(mine, theirs) ? mine : null),
    label: ({ name, rows, account }) => `${name} · ${count(rows.length, 'payment')} · ${account}`,
    fields: ({ rhythm, anchor, tag, isPaused, skipped, rows }) => [
      ['repeats', [rhythmWords[rhythm]]],
      ['first', [anchor]],
      ['campaign', [tag ?? '']],
      ['paused', [isPaused ? 'yes' : '']],
      ['skipped until', [skipped ?? '']],
      ['payments', rows.map(({ payee, amount }) => `${format(amount)} to ${payee}`)],
    ],
  }),
  parse(raw) {
    const reminder = keptReminders.entry.parse(raw)
    // Its addresses have not been compared in this browser.
    return reminder && { ...reminder, isRestored: true }
  },
}

function isSameReminder(mine: Reminder, theirs: Reminder): boolean {
  const textOf = (one: Reminder) => JSON.stringify(keptReminders.entry.format({ ...one, isRestored: true }))
  return textOf(mine) === textOf(theirs)
}

const budgets = ofList(keptBudgets, {
  join: (mine, theirs) => (mine.amount.value === theirs.amount.value ? mine : null),
  label: ({ tag, amount, account }) => `#${tag} · ${amount.token.symbol} · ${account}`,
  fields: ({ amount }) => [['budget', [format(amount)]]],
})

const ownDetails: BackupKind<OwnDetails> = {
  read(storage) {
    const details = readOwnDetails(storage)
    return { items: details ? [details] : [], unreadable: 0 }
  },
  parse: parseOwnDetails,
  format: ({ name, text }) => ({ name, text }),
  idOf: () => 'own',
  // The person decides which of two is right.
  join: (mine, theirs) => (mine.name === theirs.name && mine.text === theirs.text ? mine : null),
  max: 1,
  write(storage, details) {
    for (const one of details) keepOwnDetails(storage, one)
    return 0
  },
  label: ({ name, text }) => name || (text.split('\n')[0] ?? ''),
  fields: ({ text }) => [['details', text.split('\n')]],
}

/** Calls a function with the kind of a name, for any type of entry. */
type WithKind = <R>(name: KindName, use: <T>(kind: BackupKind<T>) => R) => R

/** Calls a function with the kind of this name. */
export const withKind: WithKind = (name, use) => {
  switch (name) {
    case 'people':
      return use(people)
    case 'requests':
      return use(requests)
    case 'proofs':
      return use(proofs)
    case 'codeAnswers':
      return use(answers)
    case 'watchedSafes':
      return use(watchedSafes)
    case 'payouts':
      return use(payouts)
    case 'attempts':
      return use(attempts)
    case 'drafts':
      return use(drafts)
    case 'templates':
      return use(reminders)
    case 'budgets':
      return use(budgets)
    case 'ownDetails':
      return use(ownDetails)
  }
}

/** The draft of an account, and when it was stored (ms). */
type OwnDraft = { readonly account: Address; readonly draft: PayoutDraft; readonly at: number }

/** Lists that are still being edited, one per account. */
const drafts: BackupKind<OwnDraft> = {
  read(storage) {
    const found = accountsWith(storage, 'draft').map((account) => ({
      account,
      kept: readDraft(storage, account),
    }))
    return {
      items: found.flatMap(({ account, kept }) =>
        kept === null || kept === 'unreadable' ? [] : [{ account, ...kept }],
      ),
      unreadable: found.filter(({ kept }) => kept === 'unreadable').length,
    }
  },
  parse(raw) {
    const found = v.safeParse(v.object({ account: v.string(), draft: v.unknown() }), raw)
    const account = found.success ? parseAddress(found.output.account) : null
    const kept = found.success ? parseDraftDocument(found.output.draft) : null
    return account && kept && { account, at: kept.at, draft: withoutAnswers(kept.draft) }
  },
  format: ({ account, draft, at }) => ({ account, draft: JSON.parse(draftText(draft, at)) }),
  idOf: ({ account }) => account,
  join(mine, theirs) {
    const textOf = ({ draft }: OwnDraft) => draftText(withoutAnswers(draft), 0)
    return textOf(mine) === textOf(theirs) ? mine : null
  },
  max: Number.POSITIVE_INFINITY,
  write(storage, items) {
    return items.filter(({ account, draft, at }) => !keepDraft(storage, account, draft, at)).length
  },
  label: ({ account, at }) => `${when(at)} · ${account}`,
  fields: ({ draft }) => [['text', [draft.text]]],
}

/**
 * A list without what a file must not decide: confirmed doubts, which rows are paid although the list says something else
 * about them, the addresses of names, and the decimals of tokens, which are read from their contracts again.
 */
function withoutAnswers(draft: PayoutDraft): PayoutDraft {
  return { ...draft, ticks: new Set(), answers: {}, names: [], tokens: [] }
}
