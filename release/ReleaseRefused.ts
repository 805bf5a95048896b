/** Why nothing was released, in one sentence for the person who asked for it. */
export class ReleaseRefused extends Error {
  override readonly name = 'ReleaseRefused'
}
