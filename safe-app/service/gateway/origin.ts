import { Refusal } from '../http/Reply.ts'
import type { World } from '../World.ts'
import { MAX_ORIGIN } from '../write/body.ts'
import { registeredApps } from './safeApps.ts'
import { sanitizeNote } from './sanitizeNote.ts'

/** The app that proposed a transaction, if the gateway's list has one at the proposal's URL. */
export function safeAppInfo(origin: string): { name: string; url: string; logoUri: string | null } | null {
  const url = field(origin, 'url')
  const app = url === null ? undefined : registeredApps.find((entry) => entry.url === url)
  return app === undefined ? null : { name: app.name, url: app.url, logoUri: app.iconUrl }
}

/** The proposer's note for a transaction, as HTML text. The `note` fault gives every transaction the same one. */
export function noteOf(world: World, origin: string): string | null {
  return sanitized(world.faults.get().note ?? field(origin, 'note'))
}

/**
 * The origin that the gateway forwards: only a JSON object, with its note sanitized or null. Escaping and the added
 * field make it longer, so a text that the host trimmed can be too long again. Throws a 422 Refusal then.
 */
export function cleanOrigin(origin: string | null): string | null {
  if (origin === null) return null
  const parsed = parseObject(origin)
  if (parsed === null) return null
  const text = JSON.stringify({ ...parsed, note: sanitized(field(origin, 'note')) })
  if (text.length > MAX_ORIGIN) throw new Refusal(422, { code: 422, message: 'An error occurred' })
  return text
}

function sanitized(note: string | null): string | null {
  return note === null ? null : sanitizeNote(note)
}

function field(origin: string, name: string): string | null {
  const parsed = parseObject(origin)
  const value: unknown = parsed === null ? null : Reflect.get(parsed, name)
  return typeof value === 'string' ? value : null
}

function parseObject(text: string): object | null {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' ? parsed : null
  } catch {
    return null
  }
}
