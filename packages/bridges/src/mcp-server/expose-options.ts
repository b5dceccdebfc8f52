import type { OutsideLimits } from '../outside/outside-caller.ts'
import type { IsOffered } from '../outside/offered-tools.ts'
import type { PageResourceOptions } from './page-resources.ts'
import type { McpClientInfo } from './protocol.ts'

/** The options of `exposeOverMcp`. */
export interface ExposeOverMcpOptions extends OutsideLimits, PageResourceOptions {
  /** The name of the page for the client. Default: the name of the agent. */
  readonly name?: string | undefined
  /** The purpose of the page, for the client's model. Default: none. */
  readonly instructions?: string | undefined
  /**
   * Returns false for tools to leave out. Those that `visible.outside` hides are left out in any
   * case.
   */
  readonly tools?: IsOffered | undefined
  /**
   * Asks the user if a client may work the page, by the words of the client about itself. Called
   * once, before the first list or call, which waits for it. Anything but `true` is a no, and so is
   * a rejection. Default: yes, because your code has opened the transport.
   */
  readonly allow?: ((client: McpClientInfo) => boolean | PromiseLike<boolean>) | undefined
}
