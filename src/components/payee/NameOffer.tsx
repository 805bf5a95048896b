import { useEffect, useEffectEvent } from 'react'
import { clipped } from '#chain/names/trimEdges.ts'
import { useEarlyChecks } from '#components/settings/switches.ts'
import { Button } from '#ui/Button.tsx'
import type { NameLookUps } from './useNameLookUps.ts'

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
