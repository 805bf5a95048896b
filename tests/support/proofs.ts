import fc from 'fast-check'
import type { Hex } from 'viem'
import { type Handle, handleFault, type Platform, platforms } from '#domain/proof/Handle.ts'
import {
  MAX_DAYS,
  MAX_SIGNATURE,
  MIN_SIGNATURE,
  type Proof,
  parsePost,
  type SignedProof,
} from '#domain/proof/Proof.ts'
import { anyAddress } from './arbitraries.ts'

/** A typical proof of an influencer. */
export const usualProof: Proof = {
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  handle: { platform: 'x', name: 'ada' },
  post: 'https://x.com/ada/status/1795300000123456789',
  uri: 'https://portal.example/',
  nonce: 'k3Jd82kLmQ0aZx9P',
  issuedAt: 1_795_300_000,
  expiresAt: 1_795_300_000 + 90 * 86_400,
}

export const allPlatforms = Object.keys(platforms) as Platform[]
export const anyPlatform = fc.constantFrom(...allPlatforms)

const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789')
const nameLetter = fc.oneof({ weight: 8, arbitrary: letter }, fc.constantFrom('_', '.', '-'))

const anyLabel = fc
  .string({ unit: fc.oneof(letter, fc.constant('-')), minLength: 1, maxLength: 20 })
  .map((text) => text.replace(/^-|-$/g, 'a'))
const anyHost = fc
  .tuple(
    fc.array(anyLabel, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('example', 'com', 'xn--p1ai', 'io'),
  )
  .map(([labels, end]) => [...labels, end].join('.'))

/** Any handle. */
export const anyHandle: fc.Arbitrary<Handle> = anyPlatform.chain((platform) =>
  (platform === 'website' ? anyHost : fc.string({ unit: nameLetter, minLength: 1, maxLength: 32 }))
    .map((name) => ({ platform, name }))
    .filter((handle) => handleFault(handle) === null),
)

const pathLetter = fc.oneof(letter, fc.constantFrom(...'ABCXYZ-._~!$&()*+,;=:@'), fc.constant('%C3%A9'))

/** Addresses of posts by the handle. */
export function anyPostOf(handle: Handle): fc.Arbitrary<string> {
  const hosts =
    handle.platform === 'website' ? [handle.name, `blog.${handle.name}`] : platforms[handle.platform].hosts
  const part = fc.string({ unit: pathLetter, minLength: 1, maxLength: 20 })
  return fc
    .tuple(fc.constantFrom(...hosts), fc.array(part, { minLength: 1, maxLength: 3 }), fc.option(part))
    .map(([host, parts, query]) => `https://${host}/${parts.join('/')}${query ? `?q=${query}` : ''}`)
    .filter((post) => parsePost(handle, post).ok)
}

const anyNonce = fc.string({
  unit: fc.oneof(letter, fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ')),
  minLength: 16,
  maxLength: 16,
})

const anyPortal = fc.oneof(
  fc.constantFrom('http://localhost:5173/', 'http://127.0.0.1:4173/', 'https://portal.example:8443/a/'),
  anyHost.filter((host) => URL.canParse(`https://${host}`)).map((host) => `https://${host}/`),
  anyHost
    .filter((host) => URL.canParse(`https://${host}`))
    .map((host) => `https://${host}/portal/index.html`),
)

export const anyProof: fc.Arbitrary<Proof> = anyHandle.chain((handle) =>
  fc
    .record({
      address: anyAddress,
      handle: fc.constant(handle),
      post: fc.option(anyPostOf(handle)),
      uri: anyPortal,
      nonce: anyNonce,
      issuedAt: fc.integer({ min: 1_577_836_800, max: 4_000_000_000 }),
      seconds: fc.integer({ min: 1, max: MAX_DAYS * 86_400 }),
    })
    .map(({ seconds, ...proof }) => ({ ...proof, expiresAt: proof.issuedAt + seconds })),
)

export const anyProofSignature: fc.Arbitrary<Hex> = fc
  .uint8Array({ minLength: MIN_SIGNATURE, maxLength: MAX_SIGNATURE })
  .map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)

export const anySignedProof: fc.Arbitrary<SignedProof> = fc.record({
  proof: anyProof,
  signature: fc.option(anyProofSignature),
})

/** Names made to look like `ada`, or to break the text around a name. */
export const hostileNames: readonly string[] = [
  'аda', // Cyrillic a
  'αda',
  'ad\u0430',
  'ａｄａ',
  'ada\u200b',
  '\u202eada',
  'ada\u2066',
  'a\u0301da',
  'ädä',
  '\u212Aate', // Kelvin sign, which becomes k in lower case
  'ad\u0131', // dotless i
  'a·da',
  'ada\ufe0f',
  '%61da',
  'ada%00',
  'ada\u0000',
  'ada\nURI',
  'a da',
  'ada\tb',
  '<script>',
  'ada"',
  "ada'",
  'ada\\ben',
  'ada&#8238;',
  'ada@evil.example',
  '../ada',
  'javascript:alert(1)',
]
