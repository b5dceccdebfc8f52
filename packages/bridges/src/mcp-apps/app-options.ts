import type {
  McpResourceContent,
  McpToolDefinition,
  McpToolResult,
} from '../mcp/mcp-definitions.ts'
import type { McpAppOrigins } from './app-policy.ts'

/** The requests of an app to the page. The app is told which functions are absent. */
export interface McpAppHandlers {
  /** Calls a tool of the app's server. The message of an error that it throws goes to the app. */
  readonly callTool: (
    name: string,
    args: Record<string, unknown>,
    signal: AbortSignal,
  ) => Promise<McpToolResult>
  /** Reads a resource of the app's server. */
  readonly readResource?:
    | ((uri: string, signal: AbortSignal) => Promise<readonly McpResourceContent[]>)
    | undefined
  /**
   * Takes a message that the app wrote for the conversation, at most 4,096 bytes. It must not send
   * it without the user. Returns false if it does not take it.
   */
  readonly onMessage?: ((text: string) => boolean | PromiseLike<boolean>) | undefined
  /** Takes what the app tells the model, at most 4,096 bytes. It replaces what came before. */
  readonly onContext?: ((text: string) => void) | undefined
  /** Asks the user about an https address, and opens it. Returns false if it did not. */
  readonly onOpenLink?: ((url: string) => boolean | PromiseLike<boolean>) | undefined
}

/** The options of `mountMcpApp`. */
export interface McpAppOptions extends McpAppHandlers {
  /** The page of the app, as its server sent it. */
  readonly html: string
  /** The origins that the server declares in `_meta.ui.csp`. Default: none. */
  readonly origins?: McpAppOrigins | undefined
  /** The tool whose call the app shows. */
  readonly tool: McpToolDefinition
  /** The name of the frame for people who do not see it. */
  readonly title: string
  /**
   * The address of a page that serves `mcpAppSandbox`, for pages whose policy forbids inline
   * scripts. Default: a frame without an origin, which needs no set-up.
   */
  readonly sandboxUrl?: string | undefined
  /** The look of the page. Default: that of the system. */
  readonly theme?: 'light' | 'dark' | undefined
  /** The greatest height, in CSS pixels. Default 600. */
  readonly maxHeightPx?: number | undefined
  /** Called if the sandbox has not started after 10 s, such as under a policy that forbids it. */
  readonly onFail?: (() => void) | undefined
}

/** An app on the page. What is sent before the app is ready waits for it. */
export interface MountedMcpApp {
  /** Sends the arguments of the call. */
  readonly sendInput: (args: object) => void
  /** Sends the result of the call. */
  readonly sendResult: (result: McpToolResult) => void
  /** Tells that the call came to no result. */
  readonly sendCancelled: (reason?: string) => void
  /** Removes the app, at the latest after 500 ms. Its calls are cancelled. Never rejects. */
  readonly unmount: () => Promise<void>
}
