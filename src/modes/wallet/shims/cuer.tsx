import type { Cuer as Original } from 'cuer'
import { type ComponentProps, lazy, Suspense } from 'react'

// RainbowKit draws a QR code only after a person chooses a wallet on another device, so `cuer` and its
// encoder load then.
// Written for cuer 0.0.3.
const load = () => import('cuer')
const LateRoot = lazy(async () => ({ default: (await load()).Cuer.Root }))
const LateCells = lazy(async () => ({ default: (await load()).Cuer.Cells }))
const LateFinder = lazy(async () => ({ default: (await load()).Cuer.Finder }))
const LateArena = lazy(async () => ({ default: (await load()).Cuer.Arena }))

function Arena(props: ComponentProps<typeof Original.Arena>) {
  return <LateArena {...props} />
}
// The root looks for this name to leave room for a picture.
Arena.displayName = 'Arena'

/** Wraps `cuer`: the same parts, loaded when the first code is drawn. */
export const Cuer = {
  Root: (props: ComponentProps<typeof Original.Root>) => (
    <Suspense>
      <LateRoot {...props} />
    </Suspense>
  ),
  Cells: (props: ComponentProps<typeof Original.Cells>) => <LateCells {...props} />,
  Finder: (props: ComponentProps<typeof Original.Finder>) => <LateFinder {...props} />,
  Arena,
}
