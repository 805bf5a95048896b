import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOOKALIKE } from '../../../rig/seed/poison.ts'
import { legacy, TREASURY } from '../../../rig/seed/safes.ts'
import { TREASURY_NONCE } from '../../../rig/seed/story.ts'
import type { Rig } from '../../../rig/startRig.ts'
import { influencers, owners } from '../../../safe-app/accounts.ts'
import { ask, the } from './ask.ts'
import { borrowRig } from './borrowRig.ts'
import { type ListPage, pages, rowsOf } from './documents.ts'

let rig: Rig
const get = <T = unknown>(path: string) => ask<T>(rig.service.url, path)

beforeAll(async () => {
  rig = await borrowRig()
})

afterAll(() => rig.stop())

const history = '/v1/chains/56/safes/T/transactions/history'

describe('the queue', () => {
  test('behavior: lists two nonces, a conflict at the first, and a label before each', async () => {
    const { status, body } = await get<ListPage>('/v1/chains/56/safes/T/transactions/queued')
    expect(status).toBe(200)
    expect(body).toMatchObject({ count: 6, next: null, previous: null })
    expect(body.results).toMatchObject([
      { type: 'LABEL', label: 'Next' },
      { type: 'CONFLICT_HEADER', nonce: Number(TREASURY_NONCE) },
      { type: 'TRANSACTION', conflictType: 'HasNext' },
      { type: 'TRANSACTION', conflictType: 'End' },
      { type: 'LABEL', label: 'Queued' },
      { type: 'TRANSACTION', conflictType: 'None' },
    ])
    const [payment, rejection] = rowsOf(body)
    expect(payment).toMatchObject({
      id: expect.stringMatching(`^multisig_${TREASURY}_0x[0-9a-f]{64}$`),
      txHash: null,
      txStatus: 'AWAITING_CONFIRMATIONS',
      txInfo: {
        type: 'Transfer',
        humanDescription: 'Send 400 USDT to 0x14dC...9955',
        direction: 'OUTGOING',
        sender: { value: TREASURY, name: null, logoUri: null },
        recipient: { value: influencers[4].address, name: null, logoUri: null },
        transferInfo: { type: 'ERC20', value: '400000000000000000000', tokenSymbol: 'USDT', decimals: 18 },
      },
      executionInfo: {
        type: 'MULTISIG',
        nonce: Number(TREASURY_NONCE),
        confirmationsRequired: 2,
        confirmationsSubmitted: 1,
        missingSigners: [owners[1].address, owners[2].address].map((value) => ({
          value,
          name: null,
          logoUri: null,
        })),
      },
      safeAppInfo: null,
      note: 'Campaign 9, hiking series',
    })
    expect(rejection?.txInfo).toMatchObject({
      type: 'Custom',
      isCancellation: true,
      dataSize: '0',
      value: '0',
    })
  })

  test('behavior: a page begins with the last row before it and ends with the last of all, and a split conflict is marked on both', async () => {
    const path = '/v1/chains/56/safes/T/transactions/queued?cursor=limit%3D1%26offset%3D0'
    const [first, second, third, ...more] = await pages(rig.service.url, path)
    expect(more).toEqual([])
    expect(first?.results).toMatchObject([
      { type: 'LABEL' },
      { type: 'CONFLICT_HEADER' },
      { type: 'TRANSACTION', conflictType: 'HasNext' },
    ])
    const [payment, rejection, later] = rowsOf(the(second)).map(({ id }) => id)
    expect(second?.results).toMatchObject([
      { type: 'TRANSACTION', conflictType: 'HasNext' },
      { type: 'TRANSACTION', conflictType: 'End' },
      { type: 'LABEL' },
      { type: 'TRANSACTION', conflictType: 'None' },
    ])
    expect(third?.results).toMatchObject([
      { type: 'TRANSACTION', conflictType: 'End' },
      { type: 'LABEL' },
      { type: 'TRANSACTION', conflictType: 'None' },
    ])
    expect(rowsOf(the(first)).map(({ id }) => id)).toEqual([payment])
    expect(rowsOf(the(third)).map(({ id }) => id)).toEqual([rejection, later])
    expect(first?.next).toBe(
      `${rig.service.url}/v1/chains/56/safes/${TREASURY}/transactions/queued?cursor=limit%3D1%26offset%3D1`,
    )
    expect(second?.previous).toContain('cursor=limit%3D1%26offset%3D0')
  })
})

test('behavior: a token has a picture’s URL, and no other address has one', async () => {
  const { body } = await get<ListPage>('/v1/chains/56/safes/T/transactions/queued')
  const info = the(rowsOf(body)[0]).txInfo
  expect(info.transferInfo).toMatchObject({
    logoUri:
      'https://safe-transaction-assets.safe.global/tokens/logos/0x55d398326f99059fF775485246999027B3197955.png',
  })
  expect(info.recipient).toMatchObject({ logoUri: null })
})

describe('the history', () => {
  test('behavior: absolute cursors lead through all pages to the Safe’s creation', async () => {
    const all = await pages(rig.service.url, history)
    expect(all).toHaveLength(2)
    expect(all[0]?.next).toBe(
      `${rig.service.url}${history.replace('T', TREASURY)}?cursor=limit%3D20%26offset%3D20`,
    )
    const rows = all.flatMap(rowsOf)
    const times = rows.map(({ timestamp }) => timestamp)
    expect(times).toEqual([...times].sort((a, b) => b - a))
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    expect(rows.at(-1)).toMatchObject({
      id: `creation_${TREASURY}`,
      txInfo: { type: 'Creation', creator: { value: owners[0].address }, saltNonce: '7' },
    })
  })

  test('behavior: lists both directions, BNB and tokens, a batch, a failure and a rejection', async () => {
    const rows = (await pages(rig.service.url, history)).flatMap(rowsOf)
    const kinds = rows.map(({ txInfo, txStatus }) => {
      const { direction, methodName, isCancellation, type, transferInfo } = txInfo
      const what = direction ?? methodName ?? (isCancellation ? 'rejection' : type)
      return `${txStatus} ${what} ${transferInfo?.type ?? ''}`.trim()
    })
    for (const kind of [
      'SUCCESS INCOMING NATIVE_COIN',
      'SUCCESS INCOMING ERC20',
      'SUCCESS OUTGOING NATIVE_COIN',
      'SUCCESS OUTGOING ERC20',
      'FAILED OUTGOING ERC20',
      'SUCCESS multiSend',
      'SUCCESS rejection',
    ]) {
      expect(kinds).toContain(kind)
    }
    expect(rows.find(({ txInfo }) => txInfo.methodName === 'multiSend')?.txInfo.actionCount).toBe(5)
  })

  test('behavior: places labels at day changes in the reader’s time zone', async () => {
    const labelled = new Set<string>()
    for (const hours of [-12, -9, -6, -3, 0, 3, 6, 9, 12]) {
      // These names have the opposite sign: east of Greenwich is minus.
      const zone = `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
      const { results } = the(
        (await pages(rig.service.url, `${history}?timezone=${encodeURIComponent(zone)}`))[0],
      )
      const day = (at: number) => new Date(at + hours * 3_600_000).toISOString().slice(0, 10)
      labelled.add(results.map(({ type }) => type).join(' '))
      let label: number | null = null
      let last: string | null = null
      for (const row of results) {
        if (row.type === 'DATE_LABEL') label = row.timestamp
        if (row.type !== 'TRANSACTION') continue
        const { timestamp } = row.transaction
        expect(label).toBe(day(timestamp) === last ? null : timestamp)
        label = null
        last = day(timestamp)
      }
    }
    // In some time zone, midnight falls between two of the rows.
    expect(labelled.size).toBeGreaterThan(1)
  })

  test('behavior: omits unknown tokens and zero transfers; on request it includes unknown tokens but never zero transfers', async () => {
    const symbols = async (query: string) =>
      (await pages(rig.service.url, `${history}?${query}`))
        .flatMap(rowsOf)
        .flatMap(({ txInfo }) => txInfo.transferInfo ?? [])
        .filter(({ type }) => type === 'ERC20')
    expect((await symbols('trusted=true')).filter(({ trusted }) => trusted === false)).toEqual([])
    const all = await symbols('trusted=false')
    const unknown = all.filter(({ trusted }) => trusted === false)
    expect(unknown.map(({ value }) => value)).toEqual(['10000000000000000000000', '250000000000000000000'])
    expect(unknown.every(({ tokenSymbol }) => tokenSymbol === 'USDT')).toBe(true)
    expect(all.filter(({ value }) => value === '0')).toEqual([])
  })

  test('behavior: marks copies of a payment as imitations, and omits them on request', async () => {
    const rows = async (query: string) =>
      (await pages(rig.service.url, `${history}?${query}`))
        .flatMap(rowsOf)
        .map(({ txInfo }) => txInfo)
        .filter(({ transferInfo }) => transferInfo?.imitation)
    const marked = await rows('trusted=false')
    expect(marked.map(({ direction }) => direction)).toEqual(['INCOMING', 'OUTGOING'])
    expect(marked.flatMap(({ sender, recipient }) => [sender?.value, recipient?.value])).toContain(LOOKALIKE)
    expect(await rows('trusted=false&imitation=false')).toEqual([])
    expect(await rows('')).toHaveLength(1)
  })

  test('behavior: the 1.3.0 Safe’s history includes its execution', async () => {
    const { body } = await get<ListPage>(`/v1/chains/56/safes/${legacy.address}/transactions/history`)
    expect(rowsOf(body).find(({ executionInfo }) => executionInfo !== null)).toMatchObject({
      txStatus: 'SUCCESS',
      executionInfo: { nonce: 0, confirmationsSubmitted: 2 },
    })
  })
})
