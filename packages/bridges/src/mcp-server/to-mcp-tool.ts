import type { AnyTool } from '@ambit/core'

/** Returns a tool in the form of MCP. */
export const toMcpTool = ({
  name,
  title,
  description,
  jsonSchema,
  outputJsonSchema: outputSchema,
  effect,
}: AnyTool): object => ({
  name,
  title,
  description,
  inputSchema: { ...jsonSchema, type: 'object' },
  outputSchema,
  annotations: {
    title,
    readOnlyHint: effect === 'read',
    destructiveHint: effect === 'destructive',
    openWorldHint: effect === 'egress',
  },
})
