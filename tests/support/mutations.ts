import fc from 'fast-check'

/** Values that a broken or hostile node may return in place of others. */
const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, undefined, '', '0x', '0x0', '0x1', 'latest', 0, 1, -1, NaN, true, false, [], {}, [
    null,
  ]),
  fc.constant(`0x${'f'.repeat(64)}`),
  fc.constant(`0x${'f'.repeat(10_000)}`),
  fc.constant('9'.repeat(400)),
  fc.jsonValue({ maxDepth: 2 }),
)

/** Changes any document: a node, found by following the numbers, is replaced, removed, doubled or cut. */
export const anyMutation: fc.Arbitrary<(document: unknown) => unknown> = fc
  .record({
    path: fc.array(fc.nat({ max: 30 }), { maxLength: 5 }),
    how: fc.constantFrom('replace', 'remove', 'double', 'flip'),
    junk,
    at: fc.nat({ max: 70 }),
  })
  .map(({ path, how, junk: instead, at }) => {
    const mutate = (value: unknown, [step, ...rest]: readonly number[]): unknown => {
      const isTree = typeof value === 'object' && value !== null
      const keys = isTree ? Object.keys(value) : []
      const key = step === undefined || keys.length === 0 ? undefined : keys[step % keys.length]
      if (!isTree || key === undefined) return change(value)
      const entries = Object.entries(value).flatMap<[string, unknown]>(([name, part]) => {
        if (name !== key) return [[name, part]]
        if (rest.length === 0 && how === 'remove') return []
        return [[name, mutate(part, rest)]]
      })
      return Array.isArray(value) ? entries.map(([, part]) => part) : Object.fromEntries(entries)
    }
    const change = (value: unknown): unknown => {
      if (how === 'double' && Array.isArray(value)) return [...value, ...value]
      if (how === 'flip' && typeof value === 'string' && value.length > 0) {
        const place = at % value.length
        return `${value.slice(0, place)}${value[place] === '0' ? '1' : '0'}${value.slice(place + 1)}`
      }
      return instead
    }
    return (document) => mutate(document, path)
  })
