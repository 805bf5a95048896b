import { Notice } from '#ui/Notice.tsx'

/** Warns that the request is unsigned: the first thing that its receiver must know. */
export function UnsignedNotice() {
  return (
    <Notice tone="warn" title="Not signed. Anyone could have made this link.">
      <p>Confirm the full address with the person another way (call, known profile).</p>
    </Notice>
  )
}
