import * as v from 'valibot'
import { fromBase64Url, toBase64Url } from '#domain/shared/labelText.ts'

/** Rounds of PBKDF2 with SHA-256 in new files (OWASP, 2023). */
const ITERATIONS = 600_000
/** A file that asks for more would keep the page busy for many seconds. */
const MOST_ITERATIONS = 5_000_000
const [SALT_BYTES, IV_BYTES] = [16, 12]
/** Characters: against somebody who has the file, nothing but the passphrase limits the guesses. */
export const SHORTEST_PASSPHRASE = 12

const bytes = (length: number) =>
  v.pipe(
    v.string(),
    v.maxLength(64),
    v.transform((text) => fromBase64Url(text)),
    v.check((read) => read?.length === length),
    v.transform((read) => new Uint8Array(read ?? [])),
  )

/** How a file is encrypted; everything but the passphrase is in the file. */
export const encryption = v.object({
  kdf: v.literal('PBKDF2-SHA-256'),
  iterations: v.pipe(v.number(), v.safeInteger(), v.minValue(ITERATIONS), v.maxValue(MOST_ITERATIONS)),
  salt: bytes(SALT_BYTES),
  cipher: v.literal('AES-256-GCM'),
  iv: bytes(IV_BYTES),
})
export type Encryption = v.InferOutput<typeof encryption>

/** Browsers encrypt on https and on this computer only. */
export function canEncrypt(): boolean {
  return globalThis.crypto?.subtle !== undefined
}

/** Encrypts a text: the parameters and the data, as in the file. */
export async function encrypt(text: string, passphrase: string) {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES))
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const key = await keyOf(passphrase, salt, ITERATIONS)
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(text))
  return {
    encryption: {
      kdf: 'PBKDF2-SHA-256',
      iterations: ITERATIONS,
      salt: toBase64Url(salt),
      cipher: 'AES-256-GCM',
      iv: toBase64Url(iv),
    },
    data: toBase64Url(new Uint8Array(data)),
  } as const
}

/** Decrypts; null if the passphrase is wrong or the data was changed, which look the same. */
export async function decrypt(
  { iterations, salt, iv }: Encryption,
  data: Uint8Array<ArrayBuffer>,
  passphrase: string,
): Promise<string | null> {
  const key = await keyOf(passphrase, salt, iterations)
  try {
    const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data)
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text)
  } catch {
    return null
  }
}

async function keyOf(passphrase: string, salt: Uint8Array<ArrayBuffer>, iterations: number) {
  // Keyboards write the same letter as one code point or as two.
  const typed = new TextEncoder().encode(passphrase.normalize('NFKC'))
  const secret = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveKey'])
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations }
  return crypto.subtle.deriveKey(how, secret, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}
