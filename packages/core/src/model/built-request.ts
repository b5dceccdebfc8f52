import type { ModelRequest } from './request.ts'

/** A tool that a run could use when a request was built. */
export interface BuiltTool {
  readonly name: string
  readonly scope: string
  readonly on: boolean
  /** The reason for which it is off, in words. */
  readonly reason?: string | undefined
  /** The value that its `enabled`, or that of its scope, threw. */
  readonly thrown?: unknown
  /** True if the request lists it. */
  readonly listed: boolean
}

/** A scope that was on the page when a request was built. While it is off, so are its tools. */
export interface BuiltScope {
  readonly name: string
  readonly on: boolean
  /** The reason for which it is off, in words. */
  readonly reason?: string | undefined
  /** The value that its `enabled` threw. */
  readonly thrown?: unknown
}

/** A request, and all that it was built from. */
export interface BuiltRequest {
  /** The model that gets it, after the `preRequest` hooks: its `provider` and its `modelId`. */
  readonly provider: string
  readonly modelId: string
  readonly request: ModelRequest
  readonly tools: readonly BuiltTool[]
  readonly scopes: readonly BuiltScope[]
  /** The contexts in the request, each with the UTF-8 bytes of its JSON. */
  readonly contexts: readonly {
    readonly scope: string
    readonly bytes: number
    readonly untrusted: boolean
  }[]
  /** The UTF-8 bytes of the JSON of the prompt, and of the tools. */
  readonly bytes: { readonly prompt: number; readonly tools: number }
  /** The third-party text in the request, in words for people. Absent without any. */
  readonly taint?: string | undefined
}
