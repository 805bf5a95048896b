import fc from 'fast-check'
import { isAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { anyAddress, anyUnicode } from '#tests/support/arbitraries.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { parseWrittenAddress, type WrittenAddressFault } from './writtenAddress.ts'

const DANA = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const ELI = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
const USDT = '0x55d398326f99059fF775485246999027B3197955'
const UPPER = `0X${DANA.slice(2).toUpperCase()}`

/** How people, wallets and explorers hand on an address. */
const written: readonly ((address: string) => string)[] = [
  (address) => address,
  (address) => `bnb:${address}`,
  (address) => `BNB:${address}`,
  (address) => `bsc:${address}`,
  (address) => `BSC:${address}`,
  (address) => `BEP20:${address}`,
  (address) => `BEP-20: ${address}`,
  (address) => `(BEP20) ${address}`,
  (address) => `${address} (BSC)`,
  (address) => `BNB Smart Chain: ${address}`,
  (address) => `USDT BEP20 address: ${address}`,
  (address) => `eip155:56:${address}`,
  (address) => `EIP155:56:${address}`,
  (address) => `did:pkh:eip155:56:${address}`,
  (address) => `ethereum:${address}`,
  (address) => `Ethereum:${address}`,
  (address) => `ethereum:pay-${address}@56`,
  (address) => `ethereum:${address}@56`,
  (address) => `ethereum:${address}@56?value=2.014e18`,
  (address) => `ethereum:${address}?value=1&gas=21000`,
  (address) => `ethereum:${USDT}@56/transfer?address=${address}&uint256=5e18`,
  (address) => `ethereum:${USDT}@56/transfer?address=${address}`,
  (address) => `${address}@56`,
  (address) => `Address: ${address}`,
  (address) => `address:${address}`,
  (address) => `Wallet: ${address}`,
  (address) => `Wallet address: ${address}`,
  (address) => `WALLET ADDRESS\n${address}\n`,
  (address) => `My address is ${address}.`,
  (address) => `Here is my wallet address: ${address}, thanks!`,
  (address) => `Meine Adresse: ${address}`,
  (address) => `Mi dirección: ${address}`,
  (address) => `Мой кошелёк: ${address}`,
  (address) => `地址: ${address}`,
  (address) => `EVM (ETH/BSC): ${address}`,
  (address) => `👉 ${address}`,
  (address) => `- ${address}`,
  (address) => `${address}.`,
  (address) => `${address},`,
  (address) => `${address}!`,
  (address) => `<${address}>`,
  (address) => `(${address})`,
  (address) => `[${address}]`,
  (address) => `"${address}"`,
  (address) => `'${address}`,
  (address) => `“${address}”`,
  (address) => `\`${address}\``,
  (address) => `**${address}**`,
  (address) => `\u2068${address}\u2069`,
  (address) => `Wallet:\u00a0\u200b${address}\u200b`,
  (address) => `https://bscscan.com/address/${address}`,
  (address) => `https://www.bscscan.com/address/${address}#tokentxns`,
  (address) => `HTTPS://bscscan.com/address/${address}?p=2`,
  (address) => `bscscan.com/address/${address}`,
  (address) => `(https://bscscan.com/address/${address}).`,
  (address) => `https://bscscan.com/token/${USDT}?a=${address}`,
  (address) => `https://bscscan.com/tokenholdings?a=${address}`,
  (address) => `[${address}](https://bscscan.com/address/${address})`,
  (address) => `https://app.safe.global/home?safe=bnb:${address}`,
  (address) => `https://debank.com/profile/${address}`,
  (address) => `${address} ${address}`,
  (address) => `https://bsc\u00adscan.com/\u200baddress/${address}`,
  (address) => encodeURIComponent(`https://bscscan.com/address/${address}`),
  (address) => `ethereum%3A${address}%4056`,
  (address) => `ethereum:${USDT}/transfer?address=${address}&uint256=5e18`,
  (address) => `https://link.trustwallet.com/send?asset=c20000714_t${USDT}&address=${address}&amount=1`,
  (address) => `https://link.trustwallet.com/send?asset=c20000714&address=${address}&memo=reels`,
  (address) => `trust://send?asset=c20000714&address=${address}&amount=0.5`,
  (address) => `https://metamask.app.link/send/${USDT}@56/transfer?address=${address}&uint256=1e18`,
  (address) => `https://link.metamask.io/send/${address}@56?value=1e16`,
  (address) => `https://link.metamask.io/send/pay-${address}`,
]

const addressIn = (text: string) => {
  const read = parseWrittenAddress(text)
  return read.ok ? read.address : read.fault
}

describe('an address as people hand it on', () => {
  test.each(written.map((write) => write(DANA)))('behavior: %j is the address in it', (text) => {
    expect(parseWrittenAddress(text)).toMatchObject({
      ok: true,
      address: DANA,
      hasChecksum: true,
      digits: DANA,
    })
  })

  test.each([DANA.toLowerCase(), `Address: ${DANA.toLowerCase()}`, `ETHEREUM:${UPPER}@56`, `bsc:${UPPER}`])(
    'behavior: %j has no checksum, and its digits stay as they are written',
    (text) => {
      const read = parseWrittenAddress(text)
      expect(read).toMatchObject({ ok: true, address: DANA, hasChecksum: false })
      expect(read.ok && read.digits.slice(2)).toBe(
        text.includes('X') ? UPPER.slice(2) : DANA.slice(2).toLowerCase(),
      )
    },
  )

  test('behavior: any decoration of an address reads as that address', () => {
    fc.assert(
      fc.property(anyAddress, fc.constantFrom(...written), (address, write) => {
        fc.pre(address.toLowerCase() !== USDT.toLowerCase())
        expect(addressIn(write(address))).toBe(address)
      }),
      propertyRuns(250),
    )
  })

  test('error: no decoration makes one changed digit read', () => {
    const anyDigit = fc.constantFrom(...'0123456789abcdefABCDEF')
    fc.assert(
      fc.property(
        anyAddress,
        fc.constantFrom(...written),
        fc.nat(39),
        anyDigit,
        (address, write, at, digit) => {
          const changed = address.slice(0, 2 + at) + digit + address.slice(3 + at)
          // One in some ten thousand has a checksum that happens to fit, as everywhere.
          fc.pre(changed.toLowerCase() !== address.toLowerCase() && !isAddress(changed))
          // In one case only, an address has no checksum, and is confirmed by a person.
          fc.pre(/[a-f]/.test(changed.slice(2)) && /[A-F]/.test(changed))
          expect(parseWrittenAddress(write(changed)).ok).toBe(false)
        },
      ),
      propertyRuns(250),
    )
  })

  test('error: no decoration makes one lost, added or foreign digit read', () => {
    fc.assert(
      fc.property(
        anyAddress,
        fc.constantFrom(...written),
        fc.nat(39),
        fc.nat(2),
        (address, write, at, how) => {
          const [before, after] = [address.slice(0, 2 + at), address.slice(2 + at)]
          const damaged =
            [before + after.slice(1), `${before}0${after}`, `${before}\u200b${after}`][how] ?? ''
          expect(parseWrittenAddress(write(damaged)).ok).toBe(false)
        },
      ),
      propertyRuns(250),
    )
  })

  test('error: two different addresses are never one', () => {
    const joints = [' ', ', ', ' or ', '\n', ' / ', ':', ' (', '; ']
    fc.assert(
      fc.property(
        anyAddress,
        anyAddress,
        fc.constantFrom(...written),
        fc.constantFrom(...joints),
        (one, other, write, joint) => {
          fc.pre(one !== other)
          expect(parseWrittenAddress(`${write(one)}${joint}${other}`).ok).toBe(false)
          expect(parseWrittenAddress(`${other}${joint}${write(one)}`).ok).toBe(false)
        },
      ),
      propertyRuns(250),
    )
  })

  test('error: no text makes it throw, and none without an address is one', () => {
    const piece = fc.oneof(
      anyUnicode({ maxLength: 8 }),
      fc.constantFrom(
        'ethereum:',
        '0x',
        '@56',
        '/transfer',
        '?address=',
        'https://bscscan.com/address/',
        'eip155:',
      ),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        expect(parseWrittenAddress(pieces.join('')).ok).toBe(false)
      }),
      propertyRuns(250),
    )
  })
})

describe('what is not one address on BNB Smart Chain', () => {
  test.each<[string, WrittenAddressFault]>([
    [`gnosis:${DANA}`, { kind: 'other-chain', prefix: 'gnosis' }],
    [`Gnosis Chain ${DANA}`, { kind: 'other-chain', prefix: 'Gnosis' }],
    ['', { kind: 'empty' }],
    ['Dana', { kind: 'not-an-address' }],
    [`Address: ${DANA.slice(0, -1)}`, { kind: 'not-an-address' }],
    [`ethereum:${DANA.replace('A', 'a')}`, { kind: 'wrong-checksum' }],
    [`https://bscscan.com/address/${DANA.replace('A', 'a')}`, { kind: 'wrong-checksum' }],
    [`BSC:0x${'0'.repeat(40)}`, { kind: 'zero-address' }],
    [`eth:${DANA}`, { kind: 'other-chain', prefix: 'eth' }],
    [`ERC20: ${DANA}`, { kind: 'other-chain', prefix: 'ERC20' }],
    [`ETH address: ${DANA}`, { kind: 'other-chain', prefix: 'ETH' }],
    [`Ethereum: ${DANA}`, { kind: 'other-chain', prefix: 'Ethereum' }],
    [`${DANA} (Polygon)`, { kind: 'other-chain', prefix: 'Polygon' }],
    [`eip155:1:${DANA}`, { kind: 'other-chain', prefix: 'eip155:1' }],
    [`eip155:137:${DANA}`, { kind: 'other-chain', prefix: 'eip155:137' }],
    [`eip155:560:${DANA}`, { kind: 'other-chain', prefix: 'eip155:560' }],
    [`dana:${DANA}`, { kind: 'other-chain', prefix: 'dana' }],
    [`dana:bnb:${DANA}`, { kind: 'other-chain', prefix: 'dana:bnb' }],
    [`BSC testnet: ${DANA}`, { kind: 'other-chain', prefix: 'testnet' }],
    [`ethereum:${DANA}@1`, { kind: 'other-chain', prefix: '@1' }],
    [`ethereum:${DANA}@137?value=1`, { kind: 'other-chain', prefix: '@137' }],
    [`${DANA}@1`, { kind: 'other-chain', prefix: '@1' }],
    [`ethereum:${ELI}/transfer?address=${DANA}&uint256=1`, { kind: 'other-chain', prefix: '@1' }],
    [`ethereum:${USDT}@1/transfer?address=${DANA}`, { kind: 'other-chain', prefix: '@1' }],
    [`https://etherscan.io/address/${DANA}`, { kind: 'other-chain', prefix: 'etherscan.io' }],
    [`https://testnet.bscscan.com/address/${DANA}`, { kind: 'other-chain', prefix: 'testnet.bscscan.com' }],
    [`https://app.safe.global/home?safe=eth:${DANA}`, { kind: 'other-chain', prefix: 'eth' }],
    [`polygonscan.com/address/${DANA}`, { kind: 'other-chain', prefix: 'polygonscan.com' }],
    [`${DANA} or ${ELI}`, { kind: 'several-addresses' }],
    [`https://bscscan.com/address/${DANA}?a=${ELI}`, { kind: 'several-addresses' }],
    [`ethereum:${DANA}@56?address=${ELI}`, { kind: 'several-addresses' }],
    [`ethereum:${DANA}@56?value=1&gas=21000:${ELI}`, { kind: 'several-addresses' }],
    [`ethereum:${DANA}@56?VALUE=5`, { kind: 'payment-link' }],
    [`ethereum:${DANA}@56?label=${ELI}`, { kind: 'several-addresses' }],
    [`Dana ${DANA}`, { kind: 'words-around' }],
    [`not ${DANA}`, { kind: 'words-around' }],
    [`https://bscscan.com/token/${USDT}`, { kind: 'token-page' }],
    [`https://bscscan.com/tx/0x${'1'.repeat(64)}`, { kind: 'unknown-link' }],
    [`https://bscscan.com.evil.example/address/${DANA}`, { kind: 'unknown-link' }],
    [`https://bscscan.com@evil.example/address/${DANA}`, { kind: 'unknown-link' }],
    [`https://example.com/${DANA}`, { kind: 'unknown-link' }],
    [`eip155:56/erc20:${USDT}`, { kind: 'other-chain', prefix: 'eip155:56/erc20' }],
    [`ethereum:${USDT}@56/approve?address=${DANA}&uint256=1`, { kind: 'payment-link' }],
    [`ethereum:${USDT}@56/transfer?address=${DANA}&uint256=0.5`, { kind: 'payment-link' }],
    [`ethereum:${USDT}@56/transfer?address=${DANA}&uint256=-1`, { kind: 'payment-link' }],
    [`ethereum:${USDT}@56/transfer?address=${DANA}&uint256=1e99`, { kind: 'payment-link' }],
    [`ethereum:${USDT}@56/transfer?address=${DANA}&value=1`, { kind: 'payment-link' }],
    [`ethereum:${USDT}@56/transfer?address=${DANA}&address=${ELI}`, { kind: 'payment-link' }],
    [`ethereum:${USDT}@56/transfer?uint256=1`, { kind: 'payment-link' }],
    [`ethereum:${USDT.replace('d', 'D')}@56/transfer?address=${DANA}`, { kind: 'payment-link' }],
    [`ethereum:${DANA}@0x38`, { kind: 'payment-link' }],
    ['ethereum:dana.eth@56', { kind: 'not-an-address' }],
    ['XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS', { kind: 'icap' }],
    ['iban:XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS?amount=5', { kind: 'icap' }],
    [`${'wallet '.repeat(60)}${DANA}`, { kind: 'too-long' }],
  ])('error: %j is refused as %j', (text, fault) => {
    expect(addressIn(text)).toEqual(fault)
  })
})

describe('what a payment link asks for', () => {
  test.each([
    [`ethereum:${DANA}`, null],
    [`ethereum:${DANA}?value=5`, null],
    [`ethereum:${DANA}@56`, null],
    [`ethereum:${DANA}@56?value=0`, null],
    [`ethereum:${DANA}@56?value=1.5e18&gas=21000`, { token: null, value: 15n * 10n ** 17n }],
    [`ethereum:${USDT}@56/transfer?address=${DANA}`, { token: USDT, value: null }],
    [
      `ethereum:${USDT}@56/transfer?address=${DANA}&uint256=5000000000000000000`,
      { token: USDT, value: 5n * 10n ** 18n },
    ],
    [
      `ethereum:${USDT}@56/transfer?uint256=${2n ** 256n - 1n}&address=${DANA}`,
      { token: USDT, value: 2n ** 256n - 1n },
    ],
  ])('behavior: %s', (text, asked) => {
    expect(parseWrittenAddress(text)).toMatchObject({ ok: true, address: DANA, asked })
  })
})

describe('the links of wallets', () => {
  const asked = (text: string) => {
    const read = parseWrittenAddress(text)
    return read.ok ? read.asked : read.fault
  }
  const trust = (rest: string) => `https://link.trustwallet.com/send?asset=c20000714${rest}`
  const one = 10n ** 18n

  test.each([
    [
      'Trust Wallet, a token',
      trust(`_t${USDT}&address=${DANA}&amount=1.5`),
      { token: USDT, value: (3n * one) / 2n },
    ],
    [
      'Trust Wallet, BNB',
      `trust://send?asset=c20000714&address=${DANA}&amount=1`,
      { token: null, value: one },
    ],
    ['Trust Wallet, no amount', trust(`_t${USDT}&address=${DANA}`), { token: USDT, value: null }],
    [
      'MetaMask, a token',
      `https://metamask.app.link/send/${USDT}@56/transfer?address=${DANA}&uint256=1e18`,
      { token: USDT, value: one },
    ],
    ['MetaMask, BNB', `https://link.metamask.io/send/${DANA}@56?value=1e18`, { token: null, value: one }],
    ['the chain as a parameter', `ethereum:${DANA}?chainId=56&value=1e18`, { token: null, value: one }],
    // The contract of USDT here is on no other chain.
    ['no chain', `ethereum:${USDT}/transfer?address=${DANA}&uint256=1e18`, { token: USDT, value: one }],
  ])('behavior: %s: the amount and the token are read exactly', (_, link, expected) => {
    expect(asked(link)).toEqual(expected)
  })

  test.each([
    ['Ethereum', `https://link.trustwallet.com/send?asset=c60_t${USDT}&address=${DANA}&amount=1`, 'Ethereum'],
    ['Tron', `trust://send?asset=c195&address=${DANA}`, 'Tron'],
    ['an unknown coin', `trust://send?asset=c118&address=${DANA}`, 'coin 118'],
    ['Polygon', `https://metamask.app.link/send/${DANA}@137?value=1e16`, '@137'],
    ['a contradiction', `ethereum:${DANA}@56?chainId=1`, '@1'],
    ['another chain as a parameter', `ethereum:${DANA}?chainId=137`, '@137'],
    // FDUSD has the same address on Ethereum.
    ['no chain', `ethereum:0xc5f0f7b66764F6ec8C8Dff7BA683102295E16409/transfer?address=${DANA}`, '@1'],
  ])('error: %s is refused as another network', (_, link, prefix) => {
    expect(asked(link)).toEqual({ kind: 'other-chain', prefix })
  })

  test.each([
    ['an amount of a token without known decimals', trust(`_t${ELI}&address=${DANA}&amount=1`)],
    ['more decimals than the token has', trust(`&address=${DANA}&amount=0.1234567890123456789`)],
    ['an amount in words', trust(`&address=${DANA}&amount=1,5`)],
    ['data', trust(`&address=${DANA}&amount=1&data=0x1234`)],
    ['no address', trust('&amount=1')],
  ])('error: a link of Trust Wallet with %s is not read', (_, link) => {
    expect(parseWrittenAddress(link).ok).toBe(false)
  })

  test('error: a mark inside the address of a link is never left out', () => {
    const broken = `${DANA.slice(0, 20)}\u00ad${DANA.slice(20)}`
    expect(asked(`https://bscscan.com/address/${broken}`)).toEqual({ kind: 'unknown-link' })
  })
})
