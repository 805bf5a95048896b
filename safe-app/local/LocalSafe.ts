import type { RpcFaults } from '../chain/RpcFaults.ts'
import type { Faults as HostFaults } from '../host/state/Faults.ts'
import type { ServiceFaults } from '../service/ServiceFaults.ts'

// This file is published as the package's types: `writeTypes.ts` says how its imports are.

type Address = `0x${string}`
type Hex = `0x${string}`

/** A Safe of the local world. */
export type SafeSpec = {
  /** Its name in the host, e.g. `Team Safe`. */
  readonly name: string
  /** Test people by first name (`Ada`, `Ben`, `Cleo`, …), or addresses, which can be owners but never sign here. */
  readonly owners: readonly string[]
  /** How many owners must sign; 1 by default. */
  readonly threshold?: number
  /**
   * Version of the Safe contracts; `1.4.1` by default. Before 1.3.0 a signature holds for every chain, and there is no
   * guard and no off-chain message.
   */
  readonly version?: '1.1.1' | '1.2.0' | '1.3.0' | '1.4.1' | '1.5.0'
  /** Addresses of contracts that are enabled as modules. */
  readonly modules?: readonly Address[]
  /** Address of a transaction guard; a Safe before 1.3.0 has none. */
  readonly guard?: Address | null
  /** False for a Safe that has an address and no code yet; true by default. */
  readonly deployed?: boolean
  /** Number in the Safe's creation, which gives equal Safes different addresses; chosen by default. */
  readonly saltNonce?: number
}

/** A contract of yours: its calls are decoded, and its code is placed if it has any. */
export type ContractSpec = {
  readonly abi: readonly unknown[]
  readonly address?: Address
  /** Runtime code, placed at `address` before the Safes are created. */
  readonly deployedBytecode?: Hex
}

/** The configuration of a local Safe. Every field is optional. */
export type LocalSafeConfig = {
  /** URL of the app that the host opens; without it the host shows its start page. */
  readonly app?: string
  /** Chain id; by default that of the fork, or 1, which is Ethereum. */
  readonly chain?: number
  /** Four Safes of different kinds by default. */
  readonly safes?: readonly SafeSpec[]
  /** URL of a node whose chain is continued from its latest block. */
  readonly fork?: string
  /** Files with an ABI or a compiled contract, or the same as objects. */
  readonly contracts?: readonly (string | ContractSpec)[]
  /** Port of the host; the service and the node get the next two. 0, the default of `startLocalSafe`, means any free ones. */
  readonly port?: number
  /** Seconds between empty blocks; 2 by default. 0 mines a block per transaction only. */
  readonly blockTime?: number
  /** For the command: does not open a browser. */
  readonly headless?: boolean
}

/** A test person. Everybody knows these keys: what they sign is worthless elsewhere and must stay so. */
export type LocalPerson = { readonly name: string; readonly address: Address; readonly privateKey: Hex }

export type LocalSafeAccount = {
  readonly name: string
  readonly address: Address
  readonly owners: readonly Address[]
  readonly threshold: number
  readonly version: string
  readonly deployed: boolean
}

/** One call of a Safe; `value` in wei. */
export type LocalCall = { readonly to: Address; readonly value?: bigint; readonly data?: Hex }

/** Which Safe, by name or address, and who acts. By default the first Safe, and the person of `actingAs`. */
export type ActOptions = { readonly safe?: string; readonly as?: string }

/** A transaction in the queue: its nonce, or its safeTxHash if the nonce has several. */
export type QueuedId = number | Hex

/** Fault switches of one part. Names and values are checked; `set` merges. */
export type FaultSwitch<Faults> = {
  get(): Faults
  set(some: Partial<Faults>): Promise<void>
  reset(): Promise<void>
}

/** A browser page as Playwright has it. */
export type BrowserPage<Frame> = {
  goto(url: string): Promise<unknown>
  waitForSelector(selector: string, options: { readonly timeout: number }): Promise<unknown>
  frameLocator(selector: string): Frame
  isClosed(): boolean
  evaluate(script: string): Promise<unknown>
}

/** A state of chain and service to return to, as often as needed. */
export type Snapshot = { readonly id: number }

/** A running local Safe. */
export type LocalSafe = {
  /** The host page, on localhost; with `127.0.0.1` instead, the app's storage is blocked, as by some browsers. */
  readonly url: string
  /** The node for the app, which `faults.rpc` changes. */
  readonly rpc: string
  /** The Safe gateway; the transaction service is under `/tx-service/{short name of the chain}/api`. */
  readonly service: string
  /** A script with the test wallet (EIP-1193, EIP-6963), for a page outside the host. */
  readonly wallet: string
  readonly chainId: number
  readonly safes: readonly LocalSafeAccount[]
  readonly people: readonly LocalPerson[]
  /** The host's URL that opens an app. */
  link(appUrl: string, options?: ActOptions): string
  /** Opens an app in the host and returns its frame when it has loaded. Throws what the host says if it does not load. */
  openApp<Frame>(page: BrowserPage<Frame>, appUrl: string, options?: ActOptions): Promise<Frame>
  /** Chooses who signs from now on, also in pages that are open; null for nobody. */
  actingAs(name: string | null): Promise<void>
  /** Proposes calls, signed by the acting person. Several become one batch. */
  propose(calls: readonly LocalCall[], options?: ActOptions): Promise<{ nonce: number; safeTxHash: Hex }>
  /** Adds the acting person's signature. */
  sign(id: QueuedId, options?: ActOptions): Promise<void>
  /** Executes, first adding the acting person's signature if only that one is missing. Returns the transaction's hash. */
  execute(id: QueuedId, options?: ActOptions): Promise<Hex>
  /** Proposes or signs the rejection of a nonce, which has a safeTxHash of its own. */
  reject(nonce: number, options?: ActOptions): Promise<{ safeTxHash: Hex }>
  /** Adds the acting person's signature to a text, which the first one gives to the service. Returns the Safe's hash of it. */
  signMessage(text: string, options?: ActOptions): Promise<{ messageHash: Hex }>
  readonly faults: {
    /** How the host treats the app, in pages opened by `openApp`. */
    readonly host: FaultSwitch<HostFaults>
    /** The gateway and the transaction service. */
    readonly service: FaultSwitch<ServiceFaults>
    /** The node for the app. */
    readonly rpc: FaultSwitch<RpcFaults>
  }
  snapshot(): Promise<Snapshot>
  restore(snapshot: Snapshot): Promise<void>
  stop(): Promise<void>
}
