import type { StatusText } from '#domain/shared/StatusText.ts'
import { handleText } from './Handle.ts'
import type { CodeAnswer } from './keptProofs.ts'
import { otherAuthor, type Proof } from './Proof.ts'

/** The place of the code, within a sentence. */
export function codePlace({ post, handle }: Proof): string {
  if (handle.platform === 'website') return 'on the website'
  return post ? 'on the profile or in the post' : 'on the profile'
}

/**
 * The status of a proof for one reader: its signature, checked here, and its code, which only they can look for.
 * A signature alone is half a proof, because anyone can sign a text with any handle. A proof is complete only once
 * its reader has seen the code, and an answer never makes up for an invalid signature. An answer from a file does not
 * count.
 */
export function proofStatus(proof: Proof, words: StatusText, given: CodeAnswer | null): StatusText {
  const answer = given?.isRestored ? null : given
  const { tone, title } = words
  if (tone === 'bad') return words
  const author = otherAuthor(proof)
  if (author !== null) {
    return {
      tone: 'bad',
      title: 'Its post is by somebody else',
      text: `It claims to be ${handleText(proof.handle)}, but leads to a post by @${author}. Don’t rely on it.`,
    }
  }
  if (answer && !answer.isThere) {
    return {
      tone: 'bad',
      title: 'Code not found',
      text: `You didn’t see it ${codePlace(proof)}. Anyone could have made this claim. Don’t rely on it.`,
    }
  }
  if (tone !== 'good') return { ...words, tone: 'warn' }
  if (!answer) {
    return {
      tone: 'warn',
      title: '1 of 2 checked',
      text: [
        title,
        'Anyone can sign a text with this handle, so look for the code there.',
        ...(given ? ['A backup file says that you looked for it. Look again.'] : []),
      ].join('\n'),
    }
  }
  return {
    tone: 'good',
    title: 'You confirmed it',
    text: `This address signed that it belongs to ${handleText(proof.handle)}, and you saw the code ${codePlace(proof)}.`,
  }
}
