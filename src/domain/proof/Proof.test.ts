import { webcrypto } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyHandle, anyPostOf, anyProof, usualProof } from '#tests/support/proofs.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import type { Handle, Platform } from './Handle.ts'
import {
  DEFAULT_DAYS,
  domainOf,
  isSignature,
  MAX_DAYS,
  MAX_POST,
  newProof,
  type PostFault,
  type Proof,
  type ProofField,
  parsePost,
  proofFault,
} from './Proof.ts'

const NOW = 1_795_300_000_999
const random = (bytes: Uint8Array<ArrayBuffer>) => webcrypto.getRandomValues(bytes)
const { address, handle, post, uri } = usualProof
const wanted = { address, handle, post, uri, days: DEFAULT_DAYS }

describe('a new proof', () => {
  test('behavior: starts now, in whole seconds, and ends after its days', () => {
    const { nonce, ...proof } = newProof(wanted, NOW, random)
    expect(proof).toEqual({
      address,
      handle,
      post,
      uri,
      issuedAt: 1_795_300_000,
      expiresAt: 1_795_300_000 + 90 * 86_400,
    })
    expect(nonce).toMatch(/^[A-Za-z0-9]{16}$/)
    expect(newProof({ ...wanted, days: MAX_DAYS }, NOW, random).nonce).not.toBe(nonce)
  })

  test('behavior: adds a missing trailing slash to the portal’s URL', () => {
    expect(newProof({ ...wanted, uri: 'https://portal.example' }, NOW, random).uri).toBe(
      'https://portal.example/',
    )
  })

  test('behavior: every letter is equally likely in a nonce', () => {
    const counts = new Map<string, number>()
    for (let byte = 0; byte < 256; byte++) {
      let draws = 0
      const { nonce } = newProof(wanted, NOW, (bytes) => bytes.fill(draws++ === 0 ? byte : 1))
      // Bytes that would favour the first letters are redrawn.
      if (byte >= 248) expect([nonce, draws]).toEqual(['B'.repeat(16), 2])
      else counts.set(nonce, (counts.get(nonce) ?? 0) + 1)
    }
    expect(counts.size).toBe(62)
    expect([...new Set(counts.values())]).toEqual([4])
  })

  test('error: is not made from fields that are not in canonical form', () => {
    for (const days of [0, -1, 367, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => newProof({ ...wanted, days }, NOW, random)).toThrow('Not a proof: days')
    }
    expect(() => newProof({ ...wanted, post: 'https://t.co/a' }, NOW, random)).toThrow('Not a proof: post')
    expect(() => newProof({ ...wanted, uri: 'portal' }, NOW, random)).toThrow('Not a proof: uri')
    expect(() => newProof(wanted, Number.NaN, random)).toThrow('Not a proof: issued-at')
    expect(() => newProof(wanted, 0, random)).toThrow(RangeError)
  })
})

describe('the fields of a proof', () => {
  test('behavior: the domain is the portal’s host and port', () => {
    expect(domainOf({ uri: 'https://portal.example/a/' })).toBe('portal.example')
    expect(domainOf({ uri: 'http://localhost:5173/' })).toBe('localhost:5173')
    fc.assert(
      fc.property(anyProof, (proof) => {
        expect(proofFault(proof)).toBeNull()
        expect(proof.uri.split('/')[2]).toBe(domainOf(proof))
      }),
      propertyRuns(50),
    )
  })

  test.each<[ProofField, Partial<Proof>]>([
    ['address', { address: address.toLowerCase() as Proof['address'] }],
    ['address', { address: '0x0000000000000000000000000000000000000000' }],
    ['address', { address: `bnb:${address}` as Proof['address'] }],
    ['platform', { handle: { platform: 'facebook' as Platform, name: 'ada' } }],
    ['name', { handle: { platform: 'x', name: 'Ada' } }],
    ['name', { handle: { platform: 'x', name: '@ada' } }],
    ['uri', { uri: 'https://portal.example' }],
    ['uri', { uri: 'https://portal.example/#' }],
    ['uri', { uri: 'https://portal.example/?a' }],
    ['uri', { uri: 'http://portal.example/' }],
    ['uri', { uri: 'https://a@portal.example/' }],
    ['uri', { uri: 'https://Portal.example/' }],
    ['uri', { uri: 'https://pörtal.example/' }],
    ['uri', { uri: 'https://portal.example/|' }],
    ['uri', { uri: `https://portal.example/${'a'.repeat(200)}` }],
    ['uri', { uri: 'javascript:alert(1)' }],
    ['nonce', { nonce: 'k3Jd82kLmQ0aZx9' }],
    ['nonce', { nonce: 'k3Jd82kLmQ0aZx9P1' }],
    ['nonce', { nonce: 'k3Jd82kLmQ0aZx9\n' }],
    ['issued-at', { issuedAt: 1_795_300_000.5 }],
    ['issued-at', { issuedAt: 0 }],
    ['issued-at', { issuedAt: 1_795_300_000_000 }],
    ['expires-at', { expiresAt: usualProof.issuedAt }],
    ['expires-at', { expiresAt: usualProof.issuedAt + MAX_DAYS * 86_400 + 1 }],
    ['expires-at', { expiresAt: Number.NaN }],
    ['post', { post: '' }],
    ['post', { post: 'https://www.instagram.com/p/a/' }],
  ])('error: names the wrong field: %s', (field, fields) => {
    expect(proofFault({ ...usualProof, ...fields })).toBe(field)
  })

  test.each([
    '0x',
    '',
    '0x1',
    `0x${'1'.repeat(129)}`,
    `0x${'1'.repeat(128)}`,
    `0x${'A'.repeat(130)}`,
    `0x${'1'.repeat(3_202)}`,
  ])('error: %j is not a signature', (text) => {
    expect(isSignature(text)).toBe(false)
  })
})

const ada: Handle = { platform: 'x', name: 'ada' }
const site: Handle = { platform: 'website', name: 'ada.example' }
const POST = 'https://x.com/ada/status/1'

describe('a post’s URL', () => {
  test('behavior: is optional', () => {
    expect(parsePost(ada, ' \n')).toEqual({ ok: true, post: null })
  })

  test.each<[Handle, string]>([
    [ada, POST],
    [ada, 'https://twitter.com/ada/status/1?s=20'],
    [ada, 'https://x.com/i/web/status/20'],
    [ada, 'https://x.com/Ada/status/20'],
    [{ platform: 'instagram', name: 'ada' }, 'https://www.instagram.com/reel/Abc/'],
    [{ platform: 'tiktok', name: 'ada' }, 'https://www.tiktok.com/@Ada/video/1'],
    [{ platform: 'youtube', name: 'ada' }, 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    [{ platform: 'twitch', name: 'ada' }, 'https://www.twitch.tv/videos/1'],
    [site, 'https://ada.example/'],
    [site, 'https://blog.ada.example/2026/me?a=b'],
    [{ platform: 'youtube', name: 'ada' }, 'https://youtu.be/dQw4w9WgXcQ'],
    [{ platform: 'telegram', name: 'ada_b' }, 'https://t.me/ada_b/12'],
    [ada, 'https://x.com/ada'],
    [{ platform: 'instagram', name: 'ada' }, 'https://www.instagram.com/stories/highlights/1/'],
    [{ platform: 'instagram', name: 'ada' }, 'https://www.instagram.com/p/%E0%A4/'],
  ])('behavior: for %j may be %s', (handle, post) => {
    expect(parsePost(handle, ` ${post}\n`)).toEqual({ ok: true, post })
  })

  test('behavior: is on the handle’s own hosts, and the same in every browser', () => {
    const anyTwo = anyHandle.chain((handle) => fc.tuple(fc.constant(handle), anyPostOf(handle), anyHandle))
    fc.assert(
      fc.property(anyTwo, ([handle, post, other]) => {
        expect(parsePost(handle, post)).toEqual({ ok: true, post })
        expect(new URL(post).href).toBe(post)
        const isElsewhere =
          handle.platform === 'website' ? other.name !== handle.name : other.platform !== handle.platform
        if (isElsewhere) expect(parsePost(other, post)).toEqual({ ok: false, fault: 'other-host' })
      }),
      propertyRuns(75),
    )
  })

  test.each<[PostFault, Handle, string]>([
    ['white-space', ada, 'https://x.com/ada /1'],
    ['white-space', ada, 'https://x.com/ada\n/1'],
    ['foreign-characters', ada, 'https://x.com/аda/1'],
    ['foreign-characters', ada, 'https://x.com/\u202eada'],
    ['foreign-characters', site, 'https://ädä.ada.example/'],
    ['too-long', ada, `${POST}${'0'.repeat(MAX_POST)}`],
    ['not-https', ada, 'http://x.com/ada/status/1'],
    ['not-https', ada, 'x.com/ada/status/1'],
    ['not-https', ada, 'HTTPS://x.com/ada/status/1'],
    ['not-https', ada, 'javascript:alert(1)'],
    ['credentials', ada, 'https://x.com@evil.example/'],
    ['credentials', ada, 'https://:a@x.com/ada/1'],
    ['port', ada, 'https://x.com:8443/ada/status/1'],
    ['fragment', ada, `${POST}#a`],
    ['fragment', ada, `${POST}#`],
    ['other-host', ada, 'https://x.com.evil.example/ada/status/1'],
    ['other-host', ada, 'https://evil.example/x.com/ada/status/1'],
    ['other-host', ada, 'https://t.co/abc'],
    ['other-author', ada, 'https://x.com/nobody123/status/1'],
    ['other-author', { platform: 'tiktok', name: 'ada' }, 'https://www.tiktok.com/@nobody/video/1'],
    ['other-author', { platform: 'telegram', name: 'ada_b' }, 'https://t.me/nobody/12'],
    ['other-author', { platform: 'instagram', name: 'ada' }, 'https://www.instagram.com/nobody/p/Abc/'],
    // Somebody else's profile, on which anything may stand.
    ['other-author', ada, 'https://x.com/nobody123'],
    ['other-author', { platform: 'twitch', name: 'ada' }, 'https://www.twitch.tv/Nobody'],
    ['other-author', { platform: 'youtube', name: 'ada' }, 'https://www.youtube.com/@nobody'],
    // Platforms decode a name, and take one with its @.
    ['other-author', ada, 'https://x.com/%6Eobody123/status/1'],
    ['other-author', ada, 'https://x.com/@nobody123/status/1'],
    ['other-author', { platform: 'instagram', name: 'ada' }, 'https://www.instagram.com/stories/nobody/1/'],
    ['other-author', { platform: 'telegram', name: 'ada_b' }, 'https://t.me/s/nobody/12'],
    ['other-host', site, 'https://bada.example/'],
    ['other-host', site, 'https://example/'],
    ['other-host', site, 'https://ada.example./'],
    ['not-a-post', ada, 'https://x.com/'],
    ['not-a-post', ada, 'https://x.com'],
    ['not-canonical', ada, 'https://'],
    ['not-canonical', ada, 'https://X.com/ada/status/1'],
    ['not-canonical', ada, 'https://x.com:443/ada/status/1'],
    ['not-canonical', ada, 'https://x.com/a/../ada/status/1'],
    ['not-canonical', ada, 'https://x.com\\ada\\1'],
    ['not-canonical', ada, 'https:///x.com/ada/1'],
    ['not-canonical', ada, 'https://%78.com/ada/1'],
    ['not-canonical', ada, 'https://@x.com/ada/1'],
    ['not-canonical', ada, 'https://x.com/ada|1'],
    ['not-canonical', ada, 'https://x.com/ada"1'],
    ['not-canonical', ada, 'https://x.com/ada%zz'],
    ['not-canonical', ada, 'https://x.com/ada[1]'],
    ['not-canonical', site, 'https://ada.example'],
  ])('error: names the fault %s in %j: %s', (fault, handle, typed) => {
    expect(parsePost(handle, typed)).toEqual({ ok: false, fault })
  })
})
