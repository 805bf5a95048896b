import { parseEther } from 'viem'
import { brand, influencers, owners, type Persona, stranger } from '../../safe-app/accounts.ts'
import type { ChainClient } from '../../safe-app/chain/chainClient.ts'
import { setTokenBalance } from '../../safe-app/chain/localTokens.ts'
import { IMITATION_TOKEN, localTokens } from '../chain/portalTokens.ts'

/** Everyone's initial amounts of BNB and of each real token. */
const purses: readonly { readonly who: readonly Persona[]; readonly bnb: string; readonly tokens: string }[] =
  [
    { who: owners, bnb: '50', tokens: '1000' },
    { who: influencers, bnb: '5', tokens: '50' },
    { who: [brand], bnb: '500', tokens: '1000000' },
    { who: [stranger], bnb: '5', tokens: '0' },
  ]

/** Gives everyone their initial BNB and tokens; the stranger gets many worthless ones. */
export async function fund(client: ChainClient): Promise<void> {
  const gifts = purses.flatMap(({ who, bnb, tokens }) =>
    who.flatMap(({ address }) => [
      client.setBalance({ address, value: parseEther(bnb) }),
      ...localTokens
        .filter((token) => token !== IMITATION_TOKEN)
        .map((token) => setTokenBalance(client, token.address, address, parseEther(tokens))),
    ]),
  )
  await Promise.all([
    ...gifts,
    setTokenBalance(client, IMITATION_TOKEN.address, stranger.address, parseEther('1000000')),
  ])
}
