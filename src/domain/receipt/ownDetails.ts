import * as v from 'valibot'
import { cleanLabel, labelLength } from '#chain/text/label.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'
import { browserKey } from '#storage/keys.ts'
import { parseJson, storedChanged } from '#storage/persisted.ts'

/** The person at this browser, as they want to stand on their papers. No link carries it. */
export type OwnDetails = {
  /** One clean line, see `cleanLabel`; empty for none. */
  readonly name: string
  /** Address, tax number and the like: clean lines; empty for none. */
  readonly text: string
}

/** Limits in characters, see `labelLength`. */
const LONGEST_OWN_NAME = 80
export const LONGEST_DETAILS = 2_000
/** More lines would not fit on a page. */
const MOST_LINES = 40

const KEY = browserKey('details')

/** Lines of text, each cleaned like a label, without blank lines around them. */
export function cleanLines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(cleanLabel)
    .join('\n')
    .trim()
}

/** Why clean details are not kept; null if they are. */
export function detailsFault({
  name,
  text,
}: OwnDetails): { readonly [field in keyof OwnDetails]?: string } | null {
  const lines = text.split('\n').length
  const fault = {
    ...tooLong('name', name, LONGEST_OWN_NAME),
    ...(lines > MOST_LINES
      ? { text: `${lines} lines. The limit is ${MOST_LINES}.` }
      : tooLong('text', text, LONGEST_DETAILS)),
  }
  return Object.keys(fault).length > 0 ? fault : null
}

function tooLong(field: keyof OwnDetails, text: string, longest: number) {
  const length = labelLength(text)
  return length > longest ? { [field]: `${length} characters. The limit is ${longest}.` } : {}
}

const entry = v.pipe(
  v.object({ name: v.string(), text: v.string() }),
  v.check(({ name, text }) => cleanLabel(name) === name && cleanLines(text) === text),
  v.check((details) => detailsFault(details) === null && !isEmpty(details)),
)

/** The details in a text of storage or of a backup; null for none and for any other value. */
export function parseOwnDetails(raw: unknown): OwnDetails | null {
  const found = v.safeParse(entry, raw)
  return found.success ? found.output : null
}

/** The details kept in this browser; null for none. */
export function readOwnDetails(storage: KeyValueStore): OwnDetails | null {
  const text = storage.getItem(KEY)
  return text === null ? null : parseOwnDetails(parseJson(text, v.unknown()))
}

/** Keeps clean details, or removes them if they are empty. */
export function keepOwnDetails(storage: KeyValueStore, details: OwnDetails): void {
  if (isEmpty(details)) storage.removeItem(KEY)
  else storage.setItem(KEY, JSON.stringify({ version: 1, name: details.name, text: details.text }))
  storedChanged()
}

function isEmpty({ name, text }: OwnDetails): boolean {
  return name === '' && text === ''
}
