const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
}

/**
 * A note as the gateway stores and lists it: sanitize-html without any allowed tag. Tags are removed, the
 * content of scripts and styles with them, and `&`, `<` and `>` are escaped. Quotes stay.
 */
export function sanitizeNote(note: string): string {
  return note
    .replace(/<(script|style|textarea|option)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/<[/!?]?[a-z][^>]*(?:>|$)/gi, '')
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, decode)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

function decode(entity: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return named[name] ?? entity
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity
}
