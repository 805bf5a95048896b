import { type ChildProcess, spawn } from 'node:child_process'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { personas, TEST_MNEMONIC } from '../accounts.ts'
import { anvilBinary } from './anvilBinary.ts'
import { type ChainClient, chainClient } from './chainClient.ts'

/**
 * BNB that everybody has from block 0 on, as much as an influencer keeps: a balance that was set lower later would
 * look like money that an account lost without a transaction, which no real chain has.
 */
const GENESIS_BALANCE = '5'

/** A running local chain. `stop` resolves when its process is gone. */
export type Chain = {
  readonly rpcUrl: string
  readonly port: number
  readonly client: ChainClient
  stop(): Promise<void>
}

export type ChainOptions = {
  /** 0 asks for any free port. */
  readonly port: number
  /** Seconds between empty blocks, so that payments become final by themselves; without it a block is mined per transaction only. */
  readonly blockTime?: number | undefined
  /** Unix seconds of the first block; a time in the past lets a seed tell a history. */
  readonly genesis?: number | undefined
}

/**
 * The program dies with whoever started it: its keeper reads a pipe that only closes when the parent is gone, in
 * whatever way, and an orderly stop is the same closing. Needs a POSIX shell.
 */
const keeper = 'exec 3<&0; "$0" "$@" & chain=$!; { read -r _ <&3; kill $chain 2>/dev/null; } & wait $chain'

/**
 * Starts anvil as chain 56 on the loopback interface, with the public test accounts.
 * `safe` and `finalized` follow the head by one and two blocks. Throws when the port is taken.
 */
export async function startChain({ port, blockTime, genesis }: ChainOptions): Promise<Chain> {
  const args = ['--chain-id', `${BSC_CHAIN_ID}`, '--host', '127.0.0.1', '--port', `${port}`]
  args.push('--mnemonic', TEST_MNEMONIC, '--accounts', `${personas.length}`, '--slots-in-an-epoch', '1')
  args.push('--balance', GENESIS_BALANCE)
  if (blockTime !== undefined) args.push('--mixed-mining', '--block-time', `${blockTime}`)
  if (genesis !== undefined) args.push('--timestamp', `${genesis}`)

  const child = spawn('sh', ['-c', keeper, anvilBinary(), ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // Ctrl-C goes to the whole group of a terminal; the chain is to outlive the orderly stop of what uses it.
    detached: true,
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const actualPort = await listeningPort(child)
  // What the node says later is of no interest, but a full pipe would stop it.
  child.stdout.resume()
  child.stderr.resume()

  const rpcUrl = `http://127.0.0.1:${actualPort}`
  return {
    rpcUrl,
    port: actualPort,
    client: chainClient(rpcUrl),
    stop: async () => {
      child.stdin.end()
      await ended
    },
  }
}

function listeningPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = ''
    const hear = (chunk: Buffer) => {
      said += chunk.toString()
      const match = /Listening on 127\.0\.0\.1:(\d+)/.exec(said)
      if (match) resolve(Number(match[1]))
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('error', reject)
    child.once('exit', () =>
      reject(new Error(`The local chain did not start: ${said.trim().split('\n').at(-1)}`)),
    )
  })
}
