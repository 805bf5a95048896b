/** Lines for one tool, which can be copied. */
export type Lines = { readonly where: string; readonly lines: string }

/** One thing about an app's server that Safe{Wallet} stumbles over. */
export type AppFinding = {
  readonly id: FindingId
  /** One sentence: the fact, and its effect. */
  readonly text: string
  readonly fixes: readonly Lines[]
}

export type FindingId =
  | 'down'
  | 'status'
  | 'redirect'
  | 'cors'
  | 'json'
  | 'fields'
  | 'icon'
  | 'permissions'
  | 'framing'
  | 'page redirect'
  | 'page status'

/** One answer of the app's server. Everything in it is the app's own text. */
export type ServerAnswer = {
  readonly url: string
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Its beginning. */
  readonly body: string
  readonly isCut: boolean
}

/** An answer, or why there was none. */
export type Asked = ServerAnswer | { readonly url: string; readonly failure: string }

/** The answers that a check needs. The icon is null if it is not on the app's own origin or the manifest names none. */
export type AppAnswers = {
  readonly manifest: Asked
  readonly page: Asked
  readonly icon: Asked | null
}
