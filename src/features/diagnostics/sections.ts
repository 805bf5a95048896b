import { endpointLines, headsOf } from './endpointLines.ts'
import type { Facts } from './facts.ts'
import { redact } from './foreignText.ts'
import { browserLines, handshakeLines, modeLines, serviceLines, storageLines } from './hereLines.ts'
import type { Line } from './words.ts'

/** A card of the page: lines of its own, and parts with a title each. */
export type Section = {
  readonly id: 'mode' | 'endpoints' | 'services' | 'storage' | 'browser'
  readonly title: string
  readonly lines: readonly Line[]
  readonly parts: readonly { readonly title: string; readonly lines: readonly Line[] }[]
}

/** Everything that is known, in words. The page and the report are both drawn from it, so they cannot differ. */
export function sectionsOf(facts: Facts, options: { readonly addresses: boolean }): readonly Section[] {
  const { endpoints, gateway, txService } = facts
  const heads = headsOf(endpoints)
  const newest = heads.length > 0 ? heads.reduce((a, b) => (b.newest > a.newest ? b : a)) : null
  const sections: readonly Section[] = [
    {
      id: 'mode',
      title: 'How the portal runs',
      lines: modeLines(facts),
      parts: [{ title: 'Handshake with the Safe host', lines: handshakeLines(facts) }],
    },
    {
      id: 'endpoints',
      title: 'RPC endpoints',
      lines: [],
      parts: endpoints.map((one) => ({ title: one.host, lines: endpointLines(one, heads) })),
    },
    {
      id: 'services',
      title: 'Safe services',
      lines: [],
      parts: [
        { title: 'Safe gateway', lines: serviceLines(gateway) },
        { title: 'Transaction service', lines: serviceLines(txService) },
      ],
    },
    { id: 'storage', title: 'Storage', lines: storageLines(facts), parts: [] },
    { id: 'browser', title: 'Version and browser', lines: browserLines(facts, newest), parts: [] },
  ]
  const clean = (text: string) => redact(text, options)
  const cleanLines = (lines: readonly Line[]) =>
    lines.map((line) => ({ ...line, name: clean(line.name), value: clean(line.value) }))
  return sections.map((section) => ({
    ...section,
    lines: cleanLines(section.lines),
    parts: section.parts.map(({ title, lines }) => ({ title: clean(title), lines: cleanLines(lines) })),
  }))
}
