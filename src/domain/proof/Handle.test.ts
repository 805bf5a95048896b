import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyUnicode } from '#tests/support/arbitraries.ts'
import { allPlatforms, anyHandle, anyPlatform, hostileNames } from '#tests/support/proofs.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import {
  type HandleFault,
  handleFault,
  handleText,
  type Platform,
  parseHandle,
  profileUrl,
} from './Handle.ts'

const nameOf = (platform: Platform, typed: string) => {
  const parsed = parseHandle(platform, typed)
  return parsed.ok ? parsed.handle.name : parsed.fault
}

describe('a handle', () => {
  test.each<[Platform, string, string, string]>([
    ['x', 'ada', 'https://x.com/ada', '@ada on X'],
    ['instagram', 'ada.b', 'https://www.instagram.com/ada.b/', '@ada.b on Instagram'],
    ['tiktok', 'ada', 'https://www.tiktok.com/@ada', '@ada on TikTok'],
    ['youtube', 'ada-b', 'https://www.youtube.com/@ada-b', '@ada-b on YouTube'],
    ['twitch', 'ada', 'https://www.twitch.tv/ada', '@ada on Twitch'],
    ['telegram', 'ada_b', 'https://t.me/ada_b', '@ada_b on Telegram'],
    ['website', 'ada.example', 'https://ada.example/', 'the website ada.example'],
  ])('behavior: on %s it has one URL and one name', (platform, name, url, text) => {
    expect(profileUrl({ platform, name })).toBe(url)
    expect(handleText({ platform, name })).toBe(text)
    expect(new URL(url).href).toBe(url)
  })

  test('behavior: a name, with @, in capitals or as its URL, is read as the same handle', () => {
    fc.assert(
      fc.property(anyHandle, fc.constantFrom('', '/', '?lang=en', '/?a=b#c'), (handle, end) => {
        const { platform, name } = handle
        const url = profileUrl(handle).replace(/\/$/, '')
        const ends = platform === 'website' ? ['', '/'] : [end]
        const typed = [name, ` ${name.toUpperCase()}\n`, ...ends.flatMap((e) => [url + e, url.slice(8) + e])]
        if (platform !== 'website') typed.push(`@${name}`, url.replace('https://', 'HTTP://'))
        for (const text of typed) expect(parseHandle(platform, text), text).toEqual({ ok: true, handle })
      }),
      propertyRuns(100),
    )
  })

  test('behavior: any input is refused, or read as a handle that parses to itself', () => {
    const anyTyped = fc.oneof(
      anyUnicode({ maxLength: 40 }),
      fc.string({ maxLength: 40 }),
      fc.webUrl(),
      fc.stringMatching(/^@?[A-Za-z0-9._-]{1,34}$/),
    )
    fc.assert(
      fc.property(anyPlatform, anyTyped, (platform, typed) => {
        const parsed = parseHandle(platform, typed)
        if (!parsed.ok) return
        expect(parsed.handle.name).toMatch(/^[a-z0-9._-]+$/)
        expect(handleFault(parsed.handle)).toBeNull()
        expect(parseHandle(platform, parsed.handle.name)).toEqual(parsed)
        expect(new URL(profileUrl(parsed.handle)).protocol).toBe('https:')
      }),
      propertyRuns(250),
    )
  })

  test.each(hostileNames)('error: %j is not a handle on any platform', (name) => {
    for (const platform of allPlatforms) {
      expect(parseHandle(platform, name).ok, platform).toBe(false)
      expect(parseHandle(platform, `https://x.com/${name}`).ok, platform).toBe(false)
      expect(handleFault({ platform, name }), platform).not.toBeNull()
    }
  })

  test.each<[HandleFault, Platform, string]>([
    ['empty', 'x', ' \n'],
    ['empty', 'x', '@'],
    ['white-space', 'x', 'ada ben'],
    ['foreign-characters', 'youtube', 'ада'],
    ['foreign-characters', 'twitch', '\u212Aate'],
    ['foreign-characters', 'website', 'ädä.example'],
    ['too-long', 'x', 'a'.repeat(16)],
    ['too-long', 'x', 'a'.repeat(9_999)],
    ['too-long', 'instagram', 'a'.repeat(31)],
    ['too-long', 'website', `${'a.'.repeat(126)}io`],
    ['too-short', 'tiktok', 'a'],
    ['too-short', 'youtube', 'ab'],
    ['too-short', 'twitch', 'ab'],
    ['too-short', 'telegram', 'abc'],
    ['too-short', 'website', 'a.b'],
    ['other-platform', 'x', 'https://www.instagram.com/ada/'],
    ['other-platform', 'x', 'https://x.com.evil.example/ada'],
    ['other-platform', 'x', 'https://xx.com/ada'],
    ['not-a-profile', 'x', 'https://x.com/ada/status/1'],
    ['not-a-profile', 'x', 'https://x.com/'],
    ['not-a-profile', 'tiktok', 'https://www.tiktok.com/ada'],
    ['not-a-profile', 'youtube', 'https://www.youtube.com/channel/UCabc'],
    ['not-a-profile', 'youtube', 'https://youtu.be/dQw4w9WgXcQ'],
    ['not-a-profile', 'telegram', 'https://t.me/s/ada_b'],
    ['not-a-profile', 'website', 'https://pages.example/ada'],
    ['not-a-profile', 'website', 'https://pages.example/?ada'],
    ['port', 'x', 'https://x.com:443/ada'],
    ['port', 'website', 'ada.example:8080'],
    ['no-dot', 'website', 'localhost'],
    ['no-dot', 'website', '2130706433'],
    ['ip-address', 'website', '127.0.0.1'],
    ['ip-address', 'website', '127.0.0x1'],
    ['ip-address', 'website', 'ada.0x'],
    ['ip-address', 'website', 'ada.123'],
    ['form', 'website', 'https://[::1]/'],
    ['form', 'website', 'xn--d.example'],
    ['form', 'website', 'a9.xn-----v.com'],
    ['form', 'website', 'ada..example'],
    ['form', 'website', 'ada.example.'],
    ['form', 'website', '-ada.example'],
    ['form', 'website', 'ada_b.example'],
    ['form', 'website', `${'a'.repeat(64)}.example`],
    ['form', 'website', 'https://ada@evil.example/'],
    ['form', 'x', 'https://x.com@evil.example/ada'],
    ['form', 'x', 'https:\\\\x.com/ada'],
    ['form', 'x', '@@ada'],
    ['form', 'x', 'ada-b'],
    ['form', 'x', 'https://x.com/%61da'],
    ['form', 'x', 'javascript:alert(1)//x.com/ada'],
    ['form', 'instagram', '.ada'],
    ['form', 'instagram', 'ada.'],
    ['form', 'instagram', 'a..da'],
    ['form', 'tiktok', 'ada.'],
    ['form', 'youtube', '.ada'],
    ['form', 'twitch', '_ada'],
    ['form', 'telegram', '1ada'],
    ['form', 'telegram', 'ada_'],
    ['form', 'telegram', 'ada__b'],
    ['reserved', 'x', 'https://x.com/home'],
    ['reserved', 'instagram', 'explore'],
    ['reserved', 'telegram', 'joinchat'],
  ])('error: names the fault %s on %s: %j', (fault, platform, typed) => {
    expect(parseHandle(platform, typed)).toEqual({ ok: false, fault })
  })

  test('behavior: keeps punycode as the name', () => {
    expect(nameOf('website', 'https://XN--80A.example')).toBe('xn--80a.example')
  })

  test('error: refuses other platforms, including an object’s inherited keys', () => {
    for (const platform of ['', 'X', 'facebook', '__proto__', 'constructor', 'toString']) {
      expect(handleFault({ platform: platform as Platform, name: 'ada' })).toBe('other-platform')
    }
  })
})
