import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { readGateway, readTxService } from './Diagnostics.tsx'

const BASE = 'https://gateway.example/KEYKEYKEY'

afterEach(() => vi.unstubAllGlobals())

/** Answers by the end of the path, and records the requests. */
function serve(answer: (url: string) => Response) {
  const fetched = vi.fn(async (url: string, _init: RequestInit) => answer(url))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

describe('the Safe gateway', () => {
  test('behavior: reports whether it has read the chain, and gets no credentials or referrer', async () => {
    const fetched = serve(() => Response.json({ synced: true, lastSync: 1 }))
    expect(await readGateway(BASE)).toMatchObject({
      host: 'gateway.example',
      status: 200,
      fault: null,
      about: 'It has read every block.',
    })
    expect(fetched.mock.calls[0]?.[0]).toBe(`${BASE}/v1/chains/56/about/indexing`)
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
    })
    serve(() => Response.json({ synced: false }))
    expect((await readGateway(BASE)).about).toBe('It has not read the newest blocks yet.')
  })

  test('behavior: a gateway without that route is asked for the chain', async () => {
    const fetched = serve((url) =>
      url.endsWith('/indexing') ? new Response('', { status: 404 }) : Response.json({ chainId: '56' }),
    )
    expect(await readGateway(BASE)).toMatchObject({
      status: 200,
      fault: null,
      about: 'It knows BNB Smart Chain',
    })
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  test('error: reports an HTTP status, and does not retry', async () => {
    const fetched = serve(() => new Response('down', { status: 503 }))
    expect(await readGateway(BASE)).toMatchObject({ status: 503, fault: 'answers HTTP 503', about: null })
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  test('error: distinguishes silence from a failed connection', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new DOMException('late', 'TimeoutError')))
    expect(await readGateway(BASE)).toMatchObject({ status: null, fault: 'gives no answer within 8 s' })
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    expect((await readGateway(BASE)).fault).toMatch(/^is unreachable/)
  })

  test('error: any answer with 200 yields a description or a fault', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (body) => {
        serve(() => new Response(body))
        const { fault, about } = await readGateway(BASE)
        expect(fault ?? about).toMatch(/^(answers something that cannot be read|It has)/)
      }),
      propertyRuns(50),
    )
  })

  test('error: does not read an endless answer', async () => {
    serve(() => new Response(`{"synced":true,"x":"${'y'.repeat(200_000)}"}`))
    expect((await readGateway(BASE)).fault).toBe('answers too much to be read')
  })
})

describe('a transaction service', () => {
  test('behavior: reports its version in one short line', async () => {
    const fetched = serve(() => Response.json({ name: 'x', version: `5.0.0\n${'a'.repeat(100)}` }))
    const { about } = await readTxService('https://service.example/api')
    expect(about).toMatch(/^Version 5\.0\.0 a+$/)
    expect(about?.length).toBeLessThanOrEqual(48)
    expect(fetched.mock.calls[0]?.[0]).toBe('https://service.example/api/v1/about')
  })

  test('error: a service without a version cannot be read', async () => {
    serve(() => Response.json({ version: 5 }))
    expect(await readTxService('https://service.example/api')).toMatchObject({
      status: 200,
      fault: 'answers something that cannot be read',
    })
  })
})
