import fc from 'fast-check'

type Change = (lines: string[], at: number, other: number, sign: string) => string[]

/** Changes to a message's lines, accidental or deliberate. */
const changes: readonly Change[] = [
  (lines, at) => lines.toSpliced(at, 1),
  (lines, at, other) => lines.toSpliced(other, 0, lines[at] ?? ''),
  (lines, at, other) => lines.with(at, lines[other] ?? '').with(other, lines[at] ?? ''),
  (lines, at) => lines.toSpliced(at, 0, ''),
  (lines) => [...lines, ''],
  (lines, at) => lines.with(at, `${lines[at]} `),
  (lines, at) => lines.with(at, ` ${lines[at]}`),
  (lines, at) => lines.with(at, `${lines[at]}\r`),
  (lines, at) => lines.with(at, (lines[at] ?? '').toLowerCase()),
  (lines, at) => lines.with(at, (lines[at] ?? '').replace(/\d/, '9')),
  (lines, at) => lines.with(at, (lines[at] ?? '').replace(/: .*/, ': ')),
  (lines, at) => lines.with(at, (lines[at] ?? '').replace(': ', ':')),
  (lines) => [...lines, 'Resources:', '- https://example.com'],
  (lines) => [...lines, '- no uri'],
  ...[0, 0, 0, 0].map(
    (): Change => (lines, at, place, sign) => {
      const line = lines[at] ?? ''
      const cut = line.length === 0 ? 0 : place % line.length
      return lines.with(at, line.slice(0, cut) + sign + line.slice(cut + (place % 2)))
    },
  ),
]

const anySign = fc.oneof(
  fc.constantFrom(...' /:?#[]@%"<>\\^`{|}\n\r\t-._~0+Zé\u202e\u0430\u{1f600}'),
  fc.constantFrom('%zz', '%2', '://', '::', '//'),
)

/** A message's text with one or two changes. */
export function anyChangeOf(text: string): fc.Arbitrary<string> {
  const step = fc.tuple(fc.constantFrom(...changes), fc.nat({ max: 60 }), fc.nat({ max: 60 }), anySign)
  return fc.array(step, { minLength: 1, maxLength: 2 }).map((steps) =>
    steps
      .reduce((lines, [change, at, other, sign]) => {
        const count = Math.max(lines.length, 1)
        return change(lines, at % count, other % count, sign)
      }, text.split('\n'))
      .join('\n'),
  )
}
