import { Notice } from '#ui/Notice.tsx'

/** Warns that the request is unsigned: the first thing that its receiver must know. */
export function UnsignedNotice() {
  return (
    <Notice tone="warn" title="Not signed by the account that will be paid.">
      <p>
        Anybody can make such a link, with any account in it. Compare the whole address with one that you have
        from the person, by another way than this link.
      </p>
    </Notice>
  )
}
