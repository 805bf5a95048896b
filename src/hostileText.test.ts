import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { type Attack, attacksOn, attackText } from '#tests/support/regexAttacks.ts'

// Every regular expression of src against text made to be slow (A18). New ones are found automatically.

/** The longest text, in characters, for an expression without a bound. */
const LONGEST = 1_000_000
/**
 * ms of the processor: 50, or what a slow machine takes to replace every letter of as long a text, twice. Whatever takes
 * longer than its length deserves is far beyond both at one of the lengths tried.
 */
const MOST = Math.max(50, 2 * plainReplacement())

type Found = { readonly source: string; readonly flags: string; readonly where: string }

const root = fileURLToPath(new URL('.', import.meta.url))
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$|^hosting\//.test(file))
  .sort()

/** Calls `visit` for each node of a syntax tree. */
function walk(node: unknown, visit: (node: Record<string, unknown>) => void): void {
  if (Array.isArray(node)) for (const child of node) walk(child, visit)
  else if (node !== null && typeof node === 'object') {
    visit(node as Record<string, unknown>)
    for (const child of Object.values(node)) walk(child, visit)
  }
}

/** Run only when the portal is built, on its own files. */
const OF_BUILD = /^(?:build\/|ui\/icons\/sprite\.ts$|ui\/fonts\/subset\.ts$)/

const literals: Found[] = []
/** Files that build an expression at run time, and how many. */
const built = new Map<string, number>()
for (const file of files) {
  const { program, errors } = parseSync(file, readFileSync(`${root}${file}`, 'utf8'))
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  walk(program, (node) => {
    const regex = node.type === 'Literal' ? (node.regex as { pattern: string; flags: string }) : undefined
    if (regex) literals.push({ source: regex.pattern, flags: regex.flags, where: file })
    const { callee } = node as { callee?: { name?: string } }
    if ((node.type === 'NewExpression' || node.type === 'CallExpression') && callee?.name === 'RegExp') {
      built.set(file, (built.get(file) ?? 0) + 1)
    }
  })
}

const nameOf = ({ source, flags, where }: Found) => `${where} /${source}/${flags}`

/** Looked up, because its source contains every kind of quotation mark. */
const csvFormula = nameOf(
  literals.find(({ where }) => where === 'domain/shared/csvCells.ts') ?? { source: '', flags: '', where: '' },
)

/** Files that build expressions, and the reason why their texts stay short. */
const builders: Readonly<Record<string, string>> = {
  'domain/proof/Handle.ts': 'Longer handles are refused by MAX_TYPED.',
  'chain/names/addressLike.ts': 'Names over 255 characters are none.',
  'domain/draft/import/numberStyle.ts': 'Longer cells are refused unread.',
  'modes/safe/mode.tsx': 'The origin of the page around this one.',
}

/**
 * Expressions that are slow for a long text but never get one, with their longest text and the reason. All
 * others get a megabyte.
 */
const bounded: Readonly<Record<string, readonly [characters: number, why: string]>> = {
  [String.raw`pages/settings/diagnostics/foreignText.ts /[a-z][a-z0-9+.-]*:\/\/[^\s"'` +
    '`' +
    String.raw`<>“”‘’]*/gi`]: [1_000, 'Texts are cut in oneLine.'],
  [String.raw`pages/settings/diagnostics/foreignText.ts /((?:[a-z0-9-]+\.)+[a-z]{2,}|localhost|\d+\.\d+\.\d+\.\d+)(:\d+)?[/?][^\s"'` +
    '`' +
    String.raw`<>“”‘’]*/gi`]: [1_000, 'Texts are cut in oneLine.'],
  [String.raw`chain/hex.ts /(0x)?[0-9a-f]{8,}$/i`]: [
    200,
    'Only foreignWords asks, after it cut to MAX_WORDS.',
  ],
  [String.raw`chain/hex.ts /0x[0-9a-f]{9,}|[0-9a-f]{20,}/gi`]: [
    1_000,
    'Only redact asks, after oneLine cut the text.',
  ],
  [String.raw`pages/settings/diagnostics/foreignText.ts /\p{C}/gu`]: [1_000, 'Texts are cut in oneLine.'],
  [String.raw`chain/money/Amount.ts /\B(?=(\d{3})+(?!\d))/g`]: [100, 'The digits of a uint256.'],
  [String.raw`chain/money/Amount.ts /^([0-9]+)(?:\.([0-9]+))?$/`]: [
    100,
    'Longer amounts are refused unread.',
  ],
  [String.raw`chain/money/Amount.ts /^[0-9]+(\.[0-9]+)?$/`]: [100, 'Longer amounts are refused unread.'],
  [String.raw`chain/money/Amount.ts /^[0-9][0-9.,'’ \u00a0\u202f_]*$/`]: [
    100,
    'Longer amounts are refused unread.',
  ],
  [String.raw`ui/content/AmountText.tsx /^(.*\.0*[0-9]{6})([0-9]+)$/`]: [400, 'A formatted uint256.'],
  [String.raw`parseEnv.ts /^(.{1,16})\1+$/`]: [2_000, 'Written by whoever builds the portal.'],
  [String.raw`chain/text/label.ts /[\s\u2028\u2029]+/gu`]: [10_000, 'Texts are cut in cleanLabel.'],
  [String.raw`chain/text/label.ts /\p{C}+/gu`]: [10_000, 'Texts are cut in cleanLabel.'],
  [String.raw`chain/text/label.ts /(\p{M}{2})\p{M}+/gu`]: [10_000, 'Texts are cut in cleanLabel.'],
  [String.raw`safe/service/documents.ts /\p{C}/gu`]: [10_000, 'Cut to ten times what is kept.'],
  [String.raw`safe/proposal/simulate.ts /\p{C}/gu`]: [200, 'Cut to MAX_REASON.'],
  [String.raw`domain/proof/proofMessage.ts /[IL]/g`]: [64, 'The form before it takes 64 characters.'],
  [String.raw`domain/proof/proofMessage.ts /[ -]/g`]: [64, 'The form before it takes 64 characters.'],
  [String.raw`domain/proof/proofMessage.ts /.{4}(?=.)/g`]: [100, 'The signs of a code that is made here.'],
  [String.raw`domain/proof/proofMessage.ts /.{5}/g`]: [100, 'The bits of a code that is made here.'],
  [String.raw`domain/proof/Handle.ts /^(?:https?:\/\/)?(?<host>[a-z0-9.-]+)(?<port>:\d+)?(?:\/(?<path>[^?#]*))?(?<rest>[?#].*)?$/i`]:
    [2_000, 'Longer handles are refused by MAX_TYPED.'],
  [String.raw`domain/proof/Handle.ts /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/`]:
    [2_000, 'Longer names are refused before their form is looked at.'],
  [String.raw`domain/accounting/accountingRows.ts /\p{Surrogate}/gu`]: [
    1_000,
    'The symbol of a token, cut when it is read.',
  ],
  [String.raw`parseEnv.ts /\/+$/`]: [2_000, 'Written by whoever builds the portal.'],
  [String.raw`domain/draft/import/records.ts /\r\n?/g`]: [10_000, 'Longer records are refused unread.'],
  [String.raw`domain/draft/import/numberStyle.ts /[^0-9]/g`]: [100, 'Longer cells are refused unread.'],
  [String.raw`domain/draft/import/numberStyle.ts /^(?=.*[0-9])(?:\p{Sc}|[a-z]{1,6}\b|.*[\p{Sc}a-z]$)/iu`]: [
    100,
    'Longer cells are refused unread.',
  ],
  [String.raw`domain/draft/import/freeLine.ts /(?:https?:\/\/|ethereum:)[^\s()<>[\]"]+|(?:\b[a-zA-Z0-9-]{2,10}:){0,2}[ ]?\b0[xX][0-9a-zA-Z]{6,}(?:@[0-9]+)?(?:[=:,;>]+(?=-[0-9])|[-–—=:,;>]+)?|\bT[1-9A-HJ-NP-Za-km-z]{33}\b|\b[\w-]+(?:\.[\w-]+)*\.(?:bnb|eth)\b/gu`]:
    [1_000, 'Longer lines are refused unread.'],
  [String.raw`domain/draft/import/freeLine.ts /\b[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}\b|\b[0-9]{1,2}[./][0-9]{1,2}[./][0-9]{2,4}\b|\b[0-9]{1,2}:[0-9]{2}\b/g`]:
    [1_000, 'Longer lines are refused unread.'],
  [String.raw`domain/draft/import/freeLine.ts /(?<![\p{L}\p{N}_@#])(?:[+-]|(?<=^|\s)[−–—])?[.,/]?[0-9]+(?:[.,'’ \u00a0\u2009\u202f][0-9]+)*/gu`]:
    [1_000, 'Longer lines are refused unread.'],
  [String.raw`domain/draft/import/freeLine.ts /^( ?)([\p{Sc}%‰]|\$?[\p{L}][\p{L}\p{N}.$-]*(?: ?\([A-Za-z0-9 -]+\))?)/u`]:
    [1_000, 'Longer lines are refused unread.'],
  [String.raw`domain/draft/import/freeLine.ts / ?\(.*$/`]: [
    60,
    'The word behind a number is looked for in 60 signs.',
  ],
  [String.raw`domain/draft/import/freeLine.ts /[:=].*$/u`]: [1_000, 'Longer lines are refused unread.'],
  [String.raw`domain/draft/import/freeLine.ts /[-–—=:,;>\s]+$/u`]: [
    1_000,
    'Longer lines are refused unread.',
  ],
  [String.raw`domain/draft/import/columnTitles.ts /[\s_\-./:*\p{C}]+/gu`]: [100, 'Titles are cut before.'],
  [csvFormula]: [
    10_000,
    'Longer records of a list are refused unread; for a file of the portal it is linear.',
  ],
  [String.raw`domain/proof/Handle.ts /^[a-z0-9_-]([a-z0-9_.-]*[a-z0-9_-])?$/`]: [
    2_000,
    'Longer names are refused before their form is looked at.',
  ],
  [String.raw`domain/ledger/fingerprint.ts /(.{4})(?=.)/g`]: [100, 'Sixteen digits of a hash.'],
  [String.raw`domain/draft/import/records.ts /\p{Nd}/u`]: [10_000, 'Longer records are refused unread.'],
  [String.raw`domain/draft/import/records.ts /(?:^|[^0-9a-z])0[x×]|[0o][x×][0-9a-f]{4}|[0-9a-z]{20}|\.(?:eth|bnb)(?:[^0-9a-z]|$)/iu`]:
    [10_000, 'Longer records are refused unread, and comments are cut.'],
  [String.raw`modes/wallet/shims/uaParser.ts /Linux|X11/`]: [
    2_000,
    'The name that the browser gives itself.',
  ],
  [String.raw`domain/draft/import/amountUnit.ts /[\s\u00a0]+$/`]: [100, 'Longer cells are returned whole.'],
  [String.raw`domain/draft/import/workbookCells.ts /"([^"]*)"|\[\$([^\]-]*)[^\]]*\]|((?:\\.)+)|(\p{Sc})/gu`]:
    [255, 'Longer formats are cut.'],
  [String.raw`domain/draft/import/lineKinds.ts /[\s:=.]+$/u`]: [
    100,
    'Longer lines are no headings, and cells are cut.',
  ],
  [String.raw`domain/draft/import/lineKinds.ts /^#(?:[\p{Lu}¡/0]{2,12}[!?]?|[\p{Lu}/]+ ?[\p{Lu}]*[!?])$|^Err:5\d\d$/u`]:
    [100, 'Longer lines are no headings, and cells are cut.'],
  [String.raw`domain/draft/import/lineKinds.ts /\S+$/u`]: [
    100,
    'Longer lines are no headings, and cells are cut.',
  ],
  [String.raw`chain/money/tokenNames.ts /(?: ON |[ _-]*[([]|[ ._-])(?:BEP[- ]?20|BSC|BNB SMART CHAIN|BNB CHAIN|BINANCE SMART CHAIN)[)\]]?$/`]:
    [40, 'Longer texts name no token.'],
  [String.raw`chain/money/tokenNames.ts /(?: ON)?[ ._([-]*$/`]: [40, 'Longer texts name no token.'],
  [String.raw`domain/draft/import/workbookCells.ts /"[^"]*"|\[[^\]]*\]|\\./g`]: [
    255,
    'Longer formats are cut.',
  ],
  [String.raw`domain/draft/import/freeLine.ts /^(?:[#@&^+/\\~§_≈±\p{M}]|[.,'’]{2,}[0-9]|[-−–—](?:\p{L}{0,10}[0-9]|[%‰]|\s|$)|[.'’]+[\p{L}\p{N}@#&%_]|\p{N}|\p{Cf}+[^\s.,;:)])\S*/u`]:
    [1000, 'Longer lines are refused unread.'],
  [String.raw`chain/rpc/Endpoint.ts /\.+$/`]: [2000, 'The host of an endpoint that a person entered.'],
  [String.raw`domain/draft/import/columnFacts.ts /^[^\p{L}]*(?![0-9])\p{N}[^\p{L}]*$/u`]: [
    10000,
    'Longer records are refused unread.',
  ],
  [String.raw`domain/draft/import/columnTitles.ts /^(.*?)\s*[([]\s*([^()[\]]+?)\s*[)\]]\s*$/u`]: [
    100,
    'Titles are cut before.',
  ],
  [String.raw`domain/draft/import/columnTitles.ts /^(\S+)[\s_-]+(.+)$/u`]: [100, 'Titles are cut before.'],
  [String.raw`domain/draft/import/columnFacts.ts /[^\p{L}]/gu`]: [
    10000,
    'Longer records are refused unread.',
  ],
  // Linear, and over 50 ms only for a megabyte of replacements.
  [String.raw`modes/wallet/faultSentences.ts /[\p{Cf}\p{Cs}"]/gu`]: [
    2_000,
    'Texts are cut to ten lines before.',
  ],
  [String.raw`modes/wallet/announced.ts /[\p{Cc}\p{Cf}]/gu`]: [
    20_000,
    'Linear: a wallet that announces a longer name slows down its own page.',
  ],
  [String.raw`modes/wallet/announced.ts /[^a-zA-Z0-9]/g`]: [
    20_000,
    'Linear: a wallet that announces a longer name slows down its own page.',
  ],
  [String.raw`domain/draft/import/columnFacts.ts /^\S+@\S+\.\S+$/`]: [
    254,
    'Longer texts are no e-mail address.',
  ],
  [String.raw`modes/wallet/walletFault.ts /^execution reverted(?:: ([^\n]+)| with reason: ([^\n]+?)\.?(?:\n|$))/i`]:
    [100_000, 'Linear: what a node says of a failed call.'],
  [String.raw`modes/wallet/storedWallets.ts /^[\p{Z}\p{C}]*$/u`]: [
    100_000,
    'Linear: the description that RainbowKit gives of a transaction of the portal.',
  ],
}

/** The ms of the processor that an expression takes for an attack; the least of five, because it may be shared. */
function timeOf({ source, flags }: Found, text: string): number {
  let least = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 5 && least > MOST; turn++) {
    const regex = new RegExp(source, flags)
    const start = process.cpuUsage()
    if (flags.includes('g')) text.replace(regex, '')
    else regex.exec(text)
    const { user, system } = process.cpuUsage(start)
    least = Math.min(least, (user + system) / 1_000)
  }
  return least
}

/** ms of the processor for replacing every letter of the longest text; the least of five. */
function plainReplacement(): number {
  const letters = 'x'.repeat(LONGEST)
  const times = Array.from({ length: 5 }, () => {
    const start = process.cpuUsage()
    letters.replace(/[a-z]/g, '')
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1_000
  })
  return Math.min(...times)
}

/** The longest time for any attack, and that attack. One that is too slow ends the search: it may take minutes. */
function slowest(found: Found): { readonly ms: number; readonly attack: string } {
  const longest = bounded[nameOf(found)]?.[0] ?? LONGEST
  let worst = { ms: 0, attack: '' }
  for (const attack of attacksOn(found.source, found.flags)) {
    for (const length of [20, 24, 28, 32, 1_000, 8_000, 64_000, LONGEST]) {
      const ms = timeOf(found, attackText(attack, Math.min(length, longest)))
      if (ms > MOST) return { ms, attack: describeAttack(attack, length) }
      if (ms > worst.ms) worst = { ms, attack: describeAttack(attack, length) }
      if (length >= longest) break
    }
  }
  return worst
}

function describeAttack({ prefix, pump, suffix }: Attack, length: number): string {
  return `${JSON.stringify(prefix)} + ${JSON.stringify(pump)} to ${length} + ${JSON.stringify(suffix)}`
}

describe('regular expressions', () => {
  test('behavior: every expression built at run time is listed with its bound', () => {
    expect([...built.keys()].sort()).toEqual(Object.keys(builders).sort())
  })

  test('behavior: finds and attacks every expression of src', () => {
    expect(literals.length).toBeGreaterThan(150)
    for (const found of literals)
      expect([nameOf(found), attacksOn(found.source, found.flags).length]).not.toEqual([nameOf(found), 0])
  })

  test('behavior: every bounded expression exists and has a reason', () => {
    const names = new Set(literals.map(nameOf))
    expect(Object.keys(bounded).filter((name) => !names.has(name))).toEqual([])
    for (const [characters, why] of Object.values(bounded)) {
      expect(characters).toBeLessThan(LONGEST)
      expect(why).toMatch(/^[A-Z].*\.$/)
    }
  })

  test.skipIf(!process.env.DEEP)(
    'error: none takes longer for a hostile megabyte than replacing each of its letters twice (A18)',
    () => {
      const unique = [
        ...new Map(
          literals
            .filter(({ where }) => !OF_BUILD.test(where))
            .map((found) => [`${found.source}/${found.flags}/${bounded[nameOf(found)]?.[0]}`, found]),
        ).values(),
      ]
      const times = unique.map((found) => ({ name: nameOf(found), ...slowest(found) }))
      times.sort((a, b) => b.ms - a.ms)
      const lines = times
        .slice(0, 15)
        .map(({ ms, name, attack }) => `${ms.toFixed(1)} ms  ${name}  ${attack}`)
      console.info(lines.join('\n'))
      expect(times.filter(({ ms }) => ms > MOST).map(({ name, attack }) => `${name}: ${attack}`)).toEqual([])
    },
  )
})
