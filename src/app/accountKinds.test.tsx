import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Account } from '#account/Account.ts'
import { exclusive } from '#account/exclusive.ts'
import type { Address } from '#chain/money/Address.ts'
import { transfer } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { contractDoubt } from '#domain/payee/checkPayee.ts'
import { payeeDoubtText, readPayeeCodes } from '#domain/payee/readPayee.ts'
import { checkSignature } from '#domain/proof/checkSignature.ts'
import { signatureText } from '#domain/proof/judgeProof.ts'
import { proofMessage } from '#domain/proof/proofMessage.ts'
import type { PaymentRequest } from '#domain/request/PaymentRequest.ts'
import { encodeRequest } from '#domain/request/requestLink.ts'
import { requestMessage } from '#domain/request/requestMessage.ts'
import type { ProposalReport } from '#safe/proposal/ProposalReport.ts'
import { gateway } from '#safe/service/sources.ts'
import { type AccountKind, accountOfKind, MADE_AT } from '#tests/support/accountKinds.ts'
import { componentEnv } from '#tests/support/componentEnv.ts'
import { fakeWallet } from '#tests/support/fakeAccount.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { usualProof } from '#tests/support/proofs.ts'
import { renderInPortal } from '#tests/support/renderInPortal.tsx'
import { linkText, requestOf } from '#tests/support/requestLinks.ts'
import { eoaAccount } from '../modes/wallet/eoaAccount.ts'
import { useOwner } from '../pages/activity/OwnerCard.tsx'
import { OpenRequestPage } from '../pages/request/OpenRequestPage.tsx'

// Each kind of account in each of its parts. A delegated account (EIP-7702) is a wallet in all of them.

const service = gateway(componentEnv.gatewayUrl)
const payment = (to: Address, token = Token.BNB) => transfer(to, { token, value: 1n })

/** The account as a wallet that is connected. */
function connected({ address, rpc }: ReturnType<typeof accountOfKind>) {
  const unasked = () => Promise.reject(new Error('not asked for'))
  return eoaAccount({
    address,
    rpc,
    exclusive: exclusive('your wallet'),
    send: async () => word(7),
    sign: unasked,
    request: unasked,
    safeSources: [service],
  })
}

describe('as a payee', () => {
  test.each<[AccountKind, string]>([
    ['key', 'no question'],
    ['delegated', 'no question'],
    ['Safe', 'is a contract. A Safe is one too'],
    ['other contract', 'is a contract. A Safe is one too'],
    ['not deployed yet', 'no question'],
  ])('behavior: %s: %s', async (kind, words) => {
    const { address, rpc } = accountOfKind(kind, 9_101)
    const codes = new Map<Address, boolean>()
    await readPayeeCodes(rpc, [address], codes, { signal: new AbortController().signal })
    expect(codes.get(address) ? payeeDoubtText(contractDoubt(address)) : 'no question').toContain(words)
  })
})

describe('as a payer', () => {
  test.each<[AccountKind, 'sent' | 'proposed']>([
    ['key', 'sent'],
    ['delegated', 'sent'],
    ['Safe', 'proposed'],
    ['other contract', 'sent'],
    ['not deployed yet', 'sent'],
  ])('behavior: what %s answers was %s', async (kind, expected) => {
    const account = connected(accountOfKind(kind, 9_102))
    const submission = await account.submit([payment(account.address)], { id: word(1), since: null })
    expect(submission.kind).toBe(expected)
  })
})

describe('as an owner of a Safe', () => {
  function Acts({ account }: { account: Account }) {
    const owner = useOwner({ owners: [account.address] } as unknown as ProposalReport)
    return <output>{owner ? 'signs here' : 'signs elsewhere'}</output>
  }

  test.each<[AccountKind, string]>([
    ['key', 'signs here'],
    ['delegated', 'signs here'],
    ['Safe', 'signs elsewhere'],
    ['other contract', 'signs elsewhere'],
    ['not deployed yet', 'signs here'],
  ])('behavior: %s %s', async (kind, words) => {
    const { address, contract } = connected(accountOfKind(kind, 9_103))
    let isRead = false
    const read = async () => {
      const found = await contract?.()
      isRead = true
      return found ?? null
    }
    const account = fakeWallet({ address, contract: read, asOwner: { execute: async () => word(5) } })
    renderInPortal(<Acts account={account} />, { account })
    await waitFor(() => expect(isRead).toBe(true))
    await screen.findByText(words)
  })
})

const IN_BROWSER = 'This request was signed by the address it pays. That doesn’t tell you who owns it.'

/** The ways to sign of each kind, and the words on a request and on a proof. */
const signatures: readonly (readonly [AccountKind, string, string, string])[] = [
  ['key', 'its key', IN_BROWSER, 'Signature verified in your browser.'],
  ['delegated', 'its key', IN_BROWSER, 'Signature verified in your browser.'],
  [
    'delegated',
    'its delegate',
    'The contract that this wallet runs accepted the signature.',
    'This wallet runs a contract’s code, which accepted the signature at block 39. Valid while it runs the same one.',
  ],
  [
    'Safe',
    'its contract',
    'Its contract accepted the signature.',
    'Its contract accepted the signature at block 39. Valid while its owners',
  ],
  [
    'other contract',
    'its contract',
    'Its contract accepted the signature.',
    'Its contract accepted the signature at block 39.',
  ],
  [
    'not deployed yet',
    'its contract to come',
    'Its contract isn’t created yet. As it would be created, it accepted the signature.',
    'The contract at this address isn’t created yet.',
  ],
]

/** The page of a request, as whoever is to pay sees it. */
function openRequest(text: string, node: Rpc) {
  answerNodes(node)
  window.location.hash = `#/r/${text}`
  renderInPortal(<OpenRequestPage />, { connect: () => {} })
}

describe('its signature', () => {
  test.each(signatures)('behavior: of %s by %s counts on a request', async (kind, by, words) => {
    const { address, node, signatures: ways } = accountOfKind(kind, 9_104)
    const request = requestOf(250n, { payee: address })
    const signature = (await ways[by]?.(requestMessage(request))) ?? null
    openRequest(encodeRequest({ request, signature, proof: null }), node)
    await waitFor(() => expect(document.body.textContent).toContain(words))
  })

  test.each(signatures)('behavior: of %s by %s counts on a proof', async (kind, by, _, words) => {
    const { address, rpc, signatures: ways } = accountOfKind(kind, 9_105)
    const proof = { ...usualProof, address }
    const signature = (await ways[by]?.(proofMessage(proof))) ?? null
    const checked = await checkSignature({ rpc, gateway: service }, { proof, signature })
    expect(checked.kind).toBe('valid')
    expect(signatureText(checked)).toContain(words)
  })
})

describe('what it receives', () => {
  const usdt = Token.pinned.find(({ symbol }) => symbol === 'USDT') ?? Token.BNB
  const asked = (payee: Address, token: Token.Token, more: Partial<PaymentRequest> = {}) =>
    linkText(requestOf(250n, { payee, token, madeAt: MADE_AT, ...more }))
  const says = (words: string) => waitFor(() => expect(document.body.textContent).toContain(words))
  const CONTRACT = 'We can’t search for BNB sent to a Safe or other contract. Have the transaction? Paste it.'

  test.each<[AccountKind, string]>([
    ['key', '250 BNB received. Final: it can’t be reversed.'],
    ['delegated', '250 BNB received. Final: it can’t be reversed.'],
    ['Safe', CONTRACT],
    ['other contract', CONTRACT],
    ['not deployed yet', '250 BNB received. Final: it can’t be reversed.'],
  ])('behavior: plain BNB to %s: %s', async (kind, words) => {
    const { address, node } = accountOfKind(kind, 9_106)
    openRequest(asked(address, Token.BNB), node)
    await says(words)
  })

  test.each<[AccountKind, RegExp]>([
    ['key', /Not paid yet: no payment seen since it was made\./],
    [
      'delegated',
      /Checked plain BNB payments since [^.]+\. BNB that came or left through a contract may be missed, because this wallet runs a contract’s code\. Have the transaction\? Paste it\./,
    ],
    ['Safe', /We can’t search for BNB sent to a Safe or other contract\./],
    ['other contract', /We can’t search for BNB sent to a Safe or other contract\./],
    ['not deployed yet', /Not paid yet: no payment seen since it was made\./],
  ])('behavior: no BNB to %s: %s', async (kind, words) => {
    const { address, node } = accountOfKind(kind, 9_108)
    openRequest(asked(address, Token.BNB, { asked: { kind: 'exact', value: 999n } }), node)
    await waitFor(() => expect(document.body.textContent).toMatch(words))
  })

  test.each<[AccountKind]>([['key'], ['delegated'], ['Safe'], ['other contract'], ['not deployed yet']])(
    'behavior: a token to %s is found and proven',
    async (kind) => {
      const { address, node } = accountOfKind(kind, 9_107)
      openRequest(asked(address, usdt), node)
      await says('250 USDT received. Final: it can’t be reversed.')
    },
  )
})
