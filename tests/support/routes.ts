import { requestText } from './requestPage.ts'

/** The address of every page, with its title. */
export const everyRoute = [
  ['', 'Influencer Portal'],
  ['#/activity', 'Activity'],
  ['#/get-paid', 'Get paid'],
  [`#/r/${requestText('5', 'USDT')}`, 'Someone requests 5 USDT'],
  ['#/pay', 'Pay'],
  ['#/people', 'People'],
  ['#/verify', 'Check a proof'],
  ['#/get-paid/you', 'Get paid'],
  ['#/receipt', 'Receipt'],
  ['#/statement', 'Statement'],
  ['#/settings', 'Settings'],
  ['#/settings/diagnostics', 'Settings'],
  ['#/nowhere', 'Not found'],
] as const
