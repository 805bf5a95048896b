import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyUnicode } from '#tests/support/arbitraries.ts'
import { anySignedProof, usualProof } from '#tests/support/proofs.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { anyChangeOf } from '#tests/support/siweMessages.ts'
import { MAX_PASTED, proofDocument, readPasted } from './proofDocument.ts'
import { encodeProof } from './proofLink.ts'
import { proofCode, proofMessage } from './proofMessage.ts'

const signature = `0x${'1b'.repeat(65)}` as const
const signed = { proof: usualProof, signature }
const usual = proofDocument(signed)
const text = encodeProof(signed)
const code = proofCode(usualProof.address, usualProof.handle)
const swap = (from: string | RegExp, to: string) => usual.replace(from, to)

describe('a proof as a document', () => {
  test('behavior: contains the signed message, the signature and the code', () => {
    expect(usual).toBe(`${proofMessage(usualProof)}\n\nSignature: ${signature}\nCode: ${code}`)
    expect(proofDocument({ proof: usualProof, signature: null })).toContain('\nSignature: kept by the Safe\n')
  })

  test('behavior: every proof is read back unchanged from each of its three texts', () => {
    fc.assert(
      fc.property(anySignedProof, (any) => {
        const link = encodeProof(any)
        for (const pasted of [
          proofDocument(any),
          link,
          `${any.proof.uri}#/verify/${link}`,
          `#/verify/${link}`,
        ]) {
          expect(readPasted(pasted)).toEqual({ ok: true, signed: any })
          expect(readPasted(`\ufeff \r\n${pasted.replaceAll('\n', '\r\n')}\n\n`)).toEqual({
            ok: true,
            signed: any,
          })
        }
      }),
      propertyRuns(50),
    )
  })

  test('behavior: a changed document is refused, or is the canonical text of its content', () => {
    fc.assert(
      fc.property(
        anySignedProof.chain((any) => anyChangeOf(proofDocument(any))),
        (pasted) => {
          const read = readPasted(pasted)
          if (!read.ok) return
          const { proof, signature } = read.signed
          // A document that is cut after its message is the message alone.
          const texts = [proofDocument(read.signed), ...(signature === null ? [proofMessage(proof)] : [])]
          expect(texts).toContain(pasted.replaceAll('\r\n', '\n').trim())
        },
      ),
      propertyRuns(200),
    )
  })

  test('behavior: the message alone is a proof without a signature, which a Safe may store', () => {
    const alone = { ok: true, signed: { proof: usualProof, signature: null } }
    expect(readPasted(proofMessage(usualProof))).toEqual(alone)
    expect(readPasted(`${proofMessage(usualProof)}\n`)).toEqual(alone)
  })

  test.each([
    ['empty', ''],
    ['empty', ' \r\n\t'],
    ['too-long', ' '.repeat(MAX_PASTED + 1)],
    ['too-long', usual.padEnd(MAX_PASTED + 1, '\n')],
    ['other-link', 'https://portal.example/'],
    ['other-link', `https://portal.example/#/r/${text}`],
    ['other-link', `https://portal.example/verify/${text}`],
    ['other-link', `https://portal.example/#a#/verify/${text}`],
    ['no-proof', 'hello'],
    ['no-proof', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    ['signature', swap(/0x1b/, '0x')],
    ['signature', swap(/0x1b\w+/, '0x')],
    ['signature', swap(/0x1b/, '0x1B')],
    ['signature', swap(/0x1b\w+/, 'kept by the safe')],
    ['no-code', swap(/\nCode.*/, '')],
    ['no-code', swap(/\nCode: /, '\nCode:')],
    ['no-code', swap(/\nCode/, '\n\nCode')],
    ['altered', swap(/Code: ./, 'Code: U')],
    ['altered', swap(code, code.slice(1))],
    ['altered', swap(/0xf39\w+/, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8')],
    ['altered', swap('@ada', '@ben').replace('- https://x.com/ada\n', '- https://x.com/ben\n')],
    ['layout', swap(code, code.toLowerCase())],
    ['layout', swap(code, code.replaceAll('-', ''))],
    ['layout', `${usual}\nPaid in full`],
    ['layout', swap('\n\nSignature', '\nSignature')],
    ['signature', swap('\nCode', ' \nCode')],
    ['altered', `${usual} .`],
  ])('error: names the fault: %s', (fault, pasted) => {
    expect(readPasted(pasted)).toEqual({ ok: false, fault })
  })

  test.each([
    ['not-eip-4361', swap(/^/gm, '> ')],
    ['not-eip-4361', swap(/\n\n$/, '').replace(/^.*\n/, 'Look at this!\n')],
    ['not-canonical', swap('\n\nSignature', '\n\n\nSignature')],
    ['not-eip-4361', usual.replaceAll('\n', '\r').replace('\r', '\n')],
    ['other-statement', swap('moves nothing', 'moves a little')],
    ['other-chain', swap('Chain ID: 56', 'Chain ID: 1')],
  ])('error: names the fault of the message: %s', (fault, pasted) => {
    expect(readPasted(pasted)).toMatchObject({ ok: false, fault: 'message', detail: { ok: false, fault } })
  })

  test('behavior: a link whose marks a site encoded is read', () => {
    expect(readPasted(`https://portal.example/#%2Fverify%2F${text.replaceAll('~', '%7E')}`)).toMatchObject({
      ok: true,
    })
  })

  test.each([
    ['damaged', text.slice(0, -1)],
    ['damaged', `https://portal.example/#/verify/${text.slice(0, 80)}`],
    ['empty', 'https://portal.example/#/verify/'],
    ['white-space', `https://portal.example/#/verify/${text.slice(0, 80)}\r\n${text.slice(81)}`],
    ['white-space', `${text}\n${text}`],
    ['percent-encoded', `https://portal.example/#/verify/${text.replace('~0x', '~%30x')}`],
    ['foreign-characters', `https://portal.example/#/verify/${text.slice(0, -1)}?utm_source=x`],
    ['foreign-characters', '1~56~аda'],
  ])('error: names the fault of the link: %s', (detail, pasted) => {
    expect(readPasted(pasted)).toEqual({ ok: false, fault: 'link', detail })
  })

  test.each([
    ['in lines', `https://portal.example/#/verify/${text.slice(0, 80)}\r\n${text.slice(80)}`],
    ['with soft breaks', `https://portal.example/#/verify/${text.slice(0, 80)}=\r\n${text.slice(80)}`],
    ['with parameters of a campaign', `https://portal.example/#/verify/${text}?utm_source=x`],
    ['in Markdown', `[my proof](https://portal.example/#/verify/${text})`],
    ['between words', `Hi,\nhere is my proof: <https://portal.example/#/verify/${text}>.\nBye`],
    ['with an encoded #', `https://portal.example/%23/verify/${text}`],
    [
      'in a tracking link',
      `https://l.facebook.com/l.php?u=${encodeURIComponent(`https://portal.example/#/verify/${text}`)}&h=1`,
    ],
  ])('behavior: a link %s is its proof', (_, pasted) => {
    const read = readPasted(pasted)
    expect(read.ok && encodeProof(read.signed)).toBe(text)
  })

  test('behavior: any text is refused or is canonical', () => {
    fc.assert(
      fc.property(anyUnicode({ maxLength: 200 }), (pasted) => {
        expect(readPasted(pasted).ok).toBe(false)
        expect(readPasted(`#/verify/${pasted}`).ok).toBe(false)
        expect(readPasted(`${usual.slice(0, 80)}${pasted}${usual.slice(80)}`).ok).toBe(pasted === '')
      }),
      propertyRuns(50),
    )
  })
})
