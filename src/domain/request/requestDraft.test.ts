import { describe, expect, test } from 'vitest'
import { accountKey } from '#storage/keys.ts'
import { memoryStorage } from '#tests/support/backupWorld.ts'
import {
  emptyRequestDraft,
  keepIdentity,
  LIFETIMES,
  lastIdentity,
  OTHER_TOKEN,
  parseRequestDraft,
  type RequestDraft,
  TOLERANCES,
} from './requestDraft.ts'
import { decodeRequest, encodeRequest } from './requestLink.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const dana = '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955'
const safe = '0x1dCaE246787fe93CC4c57FAA9C0a4F83C5113fB4'
const usdt = '0x55d398326f99059fF775485246999027B3197955'
const draft: RequestDraft = { ...emptyRequestDraft, payee: dana, amount: '250.5' }

function faultsOf(some: Partial<RequestDraft>, decimals: number | null = null) {
  const parsed = parseRequestDraft({ ...draft, ...some }, decimals, NOW)
  return parsed.ok ? null : parsed.faults
}

describe('a typed request', () => {
  test('behavior: needs only account and amount, and its link contains exactly those', () => {
    const parsed = parseRequestDraft(draft, null, NOW)
    expect(parsed).toMatchObject({
      ok: true,
      request: { payee: dana, asked: { value: 250_500_000_000_000_000_000n } },
    })
    if (!parsed.ok) return
    const decoded = decodeRequest(encodeRequest({ request: parsed.request, signature: null, proof: null }))
    expect(decoded).toEqual({ ok: true, request: parsed.request, signature: null, proof: null })
  })

  test('behavior: cleans texts before measuring and storing them', () => {
    const memo = `  two\n lines \u202e ${'x'.repeat(60)}  `
    const parsed = parseRequestDraft({ ...draft, memo, reference: '\u200bINV 1' }, null, NOW)
    expect(parsed).toMatchObject({ request: { memo: `two lines ${'x'.repeat(60)}`, reference: 'INV 1' } })
  })

  test('behavior: ignores the amount field if the amount is open', () => {
    expect(parseRequestDraft({ ...draft, asks: 'open', amount: '1,0' }, null, NOW)).toMatchObject({
      ok: true,
      request: { asked: { kind: 'open' } },
    })
  })

  test('behavior: in US dollars fixes the tolerance and the time, and has no due date of its own', () => {
    const usd = { asks: 'usd', amount: '250.5', tolerance: 50, lifetime: 3_600, dueOn: '2026-12-01' } as const
    const parsed = parseRequestDraft({ ...draft, ...usd }, null, NOW)
    expect(parsed).toMatchObject({
      ok: true,
      request: {
        asked: { kind: 'usd', cents: 25_050n, tolerance: 50, until: NOW / 1_000 + 3_600 },
        madeAt: NOW / 1_000,
        dueOn: null,
      },
    })
    if (!parsed.ok) return
    const decoded = decodeRequest(encodeRequest({ request: parsed.request, signature: null, proof: null }))
    expect(decoded).toEqual({ ok: true, request: parsed.request, signature: null, proof: null })
  })

  test('error: US dollars have two decimals, an end, and need a token with a price', () => {
    expect(faultsOf({ asks: 'usd', amount: '0.001' })?.amount).toMatch(/USD allows 2/)
    expect(faultsOf({ asks: 'usd', amount: '10000000000000.01' })?.amount).toBe(
      'Enter at most $10,000,000,000,000.',
    )
    expect(faultsOf({ asks: 'usd', token: OTHER_TOKEN, contract: safe }, 6)?.amount).toMatch(/have a price/)
  })

  test('behavior: every tolerance and lifetime on offer makes a link that is read back', () => {
    for (const tolerance of TOLERANCES) {
      for (const lifetime of LIFETIMES) {
        const parsed = parseRequestDraft({ ...draft, asks: 'usd', tolerance, lifetime }, null, NOW)
        if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults))
        expect(decodeRequest(encodeRequest({ ...parsed, signature: null, proof: null })).ok).toBe(true)
      }
    }
  })

  test('behavior: waits for an unknown token’s decimals, and marks the token unverified', () => {
    const other = { token: OTHER_TOKEN, contract: safe }
    expect(faultsOf(other)).toEqual({ contract: expect.stringContaining('decimals') })
    expect(parseRequestDraft({ ...draft, ...other }, 6, NOW)).toMatchObject({
      ok: true,
      request: {
        token: { address: safe, decimals: 6, name: 'Unverified token' },
        asked: { value: 250_500_000n },
      },
    })
  })

  test.each<[keyof RequestDraft, Partial<RequestDraft>, RegExp]>([
    ['payee', { payee: '' }, /Enter an address/],
    ['payee', { payee: 'eth:0x14dC79964da2C08b23698B3D3cc7Ca32193d9955' }, /another network/],
    ['payee', { payee: dana.replace('D', 'd') }, /checksum/],
    ['payee', { payee: usdt }, /USDT token contract/],
    ['amount', { amount: '' }, /Enter an amount/],
    ['amount', { amount: '1,000.5' }, /separators/],
    ['amount', { amount: '1e3' }, /Enter digits/],
    ['amount', { amount: '0' }, /above zero/],
    ['amount', { amount: `0.${'1'.repeat(19)}` }, /allows 18/],
    ['contract', { token: OTHER_TOKEN, contract: '' }, /contract address/],
    ['contract', { token: OTHER_TOKEN, contract: usdt }, /in the list/],
    ['memo', { memo: 'x'.repeat(81) }, /81 characters\. The limit is 80/],
    ['reference', { reference: 'x'.repeat(41) }, /41 characters\. The limit is 40/],
    ['dueOn', { dueOn: '2026-11-19' }, /has passed/],
    ['dueOn', { dueOn: '2027-02-30' }, /valid date/],
    ['dueOn', { dueOn: '2066-01-01' }, /five years/],
    ['name', { name: 'x'.repeat(61) }, /61 characters\. The limit is 60/],
    ['name', { name: dana }, /looks like an address/],
    ['name', { name: '＠dana' }, /can’t have an @/],
    ['name', { name: '✓ Verified' }, /can’t have a check mark/],
    ['name', { name: 'Dana ✅' }, /can’t have a check mark/],
    ['name', { name: 'Verified by Binance' }, /can’t have a check mark/],
    ['name', { name: 'V e r i f i e d' }, /can’t have a check mark/],
    ['name', { name: 'binance。com' }, /a web address/],
    ['name', { name: '官方认证' }, /can’t have a check mark/],
    ['name', { name: 'V\u0435rified' }, /can’t have a check mark/],
    ['name', { name: 'ᴠᴇʀɪꜰɪᴇᴅ ᴘᴀʏᴇᴇ' }, /can’t have a check mark/],
    ['name', { name: 'Ve\u0301rified' }, /can’t have a check mark/],
    ['name', { name: 'safe.c\u043em' }, /can’t have a check mark/],
    ['name', { name: '√ Dana' }, /can’t have a check mark/],
    ['name', { name: 'Ｖｅｒｉｆｉｅｄ' }, /can’t have a check mark/],
    ['name', { name: 'Verifled Payee' }, /can’t have a check mark/],
    ['name', { name: 'Verifizierte Adresse' }, /can’t have a check mark/],
    ['name', { name: 'подтверждён' }, /can’t have a check mark/],
    ['name', { name: 'Ada”. Your name for this address: Ada' }, /quotation mark/],
    ['name', { name: 'Ada". Your name for this address: Ada. "' }, /quotation mark/],
    ['name', { name: 'Ada” is in your People as “Ada' }, /quotation mark/],
    ['name', { name: 'geprüft: Dana' }, /can’t have a check mark/],
    ['name', { name: 'dana.example.com' }, /can’t have a check mark/],
    ['name', { name: 'WWW.dana' }, /can’t have a check mark/],
    ['handle', { handle: 'dana hikes' }, /space/],
    ['handle', { platform: 'instagram', handle: 'https://x.com/dana' }, /Instagram/],
    ['payer', { payer: dana }, /address that gets paid/],
    ['payer', { payer: '0x12' }, /not an address/],
  ])('error: refuses a wrong %s at its field: %o', (field, some, words) => {
    const faults = faultsOf(some)
    expect(Object.keys(faults ?? {})).toEqual([field])
    expect(faults?.[field as 'payee']).toMatch(words)
  })

  test.each([
    'St.John',
    'Dr.Meyer',
    'J.R. Smith',
    'Dana Official',
    'Dana “the Hiker” Weber',
    'Dana "Ace" Weber',
    '“Dana”',
    "D’Angelo O'Neil",
    'Veri & Fied',
    'Ann.',
    '已 Dana',
    'Вера Зоё',
  ])('behavior: %s is a name', (name) => {
    expect(faultsOf({ name })).toBeNull()
  })

  test('error: names every wrong field, not only the first', () => {
    const all = { payee: 'x', amount: 'x', memo: 'x'.repeat(99), dueOn: '2020-01-01', payer: 'x' }
    expect(Object.keys(faultsOf(all) ?? {}).toSorted()).toEqual(['amount', 'dueOn', 'memo', 'payee', 'payer'])
  })
})

test('behavior: name and handle are those of the newest request of the same payee', () => {
  const made = (some: Partial<RequestDraft>, at: number) => {
    const parsed = parseRequestDraft({ ...draft, ...some }, null, NOW + at * 1_000)
    if (!parsed.ok) throw new Error('The draft is valid.')
    return { request: parsed.request, signature: null, proof: null }
  }
  const kept = [
    made({ name: 'Dana', handle: '@dana' }, 1),
    made({ name: 'Dana Weber', platform: 'tiktok', handle: 'https://www.tiktok.com/@Dana.W' }, 2),
    made({ amount: '7' }, 3),
    made({ payee: safe, name: 'Agency' }, 4),
  ]
  const { storage } = memoryStorage()
  expect(lastIdentity(storage, kept, dana)).toEqual({
    name: 'Dana Weber',
    platform: 'tiktok',
    handle: 'dana.w',
  })
  expect(lastIdentity(storage, kept, usdt)).toEqual({ name: '', platform: 'x', handle: '' })

  // Typed later, it counts, and only for that account.
  const typed = { name: '', platform: 'x', handle: 'danah' } as const
  keepIdentity(storage, dana, typed, NOW / 1_000 + 1)
  expect(lastIdentity(storage, kept, dana).name).toBe('Dana Weber')
  keepIdentity(storage, dana, typed, NOW / 1_000 + 3)
  expect(lastIdentity(storage, kept, dana)).toEqual(typed)
  expect(lastIdentity(storage, kept, safe).name).toBe('Agency')
})

test.each(['{', '{"at":1}', '{"at":9e9,"name":"D","platform":"toString","handle":""}'])(
  'error: stored as %s, name and handle are as good as none',
  (text) => {
    const { storage } = memoryStorage()
    storage.setItem(accountKey('identity', dana), text)
    expect(lastIdentity(storage, [], dana)).toEqual({ name: '', platform: 'x', handle: '' })
  },
)

test.each([
  'ethereum:0x14dC79964da2C08b23698B3D3cc7Ca32193d9955@56',
  'BSC:0x14dC79964da2C08b23698B3D3cc7Ca32193d9955',
  'My address is 0x14dC79964da2C08b23698B3D3cc7Ca32193d9955.',
  'https://bscscan.com/address/0x14dC79964da2C08b23698B3D3cc7Ca32193d9955',
])('behavior: %s is the address to pay to', (payee) => {
  const parsed = parseRequestDraft(
    { ...emptyRequestDraft, payee, token: 'bnb', amount: '1' },
    null,
    1_795_300_000_000,
  )
  expect(parsed.ok && parsed.request.payee).toBe('0x14dC79964da2C08b23698B3D3cc7Ca32193d9955')
})
