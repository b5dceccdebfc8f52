import type { Agent, PendingApproval, PendingQuestion } from '@ambit/core'
import type { RecordedCall, RecordedRun } from '@ambit/devtools/record'
import type { PlayOptions } from './play-options.ts'
import type { Same } from './same.ts'

type Approval = NonNullable<RecordedCall['approval']>
type Question = RecordedCall['questions'][number]

interface UserParts {
  readonly agent: Agent
  /** Returns the calls of the recorded run of a new one, and of the runs inside it, in order. */
  readonly callsOf: (runId: string) => readonly RecordedCall[]
  readonly clock: PlayOptions['clock']
  readonly same: Same
  /** Tells of a question that could not be answered as it was. */
  readonly onLost: (tool: string, words: string) => void
}

/** The user of a recording: answers approvals and questions as they did. */
export class User {
  readonly #parts: UserParts
  readonly #seen = new Set<string>()
  readonly #used = new Set<object>()
  readonly #stops: (() => void)[]

  constructor(parts: UserParts) {
    this.#parts = parts
    const { pending } = parts.agent
    this.#stops = [
      pending.subscribe(() => {
        this.#each(pending.list('approval'), this.#decide)
        this.#each(pending.list('question'), this.#answer)
      }),
    ]
  }

  /** Is at the page for a run, unless nobody was there. Returns a function that ends it. */
  attend({ calls }: RecordedRun): () => void {
    if (calls.some(({ approval }) => approval?.by === 'nobody')) return () => undefined
    return this.#parts.agent.pending.attach()
  }

  stop(): void {
    for (const stop of this.#stops) stop()
  }

  #each<Item extends { readonly id: string }>(
    items: readonly Item[],
    act: (item: Item) => unknown,
  ): void {
    for (const item of items) {
      if (this.#seen.has(item.id)) continue
      this.#seen.add(item.id)
      queueMicrotask(() => void act(item))
    }
  }

  /** Returns the recorded calls that a new one may be, the likeliest first. */
  #callsLike({ runId, callId, tool }: PendingApproval | PendingQuestion): readonly RecordedCall[] {
    const all = this.#parts.callsOf(runId).filter((call) => call.tool === tool)
    // The calls of the model keep their ids; those of the app get new ones.
    return [...all.filter(({ id }) => id === callId), ...all.filter(({ id }) => id !== callId)]
  }

  readonly #decide = async (request: PendingApproval): Promise<void> => {
    const { agent, clock } = this.#parts
    const { id, expiresAt } = request
    const calls = this.#callsLike(request)
    const isFree = ({ approval }: RecordedCall): boolean => !!approval && !this.#used.has(approval)
    const was: Approval | undefined = calls.find(isFree)?.approval
    if (was) this.#used.add(was)
    // The agent under test decides by its own policy.
    if (was?.by === 'policy') return
    // The user had not decided when the recording ended.
    if (was?.by === 'cancelled' || (was && was.decision === undefined)) return
    if (was?.by === 'timeout' && clock) {
      await clock.advance(Math.max(0, expiresAt - clock.now()))
    } else if (was?.decision === 'denied' && was.by !== 'changed') {
      agent.pending.deny(id, was.reason)
    } else if (!was && calls[0]?.status === 'denied') agent.pending.deny(id)
    else {
      const { edited: args, rememberMs } = was ?? {}
      const remember = rememberMs && request.canRemember ? { remember: rememberMs } : {}
      agent.pending.approve(id, { ...(args && { args }), ...remember })
    }
  }

  readonly #answer = async (ask: PendingQuestion): Promise<void> => {
    const { agent, onLost } = this.#parts
    const { pending } = agent
    const question = this.#find(ask)
    if (question) this.#used.add(question)
    // The user had not answered when the recording ended.
    if (question && (question.outcome ?? 'cancelled') === 'cancelled') return
    if (question?.outcome !== 'answered' || !('answer' in question)) {
      if (question?.outcome === 'answered') {
        onLost(ask.tool, 'asks a question whose answer is not in the recording')
      }
      return pending.decline(ask.id)
    }
    const [issue] = await pending.answer(ask.id, question.answer)
    if (!issue) return
    onLost(ask.tool, `refuses the recorded answer: ${issue.message}`)
    pending.decline(ask.id)
  }

  /** Finds the recorded question: of the same call and words, of the same call, or the next one. */
  #find(ask: PendingQuestion): Question | undefined {
    const free = this.#callsLike(ask).map((call) => ({
      call,
      questions: call.questions.filter((one) => !this.#used.has(one)),
    }))
    const isSame = ({ message }: Question): boolean => this.#parts.same.is(message, ask.message)
    const own = free.filter(({ call }) => call.id === ask.callId).flatMap((one) => one.questions)
    const all = free.flatMap(({ questions }) => questions)
    return own.find(isSame) ?? own[0] ?? all.find(isSame) ?? all[0]
  }
}
