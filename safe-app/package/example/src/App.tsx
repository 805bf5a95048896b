import { type Address, parseEther } from 'viem'
import { useCallsStatus, useConnection, useSendTransaction, useSignMessage } from 'wagmi'

/** WagmiProvider connects by itself when a Safe frames the page. */
export function App() {
  const { address, status } = useConnection()
  if (status === 'disconnected') return <p>Open this app in a Safe.</p>
  if (status !== 'connected') return <p>Connecting…</p>
  return (
    <main>
      <h1>Safe App example</h1>
      <p>{address}</p>
      <Send />
      <Sign />
    </main>
  )
}

function Send() {
  const { mutate, data, error, isPending } = useSendTransaction()
  // A Safe returns a safeTxHash, which a node does not know: useWaitForTransactionReceipt would wait forever.
  const calls = useCallsStatus({
    id: data ?? '',
    query: { enabled: data !== undefined, refetchInterval: 2_000, retry: false },
  })
  // A Safe that does not answer says nothing about the transaction.
  const status = calls.isError ? 'unknown' : calls.data?.status
  return (
    <form
      action={(form) => {
        // wagmi refuses anything that is not an address.
        const to = form.get('to') as Address
        mutate({ to, value: parseEther(String(form.get('amount'))) })
      }}
    >
      <input name="to" aria-label="Recipient" required />
      <input name="amount" aria-label="ETH" required pattern="\d+(\.\d{1,18})?" />
      <button type="submit" disabled={isPending}>
        Send
      </button>
      <output aria-label="Transaction">{error?.message ?? status}</output>
    </form>
  )
}

function Sign() {
  const { mutate, data, error, isPending } = useSignMessage()
  return (
    <form action={(form) => mutate({ message: String(form.get('message')) })}>
      <input name="message" aria-label="Message" required />
      <button type="submit" disabled={isPending}>
        Sign
      </button>
      <output aria-label="Signature">{error?.message ?? data}</output>
    </form>
  )
}
