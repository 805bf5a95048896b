import { expect, test } from 'vitest'
import { allPlatforms } from '#tests/support/proofs.ts'
import type { HandleFault } from './Handle.ts'
import type { DocumentFault, PastedRefusal } from './proofDocument.ts'
import {
  handleFaultText,
  pastedFaultText,
  postFaultText,
  proofLinkFaultText,
  proofMessageFaultText,
} from './proofFaultText.ts'

const documentFaults: readonly DocumentFault[] = [
  ...(['empty', 'too-long', 'other-link', 'signature', 'no-code', 'altered', 'layout'] as const),
]
const handleFaults: readonly HandleFault[] = [
  ...(['empty', 'white-space', 'foreign-characters', 'too-long', 'other-platform', 'not-a-profile'] as const),
  ...(['port', 'too-short', 'no-dot', 'ip-address', 'form', 'reserved'] as const),
]

test('behavior: every fault has one or two sentences, different from the others of its kind', () => {
  const kinds = [
    ...allPlatforms.map((platform) => handleFaults.map((fault) => handleFaultText(platform, fault))),
    ...[postFaultText, proofLinkFaultText, proofMessageFaultText].map(Object.values),
    documentFaults.map((fault) => pastedFaultText({ ok: false, fault })),
  ]
  for (const sentences of kinds) {
    expect(new Set(sentences).size).toBe(sentences.length)
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z@].{10,160}\.$/)
  }
})

test('behavior: a pasted text reports its innermost fault', () => {
  const inner: PastedRefusal = {
    ok: false,
    fault: 'message',
    detail: { ok: false, fault: 'address' },
  }
  expect(pastedFaultText(inner)).toBe(proofMessageFaultText.address)
  expect(pastedFaultText({ ok: false, fault: 'message', detail: { ok: false, fault: 'times' } })).toBe(
    proofMessageFaultText.times,
  )
  expect(pastedFaultText({ ok: false, fault: 'link', detail: 'damaged' })).toBe(
    'This link is incomplete or was changed. Copy the whole link again.',
  )
})
