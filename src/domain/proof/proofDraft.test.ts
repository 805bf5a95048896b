import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyHandle, anyPlatform, anyPostOf, hostileNames } from '#tests/support/proofs.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { handleFault } from './Handle.ts'
import { DEFAULT_DAYS, MAX_DAYS, newProof, postFault } from './Proof.ts'
import { lifetimes, type ProofDraft, parseProofDraft, proofOptions } from './proofDraft.ts'

/** Any characters, including unpaired surrogates. */
const anyTyped = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
  maxLength: 30,
})
const draft: ProofDraft = { platform: 'x', name: 'ada', ...proofOptions }
const parse = (some: Partial<ProofDraft>) => parseProofDraft({ ...draft, ...some })

describe('a typed proof', () => {
  test('behavior: needs only a name; its profile, @ and capitals are read as the same', () => {
    const read = { ok: true, handle: { platform: 'x', name: 'ada' }, post: null }
    for (const name of ['ada', '@Ada', ' ADA ', 'https://x.com/ada', 'x.com/ada?lang=en']) {
      expect(parse({ name }), name).toEqual(read)
    }
    expect(parse({ post: ' \n' })).toEqual(read)
  })

  test('behavior: keeps a post', () => {
    const post = 'https://x.com/ada/status/1795300000123456789'
    expect(parse({ post: ` ${post} ` })).toMatchObject({ ok: true, post })
  })

  test('behavior: works for every handle, with or without a post', () => {
    const typed = anyHandle.chain((handle) =>
      fc.record({ handle: fc.constant(handle), post: fc.option(anyPostOf(handle)) }),
    )
    fc.assert(
      fc.property(typed, ({ handle, post }) => {
        const { platform, name } = handle
        expect(parse({ platform, name, post: post ?? '' })).toEqual({ ok: true, handle, post })
      }),
      propertyRuns(20),
    )
  })

  test.each<[keyof ProofDraft, Partial<ProofDraft>, RegExp]>([
    ['name', { name: '' }, /Enter your X handle/],
    ['name', { platform: 'website', name: ' ' }, /Enter the website’s name/],
    ['name', { name: 'ada ben' }, /no spaces/],
    ['name', { name: '\u0430da' }, /a to z/],
    ['name', { name: 'https://www.tiktok.com/@ada' }, /isn’t from X/],
    ['name', { platform: 'website', name: 'ada' }, /have a dot/],
    ['name', { name: '', post: 'https://x.com/ada/status/1' }, /Enter your X handle/],
    ['post', { post: 'http://x.com/ada/status/1' }, /https/],
    ['post', { post: 'https://evil.example/ada/status/1' }, /on another site/],
    ['post', { post: 'https://x.com/' }, /front page/],
    ['post', { post: 'https://x.com/ada/status/1#2' }, /“#”/],
  ])('error: refuses a wrong %s at its field: %o', (field, some, words) => {
    const parsed = parse(some)
    const faults = parsed.ok ? {} : parsed.faults
    expect(Object.keys(faults)).toEqual([field])
    expect(faults[field as 'name']).toMatch(words)
  })

  test('behavior: still has the handle for its code while only the post is wrong', () => {
    expect(parse({ post: 'x' })).toMatchObject({ ok: false, handle: { platform: 'x', name: 'ada' } })
    expect(parse({ name: '', post: 'x' })).toMatchObject({ ok: false, handle: null })
  })

  test('error: any input is refused with a reason, or makes a proof', () => {
    const anyName = fc.oneof(anyTyped, fc.constantFrom(...hostileNames))
    const anyPost = fc.oneof(
      fc.constantFrom('', 'https://x.com/ada/status/1', 'https://www.tiktok.com/@ada.b/video/7'),
      anyTyped,
    )
    fc.assert(
      fc.property(anyPlatform, fc.oneof(anyName, fc.constant('ada.b')), anyPost, (platform, name, post) => {
        const parsed = parse({ platform, name, post })
        if (!parsed.ok) {
          expect(Object.values(parsed.faults)).toHaveLength(1)
          return
        }
        expect(handleFault(parsed.handle)).toBeNull()
        expect(parsed.post === null || postFault(parsed.handle, parsed.post) === null).toBe(true)
      }),
      propertyRuns(50),
    )
  })
})

test('behavior: every offered lifetime can be signed, and the default is among them', () => {
  const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const handle = { platform: 'x', name: 'ada' } as const
  for (const { days } of lifetimes) {
    const wanted = { address, handle, post: null, uri: 'https://portal.example/', days } as const
    const proof = newProof(wanted, 1_795_300_000_000, (bytes) => crypto.getRandomValues(bytes))
    expect(proof.expiresAt - proof.issuedAt).toBe(days * 86_400)
    expect(days).toBeLessThanOrEqual(MAX_DAYS)
  }
  expect(lifetimes.map(({ days }) => days)).toContain(DEFAULT_DAYS)
  expect(proofOptions.days).toBe(DEFAULT_DAYS)
})
