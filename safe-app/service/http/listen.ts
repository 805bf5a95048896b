import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on the loopback interface. */
export type Listening = { readonly port: number; readonly url: string; stop(): Promise<void> }

type Serve = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Starts a server on 127.0.0.1; port 0 means any free one. Rejects if the port is taken. */
export function listen(port: number, serve: Serve): Promise<Listening> {
  const server = createServer((request, response) => {
    // This fails if the client disconnects during its own request.
    serve(request, response).catch(() => response.destroy())
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const actual = (server.address() as AddressInfo).port
      const stop = () =>
        new Promise<void>((stopped) => {
          server.close(() => stopped())
          // A request that a fault left hanging must not keep the server alive.
          server.closeAllConnections()
        })
      resolve({ port: actual, url: `http://127.0.0.1:${actual}`, stop })
    })
  })
}
