/** The ways in which a server of the portal fails, as responses. */
export const failures: readonly (readonly [string, () => Response | Promise<Response>])[] = [
  [
    'is down',
    () => {
      throw new TypeError('Failed to fetch')
    },
  ],
  ['never answers', () => new Promise<Response>(() => {})],
  ['asks to wait (429)', () => new Response('', { status: 429 })],
  ['fails (503)', () => new Response('', { status: 503 })],
  ['answers with a web page', () => new Response('<!doctype html><title>Hello</title>')],
  ['answers with broken JSON', () => new Response('{"results": [')],
]
