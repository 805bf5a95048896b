import * as v from 'valibot'
import type { Address } from 'viem'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { label } from '#safe/service/documents.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'
import { gasRefund } from '#safe/tx/gasRefund.ts'
import { isSingleton } from '#safe/tx/knownContracts.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import type { SafeTx } from '#safe/tx/SafeTx.ts'

/**
 * A fact about a proposal that a signer must understand first. `danger` can cost everything in the Safe; `note` is
 * ordinary and costs only the amount it names.
 */
export type RedFlag = { readonly level: 'danger' | 'look' | 'note'; readonly words: string }

/** Contract versions whose hashing and signatures the portal supports. */
const KNOWN_VERSIONS = /^(1\.0\.0|1\.1\.0|1\.1\.1|1\.2\.0|1\.3\.0|1\.4\.0|1\.4\.1|1\.5\.0)(\+L2)?$/

/** Facts about the Safe itself, from the chain. */
export type SafeNature = {
  readonly version: string | null
  readonly modules: readonly Address[] | null
  /** The contract whose code it runs. */
  readonly singleton: Address | null
  /** The contract that may block its transactions; null for none. */
  readonly guard: Address | null
}

/** The red flags of a proposal, in words, worst first. */
export function redFlags(tx: SafeTx, content: ProposalContent, nature: SafeNature): readonly RedFlag[] {
  const flags: RedFlag[] = []
  const danger = (words: string) => flags.push({ level: 'danger', words })
  const look = (words: string) => flags.push({ level: 'look', words })

  for (const row of content.rows) {
    const where = content.rows.length > 1 ? `Row ${row.path}: ` : ''
    switch (row.meaning.kind) {
      case 'delegatecall':
        danger(
          MultiSend.isKnown(row.to)
            ? `${where}a batch whose content cannot be read runs as the Safe itself.`
            : `${where}runs the code of ${row.to} as the Safe itself (delegatecall). It can take everything and change the owners.`,
        )
        break
      case 'signature':
        // The signed hash is valid everywhere that accepts the Safe's signature, including orders and permits.
        danger(
          `${where}signs a text in the name of the Safe, for good. Its hash is ${row.meaning.hash}: ask for the text, and compare its hash.`,
        )
        break
      case 'known':
        // Delegated power is used later, when no proposal is under review.
        if (row.meaning.call.kind === 'call') look(`${where}${row.meaning.call.words}.`)
        else danger(`${where}${row.meaning.call.words}.`)
        break
      case 'unknown': {
        // Tokens ignore excess bytes and dirty bits, so a payment or an approval can hide behind them.
        const token = Token.find(row.to)
        if (token) {
          danger(
            `${where}calls the token ${token.symbol} (${row.to}) with data that this portal cannot read: it may pay, or let others take any amount.`,
          )
        } else look(`${where}calls ${row.to} with data that this portal cannot read.`)
        break
      }
      case 'transfer':
        if (!row.meaning.isPinned) look(`${where}moves a token we don’t know: ${row.to}.`)
        break
      case 'rejection':
        break
    }
    // A delegatecall has no value of its own.
    if (row.value > 0n && (row.meaning.kind === 'known' || row.meaning.kind === 'unknown')) {
      const amount = Amount.format({ token: Token.BNB, value: row.value })
      look(`${where}sends ${amount} with this call to ${row.to}, which is not part of the totals.`)
    }
  }
  const refund = gasRefund(tx)
  if (refund.kind === 'network-fee') {
    const most = Amount.format(refund.most)
    flags.push({
      level: 'note',
      words: `Safe{Wallet} added a network fee of at most ${most}, paid by the Safe when this is executed.`,
    })
  }
  if (refund.kind === 'other') {
    const to = refund.to ?? 'whoever executes it'
    danger(`The Safe pays a gas refund to ${to}, and its amount is not part of the totals.`)
  }
  if (nature.singleton !== null && !isSingleton(nature.singleton)) {
    danger(`The Safe runs the code of ${nature.singleton}, which Safe has not published. It can do anything.`)
  }
  if (nature.version !== null && !KNOWN_VERSIONS.test(nature.version)) {
    const version = v.parse(label, nature.version)
    danger(`The contract calls itself version ${version}, which this portal does not know.`)
  }
  for (const module of nature.modules ?? []) {
    look(`The module ${module} can move money of this Safe without signatures.`)
  }
  if (nature.guard !== null) look(`The guard ${nature.guard} can forbid transactions of this Safe.`)
  return worstFirst(flags)
}

const LEVELS: readonly RedFlag['level'][] = ['danger', 'look', 'note']

/** The flags, worst first, because the first one titles the page. Those of one level keep their order. */
export function worstFirst(flags: readonly RedFlag[]): readonly RedFlag[] {
  return flags.toSorted((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level))
}
