import { randomInt } from 'node:crypto'
import { createServer, type Server } from 'node:net'

/** Below the ephemeral ports: the system could give one of those to another server or connection in between. */
const FIRST = 10_000
const END = 32_000

/** Ports on 127.0.0.1 that were free a moment ago, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const held: Awaited<ReturnType<typeof listenSomewhere>>[] = []
  while (held.length < count) held.push(await listenSomewhere())
  await Promise.all(held.map(({ server }) => new Promise((resolve) => server.close(resolve))))
  return held.map(({ port }) => port)
}

/** One such port. */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1)
  if (port === undefined) throw new Error('No free port.')
  return port
}

/** A server that holds a port. */
export async function listenSomewhere(): Promise<{ server: Server; port: number }> {
  for (;;) {
    const port = randomInt(FIRST, END)
    const server = createServer()
    const isListening = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => resolve(true))
    })
    if (isListening) return { server, port }
  }
}
