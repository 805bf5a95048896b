import { useMutation } from '@tanstack/react-query'
import type { Address } from '#chain/money/Address.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import type { TableView } from '#domain/payout/list/tableView.ts'
import { readDecimals } from '#domain/payout/list/tokenDecimals.ts'
import { errorText } from '#features/shared/ReadError.tsx'
import { Button } from '#ui/Button.tsx'
import { ErrorNotice } from '#ui/ErrorNotice.tsx'
import { Notice } from '#ui/Notice.tsx'

/** Offers to look up unpinned tokens on the chain. Their amounts cannot be read without their decimals. */
export function TokenOffer(props: {
  tokens: readonly Address[]
  onToken: (token: Address, decimals: number) => void
}) {
  return props.tokens.map((token) => <One key={token} token={token} onToken={props.onToken} />)
}

function One({ token, onToken }: { token: Address; onToken: (token: Address, decimals: number) => void }) {
  const read = useMutation({
    mutationFn: () => readDecimals(bscRpc, token),
    onSuccess: (decimals) => onToken(token, decimals),
  })
  return (
    <Notice
      tone="warn"
      title="A token that is not known here"
      actions={
        <Button disabled={read.isPending} onClick={() => read.mutate()}>
          {read.isPending ? 'Asking the chain…' : 'Read its decimals from the chain'}
        </Button>
      }
    >
      <p style={{ overflowWrap: 'anywhere' }}>
        Some rows pay units of {token}. What it calls itself is its own claim: make sure of its contract in
        another way.
      </p>
      {read.error && <ErrorNotice {...errorText(read.error)} />}
    </Notice>
  )
}

/** How many errors are searched; the others appear once these are corrected. */
const LOOKED = 1_000
/** How many tokens are offered at a time. */
const OFFERED = 5

/** Contracts named in rows whose decimals are unknown. */
export function unknownTokens({ errors, rowAt, placeOf }: TableView): readonly Address[] {
  const tokens = new Set<Address>()
  for (const line of errors.slice(0, LOOKED)) {
    const read = rowAt(placeOf(line))?.read
    if (read && !read.ok && read.unknownToken) tokens.add(read.unknownToken)
  }
  return [...tokens].slice(0, OFFERED)
}
