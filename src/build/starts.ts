/**
 * What each kind of visit opens with besides its page. The build alone reads this: it cuts the code along these lists
 * (`chunks.ts`), and names the files of each in the page, which starts them all at once (`boot/early.ts`).
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
  /** The first screen of a Safe, and what it shows of the queue and the owners. */
  safe: [() => import('#pages/overview/AccountOverview.tsx')],
  overview: [
    () => import('#pages/overview/OwnersCard.tsx'),
    () => import('#pages/overview/Transactions.tsx'),
  ],
  wallets: [() => import('#modes/wallet/WalletLayer.tsx')],
  /** What every first screen loads once it is there. */
  menu: [() => import('#app/Menu.tsx'), () => import('#app/PageState.tsx'), () => import('#app/Arrival.tsx')],
} as const
