/**
 * The path of the stored sessions, below the proxy's base path. A POST is one operation, or a list
 * of them.
 */
export const sessionsPath = '/sessions'

/**
 * The header of each answer with a hash of the user who is signed in. A page sends the first one
 * with its later requests, as `user`: what it begins for one user is never done for another.
 */
export const userHeader = 'ambit-user'

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

/** The operations on stored sessions: what each gets, and what it answers. */
export interface SessionOperations {
  list: {
    gets: {
      before?: number | undefined
      beforeId?: string | undefined
      limit?: number | undefined
      query?: string | undefined
    }
    /** `match` is the place of a word that the title does not have. */
    answers: readonly (WireSession & { match?: { text: string } | undefined })[]
  }
  read: { gets: { id: string }; answers: WireSession | null }
  /** Each message is JSON, as it was stored. */
  messages: {
    gets: {
      id: string
      from?: number | undefined
      last?: number | undefined
      before?: number | undefined
    }
    answers: readonly { seq: number; body: string }[]
  }
  intents: { gets: { id: string }; answers: readonly WireIntent[] }
  /**
   * `row` is the session if there is none, and `waiting` is added to what waits in it. Answers null
   * if another claim holds.
   */
  claim: {
    gets: ClaimedSession & {
      row: WireSession
      waiting?: readonly { readonly id: string }[] | undefined
    }
    answers: { row: WireSession; intents: readonly WireIntent[]; leaseMs: number } | null
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

/** The body of an operation that was refused with 409. Nothing of it is stored. */
export interface SessionRefusal {
  readonly kind: 'lost' | 'duplicate' | 'unavailable'
  readonly message: string
  /** True if the claim is over, and not only this write refused. */
  readonly isOver?: boolean | undefined
}

/** The most operations of one request. */
export const maxOperations = 10

/** The answer to one of several operations of a request. Both are lists, in the same order. */
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
