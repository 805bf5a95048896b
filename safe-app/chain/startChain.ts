import { type ChildProcess, spawn } from 'node:child_process'
import { personas, TEST_MNEMONIC } from '../accounts.ts'
import { anvilBinary } from './anvilBinary.ts'
import { type ChainClient, chainClient } from './chainClient.ts'
import { bsc, type Network } from './Network.ts'

/**
 * Everyone's BNB from block 0 on, equal to an influencer's balance: lowering a balance later would look like
 * a loss without a transaction, which does not happen on a real chain.
 */
const GENESIS_BALANCE = '5'

/** A running local chain. `stop` resolves once its process has ended. */
export type Chain = {
  readonly rpcUrl: string
  readonly port: number
  readonly client: ChainClient
  stop(): Promise<void>
}

export type ChainOptions = {
  /** 0 means any free port. */
  readonly port: number
  /**
   * Seconds between empty blocks, so that payments become final without further transactions; without it a
   * block is mined per transaction only.
   */
  readonly blockTime?: number | undefined
  /** Unix seconds of the first block; a past time lets the seed create a history. */
  readonly genesis?: number | undefined
  /** BNB Smart Chain by default. */
  readonly network?: Network | undefined
  /** A node whose chain is continued from its latest block, with this network's id. */
  readonly fork?: string | undefined
}

/**
 * Stops the program with its parent process: its keeper reads a pipe that closes when the parent ends in any
 * way, and a regular stop closes it too. Needs a POSIX shell.
 */
const keeper = 'exec 3<&0; "$0" "$@" & chain=$!; { read -r _ <&3; kill $chain 2>/dev/null; } & wait $chain'

/**
 * Starts anvil as a chain on the loopback interface, with the public test accounts. `safe` and `finalized`
 * follow the head by one and two blocks. Throws if the port is taken.
 */
export async function startChain(options: ChainOptions): Promise<Chain> {
  const { port, blockTime, genesis, fork, network = bsc } = options
  const args = ['--chain-id', `${network.id}`, '--host', '127.0.0.1', '--port', `${port}`]
  args.push('--mnemonic', TEST_MNEMONIC, '--accounts', `${personas.length}`, '--slots-in-an-epoch', '1')
  args.push('--balance', GENESIS_BALANCE)
  if (blockTime !== undefined) args.push('--mixed-mining', '--block-time', `${blockTime}`)
  if (fork !== undefined) args.push('--fork-url', fork)
  if (genesis !== undefined) args.push('--timestamp', `${genesis}`)

  const child = spawn('sh', ['-c', keeper, anvilBinary(), ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // Ctrl-C goes to a terminal's whole process group; the chain must outlive the regular stop of its users.
    detached: true,
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const actualPort = await listeningPort(child)
  // Later output is not needed, but a full pipe would block the node.
  child.stdout.resume()
  child.stderr.resume()

  const rpcUrl = `http://127.0.0.1:${actualPort}`
  return {
    rpcUrl,
    port: actualPort,
    client: chainClient(rpcUrl, network),
    stop: async () => {
      child.stdin.end()
      await ended
    },
  }
}

function listeningPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = ''
    const outputs = [child.stdout, child.stderr]
    const hear = (chunk: Buffer) => {
      said += chunk.toString()
      const match = /Listening on 127\.0\.0\.1:(\d+)/.exec(said)
      if (!match) return
      // It goes on with a line for every request.
      for (const output of outputs) output?.off('data', hear)
      resolve(Number(match[1]))
    }
    for (const output of outputs) output?.on('data', hear)
    child.once('error', reject)
    child.once('exit', () =>
      reject(new Error(`The local chain did not start: ${said.trim().split('\n').at(-1)}`)),
    )
  })
}
