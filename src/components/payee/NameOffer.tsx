import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { resolveName } from '#chain/names/spaceId.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { clipped } from '#chain/text/label.ts'
import { useEarlyChecks } from '#components/settings/switches.ts'
import type { LookedUpName } from '#domain/payee/checkPayee.ts'
import { nameFaultText } from '#domain/payee/readPayee.ts'
import { Button } from '#ui/Button.tsx'

/** A name that ends with `.bnb` may still be typed further, so wait (ms) before it is looked up. */
const QUIET = 400

/**
 * Shown below a field with a `.bnb` name: the look-up in progress, or a button that starts it. The field itself shows
 * its fault.
 */
export function NameOffer(props: {
  name: string
  lookUps: NameLookUps
  /** Looks it up without a press. Only if early checks are on. */
  isAuto?: boolean
  /** One of many names. The list says once what a look-up reveals to others. */
  isBrief?: boolean
}) {
  const { name, lookUps, isAuto = false, isBrief = false } = props
  const { start } = lookUps
  const isOn = useEarlyChecks()
  const state = lookUps.of.get(name)
  const isWaiting = isAuto && state === undefined
  const lookUp = useEffectEvent((wanted: string) => start?.([wanted]))
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => lookUp(name), QUIET)
    return () => clearTimeout(timer)
  }, [isWaiting, name])
  if (isWaiting || state?.kind === 'busy')
    return (
      <p className="text-small" role="status">
        Looking up {clipped(name)} with two sources…
      </p>
    )
  return (
    start && (
      <>
        {!state && !isOn && !isBrief && (
          <p className="text-small">
            Checks before you pay are off in Settings, so {clipped(name)} wasn’t looked up. Looking it up
            shows public servers who you pay.
          </p>
        )}
        <p>
          <Button
            size="small"
            onClick={({ currentTarget }) => {
              homeOf(currentTarget)?.focus()
              start([name])
            }}
          >
            {`Look up ${clipped(name)}${state ? ' again' : ''}`}
          </Button>
        </p>
      </>
    )
  )
}

/**
 * The element that gets the focus when the button leaves the page: its row of a list, or else the field above it in
 * the form.
 */
function homeOf(button: HTMLElement): HTMLElement | null {
  const row = button.closest<HTMLElement>('[role=group][tabindex]')
  if (row) return row
  const fields = [...(button.closest('form')?.querySelectorAll('input') ?? [])]
  const isAbove = (field: HTMLElement) =>
    (field.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  return fields.findLast(isAbove) ?? null
}

/** A name that is being looked up, or why it could not be used. A name that was found has no entry. */
type NameLookUp = { readonly kind: 'busy' } | { readonly kind: 'fault'; readonly words: string }

/** Names that a page looks up, by name, and how to start. */
type NameLookUps = ReturnType<typeof useNameLookUps>

/** Why a name that was looked up cannot be paid; null for any other name, and for none. */
export function lookUpFault({ of }: NameLookUps, name: string | null): string | null {
  const found = name === null ? undefined : of.get(name)
  return found?.kind === 'fault' ? found.words : null
}

/** How many are looked up at the same time, so that public endpoints do not refuse. */
const AT_ONCE = 5

/**
 * Looks names up when asked to, never by itself. @param onFound gets each name that may be paid. It must ignore one
 * that is no longer entered, because answers arrive late. @param isFull no more names may be looked up
 */
export function useNameLookUps(onFound: (found: LookedUpName) => void, isFull = false) {
  const [of, setOf] = useState<ReadonlyMap<string, NameLookUp>>(new Map())
  const stop = useRef<AbortController | null>(null)
  useEffect(() => {
    const current = new AbortController()
    stop.current = current
    return () => current.abort()
  }, [])
  const set = (name: string, entry: NameLookUp | null) =>
    setOf((before) => {
      const next = new Map(before)
      if (entry) next.set(name, entry)
      else next.delete(name)
      return next
    })
  const start = (names: readonly string[]) => {
    const signal = stop.current?.signal
    const waiting = names.filter((name) => of.get(name)?.kind !== 'busy')
    for (const name of waiting) set(name, { kind: 'busy' })
    const next = async (): Promise<void> => {
      const name = waiting.shift()
      if (name === undefined || signal?.aborted) return
      const answer = await resolveName(bscRpc, name)
      if (signal?.aborted) return
      if (answer.kind === 'found') {
        set(name, null)
        onFound({ name, address: answer.address, at: Date.now() })
      } else set(name, { kind: 'fault', words: nameFaultText(name, answer) })
      return next()
    }
    for (let runs = 0; runs < AT_ONCE; runs++) void next()
  }
  return { of, start: isFull ? null : start }
}
