import type {
  Intent,
  SessionChange,
  SessionNote,
  SessionRow,
  SessionWrite,
  StorageErrorKind,
} from 'ambit/storage'

/** A session and the claim on it. The id of a claim is a secret of the page that has it. */
interface ClaimedSession {
  readonly id: string
  readonly claim: string
}

/** The operations of the server: what each gets, and what it answers. */
export interface Operations {
  list: {
    gets: {
      before?: number | undefined
      beforeId?: string | undefined
      limit?: number | undefined
      query?: string | undefined
    }
    answers: readonly SessionRow[]
  }
  read: { gets: { id: string }; answers: SessionRow | null }
  messages: {
    gets: { id: string; from?: number; last?: number; before?: number | undefined }
    answers: readonly { seq: number; body: string }[]
  }
  intents: { gets: { id: string }; answers: readonly Intent[] }
  /** Answers null if another claim holds. */
  claim: {
    gets: ClaimedSession & { at: number }
    answers: { row: SessionRow; intents: readonly Intent[]; leaseMs: number } | null
  }
  renew: { gets: ClaimedSession; answers: null }
  holds: { gets: ClaimedSession; answers: boolean }
  release: { gets: ClaimedSession; answers: null }
  write: { gets: ClaimedSession & { write: SessionWrite }; answers: SessionRow }
  update: {
    gets: {
      id: string
      /** The id of the update, so that one that is sent again is answered as before. */
      update: string
      change: Pick<SessionChange, 'title' | 'head'>
      ifHead?: string | null | undefined
    }
    answers: boolean
  }
  delete: { gets: { id: string }; answers: null }
  note: { gets: { id: string; noteId: string; note: SessionNote }; answers: null }
}

export type Operation = keyof Operations

/** The body of a refused request. */
export interface Refusal {
  readonly kind: StorageErrorKind
  readonly message: string
  /** True if the claim is over, and not only this write refused. */
  readonly isOver?: boolean | undefined
}

/** An event that the server sends to the pages of a user. */
export type ServerEvent =
  | {
      readonly type: 'note'
      readonly id: string
      readonly noteId: string
      readonly note: SessionNote
    }
  /** A claim is over, because another page has the session or it was deleted. */
  | { readonly type: 'lost'; readonly claim: string }
  /** A claim on the session was released. */
  | { readonly type: 'free'; readonly id: string }
