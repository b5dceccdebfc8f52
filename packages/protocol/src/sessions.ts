/**
 * The path of the stored sessions, below the proxy's base path. A POST is one operation, or a list
 * of them.
 */
export const sessionsPath = '/sessions'

/**
 * The header of each answer with a hash of the user who is signed in. A page that knows its user
 * sends that user's hash with every request, as `user`. Any other page sends the first one that
 * it got: what a page begins for one user is never done for another.
 */
export const userHeader = 'ambit-user'

/** The number of hex digits of the user's SHA-256 that are the hash. */
export const userHashLength = 32

/** What a server reads of a stored session. It stores the other fields as they are. */
export interface WireSession {
  readonly id: string
  readonly title?: string | undefined
  readonly createdAt: number
  readonly updatedAt: number
  readonly epoch: number
  readonly next: number
  readonly head: string | null
  readonly run?: unknown
  readonly waiting?: unknown
}

/** What a server reads of a call that was started. */
export interface WireIntent {
  readonly call: { readonly id: string }
  readonly attempt: number
}

/** What a server reads of a message. */
export interface WireMessage {
  readonly id: string
  readonly role: string
  readonly content?: unknown
}

/** What a server reads of a write. `session` replaces fields of the session. */
export interface WireWrite {
  readonly at: number
  readonly id: string
  readonly next?: number | undefined
  readonly messages?: readonly WireMessage[] | undefined
  readonly intents?: readonly WireIntent[] | undefined
  readonly session?: object | undefined
}

/** A session and the claim on it. The id of a claim is a secret of the page that has it. */
interface ClaimedSession {
  readonly id: string
  readonly claim: string
}

/**
 * One page of an answer, as long as the server answers at once. `more` has the fields with which
 * the same operation goes on; absent after the last page.
 */
export interface AnswerPage<Row, More> {
  readonly rows: readonly Row[]
  readonly more?: More | undefined
}

/** The fields of a list that change from one page to the next. */
interface ListPlace {
  before?: number | undefined
  beforeId?: string | undefined
  limit?: number | undefined
  /** The session that a search has read in part, with the words that it has found there. */
  inside?:
    | { id: string; seq: number; found: readonly string[]; text?: string | undefined }
    | undefined
}

/** The fields of a reading that change from one page to the next. */
interface MessagePlace {
  from?: number | undefined
  last?: number | undefined
  before?: number | undefined
}

/** The operations on stored sessions: what each gets, and what it answers. */
export interface SessionOperations {
  list: {
    gets: ListPlace & { query?: string | undefined }
    /** `match` is the place of a word that the title does not have. */
    answers: AnswerPage<WireSession & { match?: { text: string } | undefined }, ListPlace>
  }
  read: { gets: { id: string }; answers: WireSession | null }
  /** Each message is JSON, as it was stored. With `last`, the newest are read first. */
  messages: {
    gets: MessagePlace & { id: string }
    answers: AnswerPage<{ seq: number; body: string }, MessagePlace>
  }
  intents: {
    gets: { id: string; after?: string | undefined }
    answers: AnswerPage<WireIntent, { after: string }>
  }
  /**
   * `row` is the session if there is none, and `waiting` is added to what waits in it. Answers null
   * if another claim holds. `intents` are absent if they are more than one page.
   */
  claim: {
    gets: ClaimedSession & {
      row: WireSession
      waiting?: readonly { readonly id: string }[] | undefined
    }
    answers: {
      row: WireSession
      intents?: readonly WireIntent[] | undefined
      leaseMs: number
    } | null
  }
  renew: { gets: ClaimedSession; answers: null }
  holds: { gets: ClaimedSession; answers: boolean }
  release: { gets: ClaimedSession; answers: null }
  write: { gets: ClaimedSession & { write: WireWrite }; answers: WireSession }
  update: {
    gets: {
      id: string
      /** The id of the update, so that one that is sent again is answered as before. */
      update: string
      change: { title?: string | undefined; head?: string | null | undefined }
      ifHead?: string | null | undefined
    }
    answers: boolean
  }
  delete: { gets: { id: string }; answers: null }
  note: { gets: { id: string; noteId: string; note: object }; answers: null }
}

/** The body of an operation that was refused with 409, or 413 for `quota`. It stored nothing. */
export interface SessionRefusal {
  readonly kind: 'lost' | 'duplicate' | 'unavailable' | 'quota'
  readonly message: string
  /** True if the claim is over, and not only this write refused. */
  readonly isOver?: boolean | undefined
}

/** The most operations of one request. */
export const maxOperations = 10

/**
 * The answer to one of several operations of a request. Both are lists, in the same order. Without
 * either field, the operation was not done, because the answers before it are long enough.
 */
export interface JoinedAnswer {
  readonly answer?: unknown
  readonly refused?: SessionRefusal | undefined
}

/** An event that the server sends to the pages of a user. */
export type SessionEvent =
  | {
      readonly type: 'note'
      readonly id: string
      readonly noteId: string
      readonly note: object
    }
  /** A claim is over, because another page has the session or it was deleted. */
  | { readonly type: 'lost'; readonly claim: string }
  /** A claim on the session was released. */
  | { readonly type: 'free'; readonly id: string }
  /** Events may have been missed before this one. The first event of each connection. */
  | { readonly type: 'open' }
