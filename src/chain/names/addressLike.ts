/** White space and everything that is drawn as a gap or a mark between groups of digits. */
const BETWEEN = /[^\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{N}]+/u
/** Controls, format characters and fillers: nobody sees them, so they hide nothing. */
const UNSEEN = /[\p{Cf}\p{M}\u115f\u1160\u2800\u3164\uffa0]|(?!\s)\p{Cc}/gu

/** Letters of other alphabets, and small capitals, that look like a Latin letter or a digit (Unicode, UTS 39). */
const TWINS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'аαɑᴀ',
    b: 'вьβʙ',
    c: 'сϲᴄ',
    d: 'ԁᴅ',
    e: 'еεєᴇ',
    f: 'ꜰ',
    x: 'хχ×',
    g: 'ɢ',
    h: 'һʜ',
    i: 'іιɪı',
    k: 'кκᴋ',
    l: 'ӏʟ',
    m: 'мᴍ',
    n: 'ɴ',
    o: 'оοօᴏ',
    p: 'рρᴘ',
    r: 'гʀ',
    s: 'ѕꜱ',
    t: 'тτᴛ',
    u: 'υᴜ',
    v: 'ѵνᴠ',
    w: 'ԝᴡ',
    y: 'уʏ',
    '3': 'зӡ',
    '6': 'б',
  }).flatMap(([letter, twins]) => [...twins].map((twin): [string, string] => [twin, letter])),
)

/** With `0x` in front, fewer digits are meant as an address: six, as in `0x90F…906`. */
const IN_ONE_WORD = /[0-9a-f]{10}|[0o]x[0-9a-f]{6}|[0-9a-foil]{20}/
const FEWEST = 10
const FEWEST_MARKED = 6
/** Groups of digits alone are also dates and phone numbers. */
const FEWEST_UNMIXED = 20

/**
 * True for a text that is, contains or resembles an address: ten hex digits or more, with or without `0x`, whatever
 * invisible characters, gaps or foreign letters are between or instead of them (`docs/money.md` 8.12). A name like that
 * could stand for an address, and an address that was damaged like that could be taken for a name.
 */
export function isAddressLike(text: string): boolean {
  let run = { digits: '', isMarked: false, isMixed: false }
  for (const word of asDrawn(text).split(BETWEEN)) {
    if (word === '') continue
    if (IN_ONE_WORD.test(word)) return true
    const head = word.slice(0, endOfDigits(word))
    const isWhole = head.length === word.length
    const mark = /[0o]x([0-9a-f]*)$/.exec(word)
    const longer = {
      digits: run.digits + head,
      isMarked: run.isMarked,
      isMixed: run.isMixed || (/[0-9]/.test(head) && /[a-f]/.test(head)),
    }
    if (run.digits !== '' && isEnough(longer)) return true
    run = isWhole ? longer : { digits: mark?.[1] ?? '', isMarked: mark !== null, isMixed: false }
  }
  return false
}

function isEnough({ digits, isMarked, isMixed }: { digits: string; isMarked: boolean; isMixed: boolean }) {
  const { length } = digits
  return length >= FEWEST_UNMIXED || (isMixed && length >= FEWEST) || (isMarked && length >= FEWEST_MARKED)
}

function endOfDigits(word: string): number {
  const other = word.search(/[^0-9a-f]/)
  return other === -1 ? word.length : other
}

/** A text as a reader sees it: lower case, without accents or invisible characters, look-alike letters as Latin ones. */
export function asDrawn(text: string): string {
  const small = text.normalize('NFKD').replace(UNSEEN, '').toLowerCase()
  return [...small].map((letter) => TWINS.get(letter) ?? letter).join('')
}

/**
 * Without hyphens in the third and fourth place, which every client refuses (ENSIP-15): `xn--` hides another script.
 */
const BNB_LABEL = '(?!..--)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
const BNB_NAME = new RegExp(`^${BNB_LABEL}(?:\\.${BNB_LABEL})*\\.bnb$`)

/** Maximum length of a name (characters), as in the DNS. */
const LONGEST_NAME = 255

/**
 * True for a name that the portal shows: lower-case ASCII letters, digits and inner hyphens, under `.bnb`.
 * Names in other scripts are not shown, because detecting look-alikes among them takes tables of 26 kB gzip.
 */
export function isBnbName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_NAME && BNB_NAME.test(value)
}

/**
 * The name that a person typed, or null. ASCII letters become lower case, as the registry itself has them (ENSIP-1);
 * no other character changes, because a Kelvin sign would become a `k`.
 */
export function toBnbName(typed: string): string | null {
  if (typed.length > LONGEST_NAME) return null
  const name = typed.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return isBnbName(name) ? name : null
}
