import type { Agent, ApprovalRequest, Ask } from '@ambit/core'
import type { RecordedCall, RecordedRun } from '@ambit/devtools/record'
import type { PlayOptions } from './play-options.ts'

type Approval = NonNullable<RecordedCall['approval']>

/** The calls of one recorded run and of the runs inside it, in order. */
type CallsOf = (runId: string) => readonly RecordedCall[]

/** The person of a recording: answers approvals and questions as they did. */
export class Person {
  readonly #agent: Agent
  readonly #callsOf: CallsOf
  readonly #clock: PlayOptions['clock']
  readonly #seen = new Set<string>()
  readonly #used = new Set<object>()
  readonly #stops: (() => void)[]
  /** Tells of an answer that the tool did not take. */
  readonly #onRefused: (tool: string, words: string) => void

  constructor(
    agent: Agent,
    callsOf: CallsOf,
    clock: PlayOptions['clock'],
    onRefused: (tool: string, words: string) => void,
  ) {
    this.#agent = agent
    this.#callsOf = callsOf
    this.#clock = clock
    this.#onRefused = onRefused
    this.#stops = [
      agent.approvals.subscribe(({ pending }) => this.#each(pending, this.#decide)),
      agent.asks.subscribe(({ pending }) => this.#each(pending, this.#answer)),
    ]
  }

  /** Is at the page for a run, unless nobody was there. Returns a function that ends it. */
  attend({ calls }: RecordedRun): () => void {
    if (calls.some(({ approval }) => approval?.by === 'nobody')) return () => undefined
    const leave = [this.#agent.approvals.attach(), this.#agent.asks.attach()]
    return () => leave.forEach((one) => one())
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

  readonly #decide = async (request: ApprovalRequest): Promise<void> => {
    const { approvals } = this.#agent
    const { id, runId, tool, expiresAt } = request
    const call = this.#callsOf(runId).find(
      (other) => other.tool === tool && other.approval && !this.#used.has(other.approval),
    )
    const was: Approval | undefined = call?.approval
    if (was) this.#used.add(was)
    if (was?.by === 'cancelled') return
    if (was?.by === 'timeout' && this.#clock) {
      await this.#clock.advance(Math.max(0, expiresAt - this.#clock.now()))
    } else if (was?.decision === 'denied' && was.by !== 'changed') approvals.deny(id, was.reason)
    else {
      const { isEdited, args, rememberMs } = was ?? {}
      const remember = rememberMs && request.canRemember ? { remember: rememberMs } : {}
      approvals.approve(id, { ...(isEdited && args && { args }), ...remember })
    }
  }

  readonly #answer = async ({ id, runId, tool }: Ask): Promise<void> => {
    const { asks } = this.#agent
    const question = this.#callsOf(runId)
      .filter((call) => call.tool === tool)
      .flatMap(({ questions }) => questions)
      .find((asked) => !this.#used.has(asked))
    if (question) this.#used.add(question)
    if (question?.outcome === 'cancelled') return
    if (question?.outcome !== 'answered' || !('answer' in question)) return asks.decline(id)
    const [issue] = await asks.answer(id, question.answer)
    if (!issue) return
    this.#onRefused(tool, issue.message)
    asks.decline(id)
  }
}
