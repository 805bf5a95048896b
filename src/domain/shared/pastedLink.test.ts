import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeProof, findProofs, proofTextIn } from '#domain/proof/proofLink.ts'
import { encodeReceipt, receiptPathIn } from '#domain/receipt/receiptLink.ts'
import { encodeRequest, findRequests, requestTextIn } from '#domain/request/requestLink.ts'
import { anySignedProof } from '#tests/support/proofs.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { anySignedRequest } from '#tests/support/requests.ts'
import { unwrapLinks } from './pastedLink.ts'

const anyProofText = anySignedProof.map(encodeProof)
const SITE = 'https://portal.example/'
const wrapped = (text: string, width: number) => text.match(new RegExp(`.{1,${width}}`, 'g')) ?? []

/** Links as chats, mails and sites change them. */
const decorations: readonly ((link: string) => string)[] = [
  (link) => link,
  (link) => `${link}.`,
  (link) => `${link},`,
  (link) => `${link}...`,
  (link) => `${link}/`,
  (link) => `<${link}>`,
  (link) => `(${link})`,
  (link) => `"${link}"`,
  (link) => `“${link}”`,
  (link) => `*${link}*`,
  (link) => `_${link}_`,
  (link) => `\`${link}\``,
  (link) => `[pay me](${link})`,
  (link) => `[${link}](${link})`,
  (link) => `<a href="${link}">${link}</a>`,
  (link) => `${link} thanks!`,
  (link) => `Hi, here it is: ${link}, see you.`,
  (link) => `${link}?utm_source=chat&fbclid=1`,
  (link) => `${link}&amp;sa=D`,
  (link) => link.replace('#', '%23'),
  (link) => `${link.replace('#', '%23')}).`,
  (link) => encodeURIComponent(link),
  (link) => link.replace(/#.*$/, encodeURIComponent),
  (link) => link.replace(/(?<=#).*$/, encodeURIComponent),
  (link) => wrapped(link, 9).join('\u00ad'),
  (link) => `${wrapped(link, 30).join('\u200b')}\u2060`,
  (link) => wrapped(link, 76).join('\n'),
  (link) => wrapped(link, 75).join('=\n'),
  (link) => wrapped(link, 75).join('=\r\n'),
  (link) => `> ${wrapped(link, 70).join('\n> ')}\n> thanks`,
  (link) => wrapped(link, 90).join(' '),
  (link) => `https://www.google.com/url?q=${encodeURIComponent(link)}&sa=D&ust=1`,
  (link) => `https://www.google.com/url?q=${link}&sa=D&ust=1`,
  (link) => `https://l.facebook.com/l.php?u=${encodeURIComponent(link)}&h=AT1`,
  (link) => `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(link)}&amp;data=05`,
  (link) =>
    `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(
      `https://www.google.com/url?q=${encodeURIComponent(link)}`,
    )}&data=05`,
]

/** Splitting a link before its `#` or inside its path leaves nothing that names it. */
const hasPath = (text: string, path: string) => unwrapLinks(text).includes(path)

describe('links as chats, mails and sites change them', () => {
  test('behavior: any decoration of a request’s link is the same request', () => {
    fc.assert(
      fc.property(anySignedRequest, fc.constantFrom(...decorations), (signed, decorate) => {
        const text = encodeRequest(signed)
        const pasted = decorate(`${SITE}#/r/${text}`)
        fc.pre(hasPath(pasted, '#/r/'))
        const found = findRequests(unwrapLinks(pasted)).map((one) => (one.isWhole ? one.text : null))
        expect(new Set(found)).toEqual(new Set([text]))
      }),
      propertyRuns(150),
    )
  })

  test('behavior: any decoration of a proof’s link is the same proof', () => {
    fc.assert(
      fc.property(anyProofText, fc.constantFrom(...decorations), (text, decorate) => {
        const pasted = decorate(`${SITE}#/verify/${text}`)
        fc.pre(hasPath(pasted, '#/verify/'))
        const found = findProofs(unwrapLinks(pasted)).map((one) => (one.isWhole ? one.text : null))
        expect(new Set(found)).toEqual(new Set([text]))
      }),
      propertyRuns(50),
    )
  })

  test('error: no decoration makes a link with one changed character whole', () => {
    const anyCharacter = fc.constantFrom(...'0123456789abcdefXYZ/:._~-')
    fc.assert(
      fc.property(
        anySignedRequest,
        fc.constantFrom(...decorations),
        fc.nat(),
        anyCharacter,
        (signed, decorate, place, character) => {
          const text = encodeRequest(signed)
          const at = place % text.length
          const changed = text.slice(0, at) + character + text.slice(at + 1)
          fc.pre(changed !== text)
          const pasted = unwrapLinks(decorate(`${SITE}#/r/${changed}`))
          expect(findRequests(pasted).filter((one) => one.isWhole)).toEqual([])
        },
      ),
      propertyRuns(150),
    )
  })
})

describe('a link in the address bar', () => {
  const tails = ['.', ',', ')', '>', '%20thanks', '%3E', '"', '*', '&amp;x', '?utm_source=a', ').', '/']

  test('behavior: is read without what was put behind it', () => {
    fc.assert(
      fc.property(anySignedRequest, anyProofText, fc.constantFrom('', ...tails), (signed, proof, tail) => {
        const text = encodeRequest(signed)
        expect(requestTextIn(text + tail)).toBe(text)
        expect(proofTextIn(proof + tail)).toBe(proof)
      }),
      propertyRuns(50),
    )
  })

  test('error: stays as it is if it holds something else, so that its fault is shown', () => {
    for (const text of ['', 'x', '1/56/0x00', `${'a'.repeat(9_000)}.`]) {
      expect(requestTextIn(text)).toBe(text)
      expect(proofTextIn(text)).toBe(text)
    }
    fc.assert(
      fc.property(anySignedRequest, anySignedRequest, (one, other) => {
        const two = `${encodeRequest(one)} ${SITE}#/r/${encodeRequest(other)}`
        expect(requestTextIn(two)).toBe(two)
      }),
      propertyRuns(10),
    )
  })

  test.each(['', '.', ',', ')', '%20thanks', '?x=1', ').'])(
    'behavior: a receipt with %j behind it',
    (tail) => {
      const hash = `0x${'1a'.repeat(32)}` as const
      for (const link of [
        { hash, name: 'log-7', note: '' },
        { hash, name: 'row-1.2', note: 'For November' },
      ])
        expect(receiptPathIn(encodeReceipt(link) + tail)).toBe(encodeReceipt(link))
    },
  )

  test.each(['/receipt/56/0x12.', '/receipt/', '/receipt/56/x#y'])('error: %s stays as it is', (path) => {
    expect(receiptPathIn(path)).toBe(path)
  })
})

test('error: a text of nothing but starts of links takes as long as its length', () => {
  const text = '#/r/\n'.repeat(120_000)
  const started = performance.now()
  expect(findRequests(unwrapLinks(text)).some(({ isWhole }) => isWhole)).toBe(false)
  // One second. Searching for the other start from each of them took half a minute.
  expect(performance.now() - started).toBeLessThan(8_000)
})
