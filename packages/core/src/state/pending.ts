// The reasons: decisions/0082.
import { checkOptions } from '../options/check-names.ts'
import type { JSONSchema7 } from '@ai-sdk/provider'
import type {
  ApprovalAnswerer,
  ApprovalDecision,
  ApproveOptions,
  PendingApproval,
  RememberedApproval,
} from '../approval/policy.ts'
import type { ValidationIssue } from '../errors/errors.ts'
import { checkWord, parseDuration } from '../options/values.ts'
import { Store } from './store.ts'

/** A question of a tool that waits for the answer. */
export interface PendingQuestion {
  readonly kind: 'question'
  readonly id: string
  readonly runId: string
  readonly callId: string
  /** The name of the agent that asks inside a call of the chat. Absent if the chat itself asks. */
  readonly agent?: string | undefined
  readonly tool: string
  /** The name, for people, of the row or card that the call is for. */
  readonly label?: string | undefined
  readonly message?: string | undefined
  /** The JSON schema of the answer. Default: text. */
  readonly schema?: JSONSchema7 | undefined
  /** Milliseconds since the Unix epoch. */
  readonly askedAt: number
}

/** A sign-in that a part of the page offers to the user. */
export interface PendingSignIn {
  readonly kind: 'signIn'
  /** The id of what waits for the sign-in. A later offer with the same id takes its place. */
  readonly id: string
  /** The name for people of what they sign in to, such as `Tickets`. */
  readonly label: string
  /** The reason for which the last try failed, for the user. */
  readonly problem?: string | undefined
  /**
   * Signs the user in. Called in the task of a press, so it may open a window at once. May be
   * called again while it runs: the user may have closed that window.
   */
  readonly start: () => void | PromiseLike<void>
}

/** One thing that waits for the user: a call to allow, a question or a sign-in. */
export type PendingItem = PendingApproval | PendingQuestion | PendingSignIn

/** The kinds of things that wait for the user. */
export type PendingKind = PendingItem['kind']

/** What waits for the user, for a page to show. */
export interface PendingState {
  /** The things that wait, oldest first. */
  readonly items: readonly PendingItem[]
  /** The tools about which nobody is asked again in the open conversation, oldest first. */
  readonly remembered: readonly RememberedApproval[]
}

/** The part of a run that waits for a user. */
interface Owner {
  /** Takes note that nobody is there who could answer. */
  leave(): void
}

/** The part of a run that waits for a user's decision. */
export interface ApprovalOwner extends Owner {
  /**
   * Takes a decision, which hides the request. Returns false if the decision comes too late.
   * Default of `by`: `user`.
   */
  decide(decision: ApprovalDecision, by?: ApprovalAnswerer): boolean
}

/** The part of a run that waits for an answer. */
export interface QuestionOwner extends Owner {
  /**
   * Takes the answer. Resolves with the issues of a wrong one; empty if the tool gets it, and
   * undefined if the wait has ended otherwise.
   */
  answer(value: unknown): Promise<readonly ValidationIssue[] | undefined>
  decline(reason: string | undefined): void
}

/** The kinds for which somebody must be there who can answer. */
type Answered = Exclude<PendingKind, 'signIn'>

interface Waiting {
  readonly kind: Answered
  readonly owner: Partial<ApprovalOwner & QuestionOwner> & Owner
}

/**
 * All that waits for the user: calls to allow, questions of tools and sign-ins, with the tools
 * about which nobody is asked again. A zustand store. It is the only place of approvals. Nothing in
 * a history, a message or an event approves a call.
 */
export class Pending extends Store<PendingState> {
  /** Those who are there, each with the kind that they answer; undefined for both. */
  readonly #present = new Map<object, Answered | undefined>()
  readonly #waiting = new Map<string, Waiting>()
  readonly #lists = new Map<PendingKind, readonly PendingItem[]>()
  /** The remembered approvals of all conversations. */
  #rules: readonly RememberedApproval[] = []
  #sessionId: string | undefined

  constructor() {
    super({ items: [], remembered: [] })
  }

  /** Returns what waits of one kind, oldest first. The same array until one of them changes. */
  list<Kind extends PendingKind>(kind: Kind): readonly Extract<PendingItem, { kind: Kind }>[] {
    const now = this.getState().items.filter((item) => item.kind === kind)
    const before = this.#lists.get(kind) ?? this.getInitialState().items
    const isSame = before.length === now.length && now.every((item, at) => item === before[at])
    if (!isSame) this.#lists.set(kind, now)
    return (isSame ? before : now) as readonly Extract<PendingItem, { kind: Kind }>[]
  }

  /**
   * Attaches a user who can answer approvals, questions or both. Returns a function that detaches
   * them. Approvals that wait then wait on for another user, until their time is over. Questions
   * have no time: they are given up once the last one for questions is detached, and no other is
   * attached at once. Default: both.
   */
  attach(kind?: 'approval' | 'question'): () => void {
    const one = {}
    this.#present.set(one, kind)
    return () => {
      if (!this.#present.delete(one)) return
      // A page that replaces one part by another has nobody attached for a moment.
      queueMicrotask(() => {
        for (const { kind, owner } of this.#waiting.values())
          if (kind === 'question' && !this.isAttached(kind)) owner.leave()
      })
    }
  }

  /** Whether somebody is attached who can answer this kind. */
  isAttached(kind: 'approval' | 'question'): boolean {
    return [...this.#present.values()].some((one) => (one ?? kind) === kind)
  }

  /**
   * Lets a call run. Returns false for a request that has ended or whose time is over.
   *
   * Answers in the same moment, before the call goes on: an equal one is the same answer, and
   * returns true. A denial denies the call. An approval with other options denies it too, because
   * neither counts, and returns false.
   *
   * Throws `AgentError` for a `remember` that is not a time. The request then still waits. `by` is
   * for the event and the audit. Default `user`.
   */
  approve(id: string, options: ApproveOptions = {}, by?: ApprovalAnswerer): boolean {
    checkOptions('`pending.approve`', options, { args: '', remember: '' })
    toRememberMs(options.remember)
    return this.#decide(id, { decision: 'approve', ...options }, by)
  }

  /**
   * Refuses a call. The model gets the comment. Returns false for a request that has ended. `by` is
   * for the event and the audit. Default `user`.
   */
  deny(id: string, comment?: string, by?: ApprovalAnswerer): boolean {
    return this.#decide(id, { decision: 'deny', comment }, by)
  }

  /** Removes a remembered approval by its id, so that a user is asked again. */
  revoke(ruleId: string): void {
    this.keep(this.#rules.filter(({ id }) => id !== ruleId))
  }

  /**
   * Answers a question. Resolves with the issues of the answer; empty if the tool has taken it. The
   * question stays until an answer is right.
   */
  async answer(id: string, value: unknown): Promise<readonly ValidationIssue[]> {
    const owner = this.#waiting.get(id)?.owner
    return (await owner?.answer?.(value)) ?? [{ message: 'This is no longer asked.' }]
  }

  /** Declines a question: the tool's `ctx.ask` rejects with the code `declined`. */
  decline(id: string, reason?: string): void {
    this.#waiting.get(id)?.owner.decline?.(reason)
  }

  /** Offers a sign-in, until the returned function is called. */
  offer(signIn: Omit<PendingSignIn, 'kind'>): () => void {
    const item: PendingSignIn = { ...signIn, kind: 'signIn' }
    this.#show(item, item.id)
    return () => this.#hide((other) => other === item)
  }

  /**
   * Shows a request or a question, whose owner takes each answer. Returns a function that removes
   * it.
   *
   * @internal
   */
  open(
    ...[item, owner]: [PendingApproval, ApprovalOwner] | [PendingQuestion, QuestionOwner]
  ): () => void {
    const { id, kind } = item
    this.#waiting.set(id, { kind, owner })
    this.#show(item, (item as Partial<PendingApproval>).replaces)
    // The last user may have gone since it was asked whether one is there.
    if (!this.isAttached(kind)) queueMicrotask(() => this.isAttached(kind) || owner.leave())
    return () => {
      this.#waiting.delete(id)
      this.#hide((other) => other.id === id)
    }
  }

  /**
   * The remembered approvals of all conversations.
   *
   * @internal
   */
  get rules(): readonly RememberedApproval[] {
    return this.#rules
  }

  /**
   * Replaces all remembered approvals, and shows those of the open conversation.
   *
   * @internal
   */
  keep(
    rules: readonly RememberedApproval[],
    sessionId: string | undefined = this.#sessionId,
  ): void {
    const wasEmpty = this.#rules.length === 0
    this.#rules = rules
    this.#sessionId = sessionId
    // Without any, nothing has changed: a session that begins tells no page of it.
    if (wasEmpty && rules.length === 0) return
    this.setState({ remembered: rules.filter((rule) => rule.sessionId === sessionId) })
  }

  /** Shows an item, in the place of the one with the id `before`. */
  #show(item: PendingItem, before: string | undefined): void {
    const { items } = this.getState()
    const at = items.findIndex(({ id }) => id === before)
    this.setState({ items: at < 0 ? [...items, item] : items.with(at, item) })
  }

  #hide(isIt: (item: PendingItem) => boolean): void {
    const { items } = this.getState()
    const rest = items.filter((item) => !isIt(item))
    if (rest.length < items.length) this.setState({ items: rest })
  }

  /** Decides about a call. Its owner stays until the item is removed. */
  #decide(id: string, decision: ApprovalDecision, by?: ApprovalAnswerer): boolean {
    if (by !== undefined) checkWord('by', by, ['user', 'devtools'], '`agent.pending`')
    const taken = this.#waiting.get(id)?.owner.decide?.(decision, by) ?? false
    this.#hide((item) => item.id === id && item.kind === 'approval')
    return taken
  }
}

const hourMs = 3_600_000

/**
 * Returns the time to remember an approval, in milliseconds; undefined not to remember it. Throws
 * `AgentError` for a time that cannot be read.
 */
export function toRememberMs(remember: ApproveOptions['remember']): number | undefined {
  if (remember === undefined || remember === false) return undefined
  return remember === true ? hourMs : parseDuration(remember, 'remember')
}
