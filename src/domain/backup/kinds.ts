import * as v from 'valibot'
import * as AddressText from '#chain/money/Address.ts'
import { format } from '#chain/money/Amount.ts'
import { MAX_WATCHED, readWatched, watch } from '#domain/activity/watchedSafes.ts'
import { keptBudgets } from '#domain/campaigns/Budget.ts'
import type { Slices } from '#domain/draft/import/slices.ts'
import { draftText, keepDraft, parseDraftDocument, readDraft } from '#domain/draft/keptDraft.ts'
import type { PayoutDraft } from '#domain/draft/payoutDraft.ts'
import { type Attempt, type Fact, formatAttempt, joinAttempts, parseAttempt } from '#domain/ledger/Attempt.ts'
import { joinRecords } from '#domain/ledger/journalDocument.ts'
import { batchCalls, type Payout } from '#domain/payout/Payout.ts'
import { payeesHere, payingAccounts } from '#domain/payout/payeesHere.ts'
import { fits, listText, parsePayout, planText } from '#domain/payout/payoutDocument.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import { keptPeople, type Person } from '#domain/people/Person.ts'
import { mergePerson, personFields, personLabel, planImport } from '#domain/people/peopleFile.ts'
import { type CodeAnswer, codeAnswers } from '#domain/proof/codeAnswers.ts'
import { keptProofs } from '#domain/proof/keptProofs.ts'
import { type KeptRequest, keptRequests } from '#domain/request/keptRequests.ts'
import { amountText } from '#domain/request/PaymentRequest.ts'
import type { Fields } from '#domain/shared/fieldChanges.ts'
import { count, when } from '#domain/shared/format.ts'
import type { KeptList } from '#domain/shared/keptList.ts'
import { rhythmWords } from '#domain/templates/rhythm.ts'
import { keptTemplates, type Template } from '#domain/templates/Template.ts'
import { accountsWith, type BrowserStorage } from '#storage/browserStorage.ts'
import type { KindName } from './backupFile.ts'
import { findClaimed, joinPayouts } from './joins.ts'

type Address = AddressText.Address

/** One kind of thing that a backup holds: how it is read and written here, and how two of the same id are joined. */
export type Kind<T> = {
  readonly read: (storage: BrowserStorage) => { readonly items: readonly T[]; readonly unreadable: number }
  /** Parses an entry of a file, as untrusted input. Removes claims that only this browser may make. */
  readonly parse: (raw: unknown) => T | null
  /** JSON that `parse` reads back. */
  readonly format: (item: T) => unknown
  readonly idOf: (item: T) => string
  /** Joins the entry of this browser with that of a file; null to keep the one here. */
  readonly join: (mine: T, theirs: T) => T | null
  /** Why entries of a file are skipped, by their ids. */
  readonly screen?: (
    mine: readonly T[],
    theirs: readonly T[],
    storage: BrowserStorage,
    slices: Slices,
  ) => ReadonlyMap<string, string> | Promise<ReadonlyMap<string, string>>
  /** The maximum number of entries. Further ones are not kept, and existing ones are never dropped for them. */
  readonly max: number
  /** The order in which entries are written. `perWrite` is how many are written at once; by default all. */
  readonly order?: (a: T, b: T) => number
  readonly perWrite?: number
  /** Writes new and changed entries. Returns how many could not be written. */
  readonly write: (storage: BrowserStorage, items: readonly T[]) => number
  /** The text by which a person recognizes it. */
  readonly label: (item: T) => string
  /** Its fields, for a preview; absent if the label already shows everything. */
  readonly fields?: (item: T) => Fields
  /** The account whose payments it records. */
  readonly accountOf?: (item: T) => Address
}

function ofList<T>(list: KeptList<T>, rest: Pick<Kind<T>, 'join' | 'label'> & Partial<Kind<T>>): Kind<T> {
  return {
    read: list.read,
    parse: list.entry.parse,
    format: list.entry.format,
    idOf: list.idOf,
    max: list.max,
    write(storage, items) {
      list.keep(storage, items)
      return 0
    },
    ...rest,
  }
}

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
    ['message', [request.memo]],
    ['reference', [request.reference]],
    ['payer', [request.payer ?? '']],
    ['made', [when(request.madeAt * 1_000)]],
    ['due', [request.dueOn ?? '']],
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

const answers: Kind<CodeAnswer> = {
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

const watchedSafes: Kind<Address> = {
  read: (storage) => ({ items: readWatched(storage), unreadable: 0 }),
  parse(raw) {
    const read = typeof raw === 'string' ? AddressText.parse(raw) : null
    return read?.ok ? read.address : null
  },
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

const document = v.object({
  list: v.unknown(),
  batches: v.unknown(),
  /** Absent in older files, which have them in the batches. */
  attempts: v.optional(v.array(v.unknown()), []),
})
const ofBatch = v.object({ rows: v.array(v.number()) })
const ofAccount = v.object({ account: v.string() })

const payouts: Kind<Payout> = {
  read(storage) {
    const lists = accountsWith(storage, 'payouts').map((account) => payoutStore(storage, account).list())
    return {
      items: lists.flatMap((list) => list.payouts),
      unreadable: lists.reduce((sum, list) => sum + list.unreadable, 0),
    }
  },
  parse(raw) {
    const found = v.safeParse(document, raw)
    if (!found.success) return null
    const { list, batches, attempts: raws } = found.output
    const plan = parsePayout(list, batches)
    if (!plan || !/^[0-9a-z-]{1,64}$/.test(plan.id)) return null
    const read = raws.map((one) => parseOwnAttempt(plan, one))
    const attempts = [...plan.attempts, ...read.filter((one) => one !== null)]
    if (read.includes(null) || !attempts.every((one) => fits(plan, one))) return null
    return withoutClaims({ ...plan, attempts })
  },
  accountOf: ({ account }) => account,
  format: (payout) => ({
    list: JSON.parse(listText(payout)),
    batches: JSON.parse(planText(payout)),
    attempts: payout.attempts.map(formatOwnAttempt),
  }),
  idOf: ({ account, id }) => `${account} ${id}`,
  join: joinPayouts,
  order: (a, b) => a.createdAt - b.createdAt,
  perWrite: 100,
  screen: (_, theirs, storage, slices) =>
    findClaimed(attemptsHere(storage), theirs, payouts.idOf, (payout) => payout.attempts, slices),
  max: Number.POSITIVE_INFINITY,
  write(storage, items) {
    let failed = 0
    for (const [account, its] of groupByAccount(items, (payout) => payout.account)) {
      try {
        payoutStore(storage, account).writeAll(its)
      } catch {
        // An unreadable entry is stored under one of their ids.
        failed += its.length
      }
    }
    return failed
  },
  label: ({ createdAt, rows, account }) =>
    `${when(createdAt)} · ${count(rows.length, 'payment')} · ${account}`,
}

/** An attempt of a payout in a file, without the fields that the payout's list already has. */
function formatOwnAttempt(attempt: Attempt): object {
  const { kind: _, payout: __, calls: ___, ...rest } = formatAttempt(attempt)
  return rest
}

function parseOwnAttempt(payout: Payout, raw: unknown): Attempt | null {
  const batch = v.safeParse(ofBatch, raw)
  const calls = batch.success ? batchCalls(payout, batch.output) : []
  return parseAttempt(payout.account, raw, { kind: payout.kind, payout: payout.id, calls })
}

/**
 * A payout from a file without consents to pay twice, which only this browser may record. It requests nothing itself.
 */
function withoutClaims(payout: Payout): Payout {
  const batches = payout.batches.map(({ rows }) => ({ rows, again: [] }))
  return { ...payout, batches, attempts: payout.attempts.map(toRestored), restored: true, revision: 0 }
}

/** An attempt from a file, without the nonce that would prove a payment replaced. */
function toRestored(attempt: Attempt): Attempt {
  const facts = attempt.facts.map((fact): Fact => {
    if (fact.kind !== 'answered' && fact.kind !== 'found') return fact
    const { submission } = fact
    return submission.kind === 'sent' ? { ...fact, submission: { ...submission, nonce: null } } : fact
  })
  return { ...attempt, restored: true, facts }
}

/** Attempts whose payout is not in this browser any more, or which the previous release kept without one. */
const attempts: Kind<Attempt> = {
  read(storage) {
    const found = payingAccounts(storage).map((account) => {
      const store = payoutStore(storage, account)
      const all = store.ledger.list()
      return {
        items: all.attempts.filter(({ payout }) => payout === null || !store.has(payout)),
        unreadable: all.unreadable,
      }
    })
    return {
      items: found.flatMap(({ items }) => items),
      unreadable: found.reduce((sum, one) => sum + one.unreadable, 0),
    }
  },
  parse(raw) {
    const account = parseAccount(raw)
    const attempt = account && parseAttempt(account, raw)
    // Its list is not in the file, so no payout here may count it as its own.
    return attempt && toRestored({ ...attempt, payout: null, batch: 0, rows: [] })
  },
  accountOf: ({ account }) => account,
  format: (attempt) => ({ account: attempt.account, ...formatAttempt(attempt) }),
  idOf: ({ account, id }) => `${account} ${id}`,
  join: joinAttempts,
  perWrite: 500,
  async screen(mine, theirs, storage, slices) {
    const here = attemptsHere(storage)
    const left = await findClaimed(here, theirs, attempts.idOf, (attempt) => [attempt], slices)
    const outside = new Set(mine.map(attempts.idOf))
    const known = new Set(here.map(attempts.idOf))
    // A record that a payout here has already, perhaps under another id.
    const joined = joinRecords(here, theirs)
    const isInPayout = (one: Attempt, at: number) =>
      known.has(attempts.idOf(one)) ? !outside.has(attempts.idOf(one)) : joined[at]?.id !== one.id
    const same = theirs.filter(isInPayout)
    return new Map([...left, ...same.map((one) => [attempts.idOf(one), 'is recorded here already'] as const)])
  },
  max: Number.POSITIVE_INFINITY,
  write(storage, items) {
    for (const [account, its] of groupByAccount(items, (attempt) => attempt.account)) {
      payoutStore(storage, account).ledger.append(its)
    }
    return 0
  },
  label: ({ account, at, calls }) => `${when(at)} · ${count(calls.length, 'payment')} · ${account}`,
}

function parseAccount(raw: unknown): Address | null {
  const found = v.safeParse(ofAccount, raw)
  return found.success ? watchedSafes.parse(found.output.account) : null
}

/** Every attempt in the ledgers of this browser. */
function attemptsHere(storage: BrowserStorage): readonly Attempt[] {
  return payingAccounts(storage).flatMap((account) => payoutStore(storage, account).ledger.list().attempts)
}

function groupByAccount<T>(
  items: readonly T[],
  accountOf: (item: T) => Address,
): ReadonlyMap<Address, readonly T[]> {
  const groups = new Map<Address, T[]>()
  for (const item of items) {
    const group = groups.get(accountOf(item))
    if (group) group.push(item)
    else groups.set(accountOf(item), [item])
  }
  return groups
}

type OwnDraft = { readonly account: Address; readonly draft: PayoutDraft; readonly at: number }

const drafts: Kind<OwnDraft> = {
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
    const account = found.success ? watchedSafes.parse(found.output.account) : null
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

/** A list without the answers that this browser has to find itself: confirmed doubts, and the addresses of names. */
function withoutAnswers(draft: PayoutDraft): PayoutDraft {
  return { ...draft, ticks: new Set(), names: [] }
}

const templates: Kind<Template> = {
  ...ofList(keptTemplates, {
    // The person decides about a rhythm or rows that differ. A skipped date is not a fact of the chain.
    join: (mine, theirs) => (isSameTemplate(mine, theirs) ? mine : null),
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
    const template = keptTemplates.entry.parse(raw)
    // Its addresses have not been compared in this browser.
    return template && { ...template, isRestored: true }
  },
}

function isSameTemplate(mine: Template, theirs: Template): boolean {
  const textOf = (one: Template) => JSON.stringify(keptTemplates.entry.format({ ...one, isRestored: true }))
  return textOf(mine) === textOf(theirs)
}

const budgets = ofList(keptBudgets, {
  join: (mine, theirs) => (mine.amount.value === theirs.amount.value ? mine : null),
  label: ({ tag, amount, account }) => `#${tag} · ${amount.token.symbol} · ${account}`,
  fields: ({ amount }) => [['budget', [format(amount)]]],
})

/** Calls a function with the kind of a name, for any type of entry. */
type WithKind = <R>(name: KindName, use: <T>(kind: Kind<T>) => R) => R

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
      return use(templates)
    case 'budgets':
      return use(budgets)
  }
}
