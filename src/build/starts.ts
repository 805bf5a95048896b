/**
 * The modules that each kind of visit opens with, besides its page. Only the build reads this: it splits the code
 * along these lists (`chunks.ts`), and names the files of each in the page, which loads them all at once
 * (`boot/early.ts`).
 */
export const starts = {
  tab: [
    () => import('#app/Portal.tsx'),
    () => import('#modes/wallet/mode.tsx'),
    () => import('#pages/overview/Welcome.tsx'),
  ],
  frame: [
    () => import('#app/Portal.tsx'),
    () => import('#modes/safe/mode.tsx'),
    // Its HTML is in the page.
    () => import('#pages/overview/Welcome.tsx'),
  ],
  /** The first screen of a Safe: its balances and owners. */
  safe: [() => import('#pages/overview/AccountOverview.tsx'), () => import('#pages/overview/OwnersCard.tsx')],
  /** Its view of the queue, below. */
  overview: [() => import('#pages/overview/Transactions.tsx')],
  /** The checks of a payment request, which load once it is shown. */
  request: [() => import('#pages/request/RequestChecks.tsx')],
  wallets: [() => import('#modes/wallet/WalletLayer.tsx')],
  /** Loaded after every first screen. */
  menu: [() => import('#app/Menu.tsx'), () => import('#app/PageState.tsx'), () => import('#app/Arrival.tsx')],
} as const
