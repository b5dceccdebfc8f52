import type { McpAppStrings } from './mcp-app-strings.ts'

/** The options of how apps are shown. */
export interface McpAppView {
  /** The name of the server for people. Default: the name of the connection. */
  readonly label?: string | undefined
  /**
   * The address of a page that serves `mcpAppSandbox`, for pages whose policy forbids inline
   * scripts. Default: a frame without an origin, which needs no set-up.
   */
  readonly sandboxUrl?: string | undefined
  /** The look of the page. Default: that of the system. */
  readonly theme?: 'light' | 'dark' | undefined
  /** The greatest height of an app, in CSS pixels. Default 600. */
  readonly maxHeightPx?: number | undefined
  /**
   * Puts a message of an app into your composer, for the user to send or not. Default: the
   * message is shown below the app with the question if it may be sent.
   */
  readonly compose?: ((text: string) => void) | undefined
  readonly strings?: Partial<McpAppStrings> | undefined
}
