/** The hints of a tool. They are the words of the server, not to be trusted. */
export interface McpToolAnnotations {
  readonly title?: string | undefined
  readonly readOnlyHint?: boolean | undefined
  readonly destructiveHint?: boolean | undefined
  readonly idempotentHint?: boolean | undefined
  readonly openWorldHint?: boolean | undefined
}

/** A tool as the server describes it. All texts are words of the server, not to be trusted. */
export interface McpToolDefinition {
  readonly name: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly inputSchema: object
  readonly outputSchema?: object | undefined
  readonly annotations?: McpToolAnnotations | undefined
  /** True for one that runs only as a task, on a server of before 2026. */
  readonly isTask?: boolean | undefined
  readonly _meta?: Readonly<Record<string, unknown>> | undefined
}

/** The words of a server about itself. */
export interface McpServerInfo {
  readonly name: string
  readonly title?: string | undefined
  readonly version?: string | undefined
  /** The server's advice for the use of its tools, at most 2,000 characters. */
  readonly instructions?: string | undefined
  /** The revision of the protocol, such as `2026-07-28`. */
  readonly protocolVersion: string
}

/** One part of a result or a prompt, as the server sent it. */
export interface McpContent {
  readonly type: string
  readonly text?: string | undefined
  /** The bytes of an image or a sound, as base64 text. */
  readonly data?: string | undefined
  readonly mimeType?: string | undefined
  /** The address of a `resource_link`. */
  readonly uri?: string | undefined
  readonly name?: string | undefined
  readonly resource?: McpResourceContent | undefined
}

/** A content of a resource: text, or bytes as base64 text. */
export interface McpResourceContent {
  readonly uri: string
  readonly mimeType?: string | undefined
  readonly text?: string | undefined
  readonly blob?: string | undefined
  readonly _meta?: Readonly<Record<string, unknown>> | undefined
}

/** The result of a call, as the server sent it. */
export interface McpToolResult {
  readonly content: readonly McpContent[]
  readonly structuredContent?: unknown
  readonly isError?: boolean | undefined
  readonly _meta?: Readonly<Record<string, unknown>> | undefined
}
