/** A text that may slow down a regular expression: `pump` repeated between two ends. */
export type Attack = { readonly prefix: string; readonly pump: string; readonly suffix: string }

/** The attack as a text of about this many characters. */
export function attackText({ prefix, pump, suffix }: Attack, length: number): string {
  return prefix + pump.repeat(Math.ceil(length / pump.length)) + suffix
}

type Node =
  | { readonly kind: 'chars'; readonly samples: readonly string[] }
  | { readonly kind: 'group'; readonly options: readonly Sequence[] }
  | { readonly kind: 'nothing' }
type Item = { readonly node: Node; readonly most: number }
type Sequence = readonly Item[]

/** At least one of these characters is in any character class. */
const ALPHABET = [
  ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)),
  ...['\t', '\n', '\r', '\0', '\x7f', '\u00a0', '\u00ad', '\u200b', '\u2009', '\u3000', '\ufeff'],
  ...['é', '٣', '，', '€', '’', '𝟙', '😀', '\u0301', '\ue000', '\ud800', '×', '∞', '＝', '﹦'],
]
/** Repetitions of at least this many count as unbounded. */
const MANY = 10

/**
 * Texts made to be slow for an expression: for each of its repetitions, a prefix that reaches it, then many
 * matching characters, then an end that fails; and also its prefix repeated, as near misses.
 */
export function attacksOn(source: string, flags: string): readonly Attack[] {
  const options = parse(source, flags)
  const atoms = [...new Set(options.flatMap(atomsOf))].slice(0, 8)
  const attacks = new Map<string, Attack>()
  const add = (prefix: string, pump: string, suffix: string) => {
    if (pump !== '') attacks.set(JSON.stringify([prefix, pump, suffix]), { prefix, pump, suffix })
  }
  const ends = ['', '\0', '\n', ...atoms.slice(0, 2)]
  const visit = (sequence: Sequence, before: string) => {
    let prefix = before
    for (const { node, most } of sequence) {
      const own =
        node.kind === 'group' ? node.options.map(sampleOf) : node.kind === 'chars' ? node.samples : []
      if (most >= MANY) {
        for (const pump of new Set([...own, own.join(''), ...atoms.slice(0, 4)])) {
          for (const end of ends) add(prefix, pump, end)
        }
      }
      if (node.kind === 'group') for (const option of node.options) visit(option, prefix)
      prefix += sampleOfNode(node)
      add('', prefix, '\0')
      for (const atom of atoms.slice(0, 3)) add('', prefix + atom, '\0')
    }
  }
  for (const option of options) visit(option, '')
  for (const atom of [...atoms, ...ALPHABET.slice(0, 1), '\u200b', '"', '0', 'a']) add('', atom, '\0')
  return [...attacks.values()]
}

function atomsOf(sequence: Sequence): readonly string[] {
  return sequence.flatMap(({ node }) =>
    node.kind === 'group' ? node.options.flatMap(atomsOf) : node.kind === 'chars' ? node.samples : [],
  )
}

function sampleOf(sequence: Sequence): string {
  return sequence.map(({ node }) => sampleOfNode(node)).join('')
}

function sampleOfNode(node: Node): string {
  if (node.kind === 'chars') return node.samples[0] ?? ''
  return node.kind === 'group' ? sampleOf(node.options[0] ?? []) : ''
}

function parse(source: string, flags: string): readonly Sequence[] {
  let at = 0
  const samples = (text: string): readonly string[] => {
    const one = new RegExp(`^(?:${text})$`, flags.replace(/[gy]/g, ''))
    const fitting = ALPHABET.filter((char) => one.test(char))
    // Letters and digits first, because other parts of an expression match them too.
    const usual = fitting.filter((char) => /[0-9a-z]/.test(char))
    return [...new Set([usual[0], usual.at(-1), fitting[0], fitting.at(-1)])].filter(
      (char) => char !== undefined,
    )
  }
  const alternatives = (): Sequence[] => {
    const options: Sequence[] = [[]]
    while (at < source.length && source[at] !== ')') {
      if (source[at] === '|') {
        at++
        options.push([])
        continue
      }
      const node = atom()
      const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(source.slice(at))?.[0] ?? ''
      at += quantifier.length
      const most = /^[*+]|,\}/.test(quantifier)
        ? Number.POSITIVE_INFINITY
        : Number(/(\d+)\}/.exec(quantifier)?.[1] ?? 1)
      options[options.length - 1] = [...(options.at(-1) ?? []), { node, most }]
    }
    return options
  }
  const atom = (): Node => {
    const rest = source.slice(at)
    const group = /^\((?:\?(?:[:=!]|<[=!]|<\w+>))?/.exec(rest)?.[0]
    if (group !== undefined) {
      at += group.length
      const options = alternatives()
      at++
      return { kind: 'group', options }
    }
    const assertion = /^(?:[$^]|\\[bB]|\\[1-9])/.exec(rest)?.[0]
    if (assertion !== undefined) {
      at += assertion.length
      return { kind: 'nothing' }
    }
    const text =
      /^(?:\[(?:\\.|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)|.)/su.exec(
        rest,
      )?.[0] ?? rest
    at += text.length
    return { kind: 'chars', samples: samples(text) }
  }
  return alternatives()
}
