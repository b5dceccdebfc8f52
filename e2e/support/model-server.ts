import {
  LLMock,
  type ChatCompletionRequest,
  type FixtureOpts,
  type FixtureResponse,
  type JournalEntry,
} from '@copilotkit/aimock'

/** The next answer of the model. A function gets the request, and may wait. */
type Reply =
  | FixtureResponse
  | ((request: ChatCompletionRequest) => FixtureResponse | Promise<FixtureResponse>)

/**
 * A server that speaks the wires of the large providers, and answers only requests with the key.
 * Replies come in the order of the script; a request beyond the script is answered with an error.
 */
export class ModelServer implements AsyncDisposable {
  readonly #mock: LLMock
  readonly #requests: ChatCompletionRequest[] = []
  #replies: Reply[] = []

  private constructor(mock: LLMock) {
    this.#mock = mock
  }

  static async start(key: string): Promise<ModelServer> {
    const mock = new LLMock({ port: 0, chunkSize: 8, strict: true, auth: { apiKeys: [key] } })
    await mock.start()
    return new ModelServer(mock)
  }

  get url(): string {
    return this.#mock.url
  }

  /** The requests since the script began, in one form for all wires. */
  get requests(): readonly ChatCompletionRequest[] {
    return this.#requests
  }

  /** The same requests as they came over HTTP, with each key removed. */
  get journal(): readonly JournalEntry[] {
    return this.#mock.getRequests()
  }

  script(replies: readonly Reply[], options?: FixtureOpts): void {
    this.reset()
    this.#replies = [...replies]
    const next = async (request: ChatCompletionRequest): Promise<FixtureResponse> => {
      this.#requests.push(request)
      const reply = this.#replies.shift()
      if (reply === undefined) throw new Error('The script has ended.')
      return typeof reply === 'function' ? reply(request) : reply
    }
    this.#mock.on({ predicate: () => true }, next, options)
  }

  reset(): void {
    this.#requests.length = 0
    this.#replies = []
    this.#mock.clearFixtures()
    this.#mock.clearRequests()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#mock.stop()
  }
}

/** Creates a reply that calls one tool. */
export const callTool = (name: string, args: Record<string, unknown> = {}): FixtureResponse => ({
  toolCalls: [{ name, arguments: JSON.stringify(args) }],
})
