import { Button } from '#ui/Button.tsx'

/** Asks for what follows in a list; nothing at its end. */
export function LoadMore(props: {
  cursor: string | null
  more: { readonly isPending: boolean; readonly mutate: () => void }
}) {
  const { cursor, more } = props
  if (cursor === null) return null
  return (
    <p>
      <Button onClick={() => more.mutate()} disabled={more.isPending}>
        {more.isPending ? 'Loading…' : 'Load more'}
      </Button>
    </p>
  )
}
