import type { Scope } from './scope.ts'
import type { AnyTool } from './tool.ts'

/**
 * A tool that is registered under one name. The object stays the same until the tool is
 * unregistered.
 */
export interface RegisteredTool {
  /** The current tool. `replaceTool` puts another one here. */
  readonly tool: AnyTool
  readonly scope: Scope
}
