import fc from 'fast-check'

/** Replaces one node of a document, chosen by `seed`, with `value`; undefined removes it. */
export function mutate(document: unknown, seed: number, value: unknown): unknown {
  const nodes: [Record<string, unknown>, string][] = []
  const copy = structuredClone(document)
  const visit = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return
    for (const name of Object.keys(node)) {
      nodes.push([node as Record<string, unknown>, name])
      visit((node as Record<string, unknown>)[name])
    }
  }
  visit(copy)
  const [parent, name] = nodes[seed % nodes.length] ?? [{}, '']
  if (value === undefined) delete parent[name]
  else parent[name] = value
  return copy
}

/** Values that a hostile service may return in place of others. */
export const anyHostileValue = fc.oneof(
  fc.constantFrom(undefined, null, '', '0x', -1, 1e308, true, [], {}, '__proto__', '\u202e', 'TRANSACTION'),
  fc.jsonValue(),
)
