import { useEffect, useState } from 'react'
import type { Address } from '#chain/Address.ts'
import { bscRpc } from '#chain/bscRpc.ts'
import { type PayeeCodes, readPayeeCodes } from './payeeCode.ts'

/** What the chain said while the page is open: asked once for each payee. */
const codes: PayeeCodes = new Map()

type Asked = {
  readonly of: ReadonlyMap<Address, unknown> | null
  readonly isDone: boolean
  readonly done: number
  readonly total: number
}

/** Asks the chain who of the payees is a contract. `isDone` says whether it has answered, or will not, for these ones. */
export function usePayeeCodes(payees: ReadonlyMap<Address, unknown> | null) {
  const [asked, setAsked] = useState<Asked>({ of: null, isDone: false, done: 0, total: 0 })
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the turn asks for the same once more
  useEffect(() => {
    if (!payees) return
    const stop = new AbortController()
    const tell = (isDone: boolean) => (done: number, total: number) =>
      setAsked({ of: payees, isDone, done, total })
    readPayeeCodes(bscRpc, [...payees.keys()], codes, { signal: stop.signal, onProgress: tell(false) }).then(
      () => !stop.signal.aborted && tell(true)(0, 0),
      // Given up for the sake of a newer one.
      () => {},
    )
    return () => stop.abort()
  }, [payees, turn])
  const isDone = asked.isDone && asked.of === payees
  const unread = payees ? [...payees.keys()].filter((payee) => !codes.has(payee.toLowerCase())).length : 0
  return {
    codes,
    isDone,
    /** Payees of whom nobody can say. */
    unread: isDone ? unread : 0,
    done: asked.done,
    total: asked.total,
    again: () => setTurn((before) => before + 1),
  }
}
