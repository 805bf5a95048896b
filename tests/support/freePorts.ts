import { createServer, type Server } from 'node:net'

/** Ports on 127.0.0.1 that were free a moment ago, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const held = await Promise.all(Array.from({ length: count }, listenSomewhere))
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
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('No free port.')
  return { server, port: address.port }
}
