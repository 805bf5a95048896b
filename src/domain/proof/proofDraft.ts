import { type Handle, type Platform, parseHandle } from './Handle.ts'
import { DEFAULT_DAYS, parsePost } from './Proof.ts'
import { handleFaultText, postFaultText } from './proofFaultText.ts'

/** The content of the proof form. */
export type ProofDraft = {
  readonly platform: Platform
  readonly name: string
  readonly post: string
  readonly days: number
}

type ParsedProofDraft =
  | {
      readonly ok: true
      readonly handle: Handle
      /** Null if no post is named. */
      readonly post: string | null
    }
  | {
      readonly ok: false
      /** The handle if it alone is valid, so that its code can be shown. */
      readonly handle: Handle | null
      readonly faults: { readonly name?: string; readonly post?: string }
    }

/** The rest of a proof, until a person changes it. */
export const proofOptions: Pick<ProofDraft, 'post' | 'days'> = { post: '', days: DEFAULT_DAYS }

/** The lifetimes of a proof that people can choose. */
export const lifetimes: readonly { readonly days: number; readonly label: string }[] = [
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 180, label: '180 days' },
  { days: 365, label: '1 year' },
]

export function parseProofDraft({ platform, name, post }: ProofDraft): ParsedProofDraft {
  const named = parseHandle(platform, name)
  if (!named.ok) {
    return { ok: false, handle: null, faults: { name: handleFaultText(platform, named.fault) } }
  }
  const { handle } = named
  if (post.trim() === '') return { ok: true, handle, post: null }
  const posted = parsePost(handle, post)
  if (!posted.ok) return { ok: false, handle, faults: { post: postFaultText[posted.fault] } }
  return { ok: true, handle, post: posted.post }
}
