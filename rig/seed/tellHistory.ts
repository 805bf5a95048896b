import * as Call from '#chain/money/Call.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { brand, influencers, owners, type Persona } from '../../safe-app/accounts.ts'
import type { ChainClient } from '../../safe-app/chain/chainClient.ts'
import { creationCall } from '../../safe-app/chain/createSafe.ts'
import { safeContracts } from '../../safe-app/chain/safeContracts.ts'
import { amountOf } from './amountOf.ts'
import { airdrop, poison } from './poison.ts'
import { execute } from './SafeActs.ts'
import { propose } from './ServiceClient.ts'
import { legacy, type SeededSafe, seededSafes, setupOf, solo, treasury } from './safes.ts'
import { STORY_DAYS } from './story.ts'
import type { Teller } from './Teller.ts'

const [ada, ben, cleo] = owners
const [dana, eli, fay, gus, hana, ivo] = influencers

/** Everything before the present, in order. */
export async function tellHistory(client: ChainClient, serviceUrl: string, teller: Teller): Promise<void> {
  const pay = (from: Persona, to: SeededSafe, text: string, symbol: string) =>
    teller.send(from.address, Call.transfer(to.address, amountOf(text, symbol)))
  const payout = (nonce: bigint, to: Persona, text: string, symbol: string) =>
    SafeTx.fromCall(Call.transfer(to.address, amountOf(text, symbol)), nonce)
  const settle = async (
    safe: SeededSafe,
    tx: SafeTx.SafeTx,
    signers: readonly [Persona, ...Persona[]],
    note?: string,
  ) => {
    await propose(serviceUrl, {
      safe,
      tx,
      signers,
      at: teller.now(),
      ...(note === undefined ? {} : { note }),
    })
    await execute(teller, safe, tx, signers, signers.at(-1) ?? signers[0])
  }
  const retainers = async () => {
    await pay(brand, treasury, '1000', 'USDT')
    await pay(brand, treasury, '750', 'USDC')
  }

  await teller.daysAgo(STORY_DAYS)
  for (const safe of seededSafes) {
    if (safe.deployed) await teller.send(ada.address, creationCall(setupOf(safe)))
  }
  await pay(brand, treasury, '25', 'BNB')
  await pay(brand, treasury, '40000', 'USDT')
  await pay(brand, treasury, '5000', 'USDC')

  await teller.daysAgo(8)
  await retainers()
  await settle(treasury, payout(0n, dana, '0.5', 'BNB'), [ada, ben], 'Spring campaign, first creator payout')

  await teller.daysAgo(7)
  await retainers()
  await teller.daysAgo(7, 5)
  await settle(treasury, payout(1n, dana, '250', 'USDT'), [ada, cleo], 'Campaign 7, creator payout')
  await poison(client, teller, '250')

  await teller.daysAgo(6)
  await retainers()
  await teller.daysAgo(6, 8)
  const batch = [
    Call.transfer(dana.address, amountOf('310', 'USDT')),
    Call.transfer(eli.address, amountOf('125.5', 'USDT')),
    Call.transfer(fay.address, amountOf('90', 'USDC')),
    Call.transfer(gus.address, amountOf('1200', 'USDT')),
    Call.transfer(hana.address, amountOf('0.25', 'BNB')),
  ]
  const multiSend = { to: safeContracts.multiSendCallOnly.address, value: 0n, data: MultiSend.encode(batch) }
  await settle(treasury, SafeTx.fromCall(multiSend, 2n, 1), [ben, ada], 'Payday of week 45')

  await teller.daysAgo(5)
  await retainers()
  // More than the treasury has. With gas set aside for the call, its failure still uses the nonce.
  const tooMuch = { ...payout(3n, ivo, '900000', 'USDC'), safeTxGas: 150_000n }
  await settle(treasury, tooMuch, [cleo, ben], 'Typed one zero too many')

  await teller.daysAgo(4)
  await retainers()
  const regretted = payout(4n, gus, '900', 'USDT')
  await propose(serviceUrl, {
    safe: treasury,
    tx: regretted,
    signers: [ben],
    at: teller.now(),
    note: 'Paid twice?',
  })
  await teller.daysAgo(4, 6)
  await settle(treasury, SafeTx.rejection(treasury.address, 4n), [ada, cleo])
  await airdrop(teller)

  await teller.daysAgo(3)
  await pay(brand, treasury, '3000', 'USDC')
  await teller.daysAgo(3, 10)
  await pay(eli, treasury, '20', 'USDT')
  // Signed and executed without the service, which finds it on the chain.
  await execute(teller, treasury, payout(5n, fay, '120', 'USDC'), [ben, cleo], cleo)

  await teller.daysAgo(2)
  await pay(brand, solo, '3', 'BNB')
  await pay(brand, legacy, '2', 'BNB')
  await pay(brand, legacy, '800', 'USDT')
  await settle(solo, payout(0n, gus, '0.1', 'BNB'), [ada], 'Studio rent share')
  await settle(legacy, payout(0n, hana, '150', 'USDT'), [ada, ben])

  await teller.daysAgo(1)
  await retainers()
  await pay(brand, treasury, '4', 'BNB')
}
