import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyHandle, anyPostOf } from '#tests/support/proofs.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import type { Handle } from './Handle.ts'
import { MAX_POST, type PostFault, parsePost } from './post.ts'

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
      propertyRuns(150),
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
