import { keccak_256 } from '@noble/hashes/sha3'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyAddress } from '#tests/support/arbitraries.ts'
import { anyHandle, usualProof } from '#tests/support/proofs.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { type Handle, profileUrl } from './Handle.ts'
import { proofCode, sameCode } from './proofCode.ts'

const { address, handle } = usualProof

/** The same by arithmetic: the first 80 bits as a number, as renamed base 32 digits. */
function oracle(account: string, { platform, name }: Handle): string {
  const text = `Influencer Portal: code of a proof, version 1\n56\n${account}\n${profileUrl({ platform, name })}`
  const hash = Buffer.from(keccak_256(new TextEncoder().encode(text))).toString('hex')
  const digits = BigInt(`0x${hash.slice(0, 20)}`)
    .toString(32)
    .padStart(16, '0')
  const renamed = [...digits].map((digit) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[Number.parseInt(digit, 32)])
  return renamed.join('').replace(/(....)(....)(....)(....)/, '$1-$2-$3-$4')
}

describe('the code of a proof', () => {
  test('behavior: never changes, because profiles contain it', () => {
    expect(proofCode(address, handle)).toBe('Y4WY-05ST-AJKX-9TEC')
  })

  test('behavior: is the first 80 bits of the hash, in four groups of four', () => {
    fc.assert(
      fc.property(anyAddress, anyHandle, (account, of) => {
        expect(proofCode(account, of)).toBe(oracle(account, of))
        expect(proofCode(account, of)).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
      }),
      propertyRuns(200),
    )
  })

  test('behavior: differs for any two accounts or handles', () => {
    fc.assert(
      fc.property(anyAddress, anyAddress, anyHandle, anyHandle, (a, b, one, other) => {
        const isSame = a === b && one.platform === other.platform && one.name === other.name
        expect(sameCode(proofCode(a, one), proofCode(b, other))).toBe(isSame)
        if (a !== b) expect(proofCode(a, one)).not.toBe(proofCode(b, one))
      }),
      propertyRuns(100),
    )
  })

  test('behavior: matches in the spellings that people use', () => {
    const code = '0A1B-C2D3-E4F5-G6H7'
    for (const typed of [
      code.toLowerCase(),
      'OA1B-C2D3-E4F5-G6H7',
      'oaib-c2d3-e4f5-g6h7',
      '0aLB C2D3 E4F5 G6H7',
      ' 0A1BC2D3E4F5G6H7 ',
    ]) {
      expect(sameCode(typed, code), typed).toBe(true)
      expect(sameCode(code, typed), typed).toBe(true)
    }
  })

  test('error: differs for a wrong, missing or foreign character', () => {
    const code = '0A1B-C2D3-E4F5-G6H7'
    for (const typed of [
      '0A1B-C2D3-E4F5-G6H8',
      '0A1B-C2D3-E4F5-G6H',
      '0A1B-C2D3-E4F5-G6H77',
      '0A1B–C2D3-E4F5-G6H7',
    ]) {
      expect(sameCode(typed, code), typed).toBe(false)
    }
    for (const typed of [
      '0А1B-C2D3-E4F5-G6H7',
      '0A\u0131B-C2D3-E4F5-G6H7',
      '0A1B\u200b-C2D3-E4F5-G6H7',
      'UA1B-C2D3-E4F5-G6H7',
    ]) {
      expect(sameCode(typed, code), typed).toBe(false)
      expect(sameCode(typed, typed), typed).toBe(false)
    }
    expect(sameCode('', '')).toBe(false)
  })
})
