import type { Call, Page, Task } from './page.ts'
import type { Provider } from './provider.ts'

/** A server as Fetch knows it. */
export type Handler = (request: Request) => Promise<Response>

/** A product that runs the task between a page, a server with the key, and a provider. */
export interface Contestant {
  readonly name: string
  /** Creates the server. It calls the model by `provider.fetch`. */
  readonly createServer: (page: Page, provider: Provider) => Handler
  /** Runs the task in the page, to the end of the last answer. `url` is the server's. */
  readonly run: (page: Page, task: Task, url: string) => Promise<void>
  /** Returns the model's call for one of the task, if the product offers tools in another way. */
  readonly toCall?: ((call: Call, step: number) => Call) | undefined
  /** The number of steps in which the model only looks for tools. Default 0. */
  readonly searches?: number | undefined
  /** False if the product's own server is not measured, and nothing is sent to the provider. */
  readonly hasProvider?: boolean | undefined
}
