import { type Hash, toHex } from 'viem'
import { exclusive } from '#account/exclusive.ts'
import { asTransfer, type Call } from '#chain/Call.ts'
import { PortalError } from '#chain/PortalError.ts'
import { RpcError } from '#chain/Rpc.ts'
import { eoaAccount } from '../../src/modes/wallet/eoaAccount.ts'
import { journal } from '../../src/modes/wallet/journal.ts'
import { fakeRpc, quantity } from './fakeRpc.ts'
import { transferLog } from './fakeSafe.ts'
import { browser, countTransfers, type Moods, movedBy, never, type World } from './payoutWorld.ts'
import { OWNERS } from './safeExamples.ts'

type Tx = {
  readonly hash: Hash
  readonly nonce: number
  readonly call: Call
  readonly effect: 'good' | 'reverts' | 'moves-nothing'
  /** Null while it waits. */
  block: number | null
  dropped: boolean
}

const [ACCOUNT] = OWNERS

/** A chain with one account in a wallet: the portal's own account code runs on it, unchanged. */
export function walletWorld(): World {
  const moods: Moods = {}
  const page = browser(moods)
  const txs: Tx[] = []
  let head = 1_000
  let serial = 1

  const mined = () => txs.filter(({ block }) => block !== null)
  const seen = (tx: Tx) => !(moods.rpcBehind && (tx.block === null || tx.block >= head))
  const broadcast = (call: Call, effect: Tx['effect']): Tx => {
    const used = txs.filter(({ dropped }) => !dropped).length
    const tx = { hash: toHex(serial++, { size: 32 }), nonce: used, call, effect, block: null, dropped: false }
    txs.push(tx)
    return tx
  }
  const mine = () => {
    head++
    for (const tx of txs) if (tx.block === null && !tx.dropped) tx.block = head
  }

  const answers = {
    eth_getBlockByNumber: ([tag]: readonly unknown[]) => ({
      number: quantity(tag === 'finalized' && moods.finalityBehind ? 0 : head),
    }),
    eth_getTransactionCount: ([, at]: readonly unknown[]) =>
      quantity(
        mined().filter((tx) => seen(tx) && (at === 'latest' || Number(tx.block) <= Number(at))).length,
      ),
    eth_getTransactionByHash([hash]: readonly unknown[]) {
      const tx = txs.find((one) => one.hash === hash && !one.dropped && seen(one))
      return tx ? { nonce: quantity(tx.nonce) } : null
    },
    eth_getTransactionReceipt([hash]: readonly unknown[]) {
      const tx = mined().find((one) => one.hash === hash && seen(one))
      return tx ? receiptOf(tx) : null
    },
    eth_getLogs([filter]: readonly unknown[]) {
      if (moods.logsRefused) throw new RpcError(-32005, 'limit exceeded')
      if (moods.logsMalformed) return [{ address: 'nobody' }]
      const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string }
      return mined()
        .filter(
          (tx) => seen(tx) && Number(tx.block) >= Number(fromBlock) && Number(tx.block) <= Number(toBlock),
        )
        .flatMap((tx) => receiptOf(tx).logs)
    },
  }
  const node = fakeRpc(answers)
  const rpc = (method: string, params?: readonly unknown[]) =>
    page.outside(async () => {
      if (moods.rpcDown) throw new Error('connection refused')
      if (moods.rpcMalformed) return { hello: 'world' }
      return node(method, params)
    })

  const send = (call: Call): Promise<Hash> =>
    page.outside(async () => {
      const mood = moods.asked ?? 'good'
      const effect = mood === 'reverts' || mood === 'moves-nothing' ? mood : 'good'
      const lands = mood.endsWith('landed') || ['good', 'lies', 'reverts', 'moves-nothing'].includes(mood)
      const tx = lands ? broadcast(call, effect) : null
      // A wallet that broadcasts and then says "rejected" by its code is lying, and no wallet is known to.
      if (mood === 'rejects') throw Object.assign(new Error('User rejected'), { code: 4001 })
      if (mood === 'refuses') throw Object.assign(new Error('Unauthorized'), { code: 4100 })
      if (mood === 'busy') throw Object.assign(new Error('pending'), { code: -32002 })
      if (mood === 'hangs' || mood === 'hangs-landed') return never<Hash>()
      if (tx === null || mood.endsWith('landed')) throw new Error('Internal JSON-RPC error.')
      return tx.hash
    })

  function receiptOf({ hash, call, effect, block }: Tx) {
    const transfer = asTransfer(call)
    const logs =
      effect === 'good' && transfer?.token
        ? [
            {
              ...(transferLog(transfer.token, ACCOUNT, transfer.to, transfer.value) as object),
              transactionHash: hash,
              blockNumber: quantity(block ?? 0),
            },
          ]
        : []
    return {
      status: effect === 'reverts' ? '0x0' : '0x1',
      blockNumber: quantity(block ?? 0),
      transactionHash: hash,
      logs,
    }
  }

  return {
    moods,
    open() {
      const account = eoaAccount({
        address: ACCOUNT,
        rpc,
        send,
        request: () => Promise.reject(new PortalError('refused', 'Not asked for.')),
        sign: () => Promise.reject(new PortalError('refused', 'Not asked for.')),
        journal: journal(page.storage, ACCOUNT),
        exclusive: exclusive('your wallet'),
      })
      return page.open(account)
    },
    paid: () => countTransfers(mined().flatMap(({ call, effect }) => movedBy([call], effect))),
    step: mine,
    waits: page.waits,
    kill: page.kill,
    meddle(deed) {
      const waiting = txs.filter(({ block, dropped }) => block === null && !dropped)
      const last = waiting.at(-1)
      if (!last) return
      last.dropped = true
      // Sped up: the same under another hash. Cancelled: its nonce is used for something else.
      if (deed % 3 === 0) broadcast(last.call, last.effect)
      if (deed % 3 === 1) broadcast({ to: ACCOUNT, value: 0n, data: '0x' }, 'good')
    },
  }
}
