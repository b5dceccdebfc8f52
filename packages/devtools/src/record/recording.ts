import type { ApprovalOutcome, JsonObject, JsonValue, MessagePart, Usage } from '@ambit/core'
import type { Message, MessageInput, ToolMessage, UserContent } from '@ambit/core'

/** The record of some runs of an agent, as JSON data. */
export interface Recording {
  readonly ambit: 'recording'
  readonly version: 2
  /** The name of the agent. */
  readonly agent: string
  /** The time of the start, in milliseconds since the Unix epoch. */
  readonly startedAt: number
  /** The source: a live agent, one of its runs, or a stored session. */
  readonly source: 'agent' | 'run' | 'session'
  /** The parts that the source could not tell, in words. Absent if it told all. */
  readonly lacks?: readonly string[] | undefined
  /** The messages of the open session before the first run. Absent if the source has none. */
  readonly before?: readonly (Message | MessageInput)[] | undefined
  /** The runs in the order in which they started. */
  readonly runs: readonly RecordedRun[]
  /** The lists of tools of requests, each once, by their hash. */
  readonly toolLists: Readonly<Record<string, readonly RecordedTool[]>>
  /** The descriptions and schemas of tools, each once, by their hash. */
  readonly definitions: Readonly<Record<string, RecordedDefinition>>
  /** The messages of prompts, each once, by their hash. Empty without `requests: 'full'`. */
  readonly messages: Readonly<Record<string, JsonValue>>
  /** The base64 text of attached files, each once, by their hash. */
  readonly files: Readonly<Record<string, string>>
  /** The numbers of runs and of events that were too many. Absent if the source has all. */
  readonly dropped?: { readonly runs: number; readonly events: number } | undefined
}

/** A tool as a request described it. */
export interface RecordedDefinition {
  readonly name: string
  readonly description?: string | undefined
  /** The JSON schema of the arguments. */
  readonly inputSchema?: JsonValue | undefined
}

/** A place in a run: after the event of this type that is number `nth`, 1 for the first. */
export interface Place {
  readonly event: string
  readonly nth: number
}

/**
 * The cause of a run. `chat`, `edit`, `regenerate` and `retry` are of the user. `tool` is a call
 * by the page. `execute` runs apart from the session. `other` is none of these.
 */
export type RunKind =
  | 'chat'
  | 'edit'
  | 'regenerate'
  | 'retry'
  | 'execute'
  | 'tool'
  | 'undo'
  | 'other'

/** One run, and the runs inside it by their `parent`. */
export interface RecordedRun {
  readonly id: string
  readonly kind: RunKind
  /** The id of the open session at the start. Absent if the source does not know. */
  readonly session?: string | undefined
  /** The id of the run that this one is part of. */
  readonly parent?: string | undefined
  /** True if no event names `parent`: the run began while a handler of that run was running. */
  readonly isGuess?: true | undefined
  /** The message. The data of a file is `recording:` and its hash. */
  readonly input?: UserContent | undefined
  /** The id of the user's message. */
  readonly messageId?: string | undefined
  /** The id of the message that an edit replaces, or that is written again. */
  readonly of?: string | undefined
  /** The run that went on when the user started this one, and its place then. */
  readonly during?: { readonly run: string; readonly after?: Place | undefined } | undefined
  /** True if the recorder came when the run had begun, so that its requests so far are missing. */
  readonly late?: true | undefined
  readonly requests: readonly RecordedRequest[]
  readonly calls: readonly RecordedCall[]
  /** The messages that the user sent into the run. `request` is the 0-based first with it. */
  readonly steered: readonly {
    readonly messageId: string
    readonly content: UserContent
    readonly request: number
  }[]
  readonly undone: readonly {
    readonly callId: string
    readonly tool: string
    /** The error that the undo threw. Absent if the call is undone. */
    readonly error?: string | undefined
  }[]
  /** The waits for the page. `why` is that of `Settlement`. */
  readonly settled: readonly { readonly ok: boolean; readonly why: string; readonly ms: number }[]
  readonly warnings: readonly string[]
  readonly status: 'running' | 'completed' | 'stopped' | 'failed' | 'cancelled'
  readonly content?: string | undefined
  readonly error?: RecordedError | undefined
  readonly cancelled?:
    | {
        readonly kind: string
        readonly message?: string | undefined
        readonly after?: Place | undefined
      }
    | undefined
}

/** An error, without its stack. */
export interface RecordedError {
  readonly name: string
  readonly message: string
  readonly code?: string | undefined
  /** The kind of the failure, such as `rate_limited` of a `ModelError`. */
  readonly kind?: string | undefined
  readonly isRetryable?: boolean | undefined
  readonly status?: number | undefined
}

/** One tool of a request. */
export interface RecordedTool {
  readonly name: string
  readonly scope: string
  readonly on: boolean
  readonly reason?: string | undefined
  /** The error that its `enabled` threw, in words. */
  readonly thrown?: string | undefined
  readonly listed: boolean
  /** The hash in `definitions`. Absent for a tool that is not listed. */
  readonly definition?: string | undefined
}

/** One model call: what it was built from, its faults and its reply. */
export interface RecordedRequest {
  /** The number of the request in the recording, 0 for the first. */
  readonly order: number
  readonly iteration: number
  readonly model?: string | undefined
  /** The hash in `toolLists`. Absent if the source does not know. */
  readonly tools?: string | undefined
  readonly contexts?:
    | readonly { readonly scope: string; readonly bytes: number; readonly untrusted: boolean }[]
    | undefined
  readonly bytes?: { readonly prompt: number; readonly tools: number } | undefined
  readonly taint?: string | undefined
  /** The hashes in `messages`. Absent without `requests: 'full'`. */
  readonly prompt?: readonly string[] | undefined
  /** The errors of attempts that were tried again. */
  readonly faults: readonly RecordedError[]
  /** Absent if the request got none. */
  readonly reply?: RecordedReply | undefined
}

/** The reply of a model. */
export interface RecordedReply {
  readonly messageId: string
  /** The parts of the message. Those of calls have their `input`. */
  readonly parts: readonly MessagePart[]
  /** Absent if the stream was cut or cancelled. */
  readonly finishReason?: string | undefined
  readonly usage: Usage
}

/** One call of a tool. */
export interface RecordedCall {
  readonly id: string
  readonly tool: string
  /** The arguments that the caller gave. */
  readonly args: JsonObject
  readonly iteration: number
  readonly label?: string | undefined
  /** The kind of a caller from outside of the page. */
  readonly source?: string | undefined
  /** A `ToolStatus`, or `running`. */
  readonly status: string
  /**
   * The answer. Text if it was cut, because it was too large. Absent if `output` stands in its
   * place.
   */
  readonly result?: JsonValue | undefined
  /** The result of the tool's `result.toModel`, which the model got. */
  readonly output?: ToolMessage['output']
  readonly ms?: number | undefined
  readonly approval?:
    | (Pick<ApprovalOutcome, 'decision' | 'by' | 'edited' | 'reason'> & {
        readonly cause?: string | undefined
        readonly taint?: string | undefined
        /** The result of the tool's `approval.preview`, which the user saw. */
        readonly preview?: JsonValue | undefined
        /** The time for which the user wants not to be asked again, in milliseconds. */
        readonly rememberMs?: number | undefined
      })
    | undefined
  readonly questions: readonly {
    readonly id: string
    readonly message?: string | undefined
    readonly outcome?: 'answered' | 'declined' | 'cancelled' | undefined
    /** Absent if the recorder did not see it. */
    readonly answer?: JsonValue | undefined
  }[]
}
