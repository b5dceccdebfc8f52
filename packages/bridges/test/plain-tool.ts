import { type AnyTool, jsonSchema, Tool, type ToolOptions } from '@ambit/core'

/** Creates a tool that takes any object, and answers `ok`. */
export const tool = (
  name: string,
  rest: Partial<ToolOptions<Record<string, unknown>, unknown>> = {},
): AnyTool =>
  new Tool({
    name,
    description: `Does ${name}.`,
    parameters: jsonSchema({ type: 'object' }),
    handler: () => 'ok',
    ...rest,
  })
