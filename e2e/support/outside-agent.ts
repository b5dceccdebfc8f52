import type { CDPSession, Page } from '@playwright/test'

/** The answer to a call, as the DevTools protocol tells it. */
export interface Answer {
  readonly status: string
  readonly output?: unknown
  readonly errorText?: string
}

/** Listens to events that the types of the protocol do not have yet. */
type Listen = (type: string, listener: (at: never) => void) => void

/** An agent outside of the page: it sees and calls the tools by the DevTools protocol. */
export class OutsideAgent {
  /** The changes of the list of tools: `+name` and `-name`. */
  readonly changes: string[] = []
  readonly #session: CDPSession
  readonly #frameId: string
  readonly #answers = new Map<string, PromiseWithResolvers<Answer>>()

  private constructor(session: CDPSession, frameId: string) {
    this.#session = session
    this.#frameId = frameId
    const listen = session.on.bind(session) as unknown as Listen
    const note = (sign: string) => (at: { tools: { name: string }[] }) =>
      void this.changes.push(...at.tools.map(({ name }) => sign + name))
    listen('WebMCP.toolsAdded', note('+'))
    listen('WebMCP.toolsRemoved', note('-'))
    listen('WebMCP.toolResponded', (answer: Answer & { invocationId: string }) =>
      this.#answerOf(answer.invocationId).resolve(answer),
    )
  }

  static async attach(page: Page): Promise<OutsideAgent> {
    const session = await page.context().newCDPSession(page)
    const { frameTree } = await session.send('Page.getFrameTree')
    const agent = new OutsideAgent(session, frameTree.frame.id)
    await agent.#send('WebMCP.enable')
    return agent
  }

  /** Begins a call. Rejects if the page has no such tool. */
  async begin(toolName: string, input: object = {}): Promise<string> {
    const at = { frameId: this.#frameId, toolName, input }
    const { invocationId } = await this.#send<{ invocationId: string }>('WebMCP.invokeTool', at)
    return invocationId
  }

  /** Resolves with the answer to a call. */
  answer(invocationId: string): Promise<Answer> {
    return this.#answerOf(invocationId).promise
  }

  async call(toolName: string, input: object = {}): Promise<Answer> {
    return this.answer(await this.begin(toolName, input))
  }

  async cancel(invocationId: string): Promise<void> {
    await this.#send('WebMCP.cancelInvocation', { invocationId })
  }

  #answerOf(invocationId: string): PromiseWithResolvers<Answer> {
    const answer = this.#answers.get(invocationId) ?? Promise.withResolvers<Answer>()
    this.#answers.set(invocationId, answer)
    return answer
  }

  /** Sends a command that the types of the protocol do not have yet. */
  #send<Result = unknown>(command: string, params: object = {}): Promise<Result> {
    const send = this.#session.send.bind(this.#session) as (
      name: string,
      given: object,
    ) => Promise<Result>
    return send(command, params)
  }
}
