import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * The ref of a heading that takes the focus when its part of the page replaces the one before it. It does so before
 * the part is painted, because a key that is pressed as soon as it is there must start from its heading.
 * @param arriving false for a part that was there from the start
 */
export function useArrivingFocus(
  arriving = true,
  options?: FocusOptions,
): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const preventScroll = options?.preventScroll ?? false
  useLayoutEffect(() => {
    if (arriving) heading.current?.focus({ preventScroll })
  }, [arriving, preventScroll])
  return heading
}
