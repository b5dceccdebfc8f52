// @ambit/devtools

import { Agent, AgentOptions } from "ambit/internal";
import { ReactElement } from "react";
/** A language model. */
type Model = AgentOptions["model"];
/** The models that the developer gave to choose among, by names for people. */
type Models = Readonly<Record<string, Model>>;
/** The props of `AmbitDevtools`. */
interface AmbitDevtoolsProps {
  /** The agents to show. Default: the agent of the nearest `AgentProvider`. */
  readonly agents?: readonly Agent[] | undefined;
  /** The models to choose among in the panel, by names for people. Default: none. */
  readonly models?: Models | undefined;
  /** True to open the panel with the page. Default false. */
  readonly defaultOpen?: boolean | undefined;
  /**
   * True to allow the panel in a production build, where everyone can read the prompts. Default
   * false.
   */
  readonly force?: boolean | undefined;
}
/**
 * Watches agents while it is mounted, and opens a panel at Ctrl+Alt+A. Renders nothing where it
 * is. The panel is an element of its own at the end of the page, and its code is loaded when it
 * opens. Several on one page share one panel.
 *
 * Throws `AgentError` in a production build without `force`, and without an agent.
 */
declare function AmbitDevtools({ agents, models, defaultOpen, force }: AmbitDevtoolsProps): ReactElement;
/** A plugin of `@tanstack/react-devtools`, and of `@tanstack/devtools` without React. */
interface TanstackDevtoolsPlugin {
  /** `ambit`: one plugin shows all agents of the page. */
  readonly id: string;
  /** The name of the tab in TanStack Devtools. */
  readonly name: string;
  /** Fills an element of TanStack Devtools, in their theme. */
  readonly render: (element: HTMLElement, props: {
    readonly theme: "light" | "dark";
  }) => ReactElement;
  /** Empties it. */
  readonly destroy: () => void;
}
/** The options of `tanstackDevtoolsPlugin`. */
interface TanstackDevtoolsOptions {
  /** True to allow the panel in a production build, as in `AmbitDevtools`. Default false. */
  readonly force?: boolean | undefined;
}
/**
 * Creates a plugin that shows the panel in TanStack Devtools. It shows the agents that
 * `AmbitDevtools` watches, and `agent`, which is watched from now on until the page is left. The
 * code of the panel is loaded when its tab opens.
 *
 * Throws `AgentError` in a production build without `force`.
 */
declare function tanstackDevtoolsPlugin(agent?: Agent, options?: TanstackDevtoolsOptions): TanstackDevtoolsPlugin;
export { AmbitDevtools, type AmbitDevtoolsProps, type TanstackDevtoolsOptions, type TanstackDevtoolsPlugin, tanstackDevtoolsPlugin };

// @ambit/devtools/panel



// @ambit/devtools/production

/** Renders nothing: the devtools of a production build. */
declare const AmbitDevtools: (_props: AmbitDevtoolsProps) => null;
/** Creates a plugin that shows nothing: the devtools of a production build. */
declare const tanstackDevtoolsPlugin: (_agent?: Agent, _options?: TanstackDevtoolsOptions) => TanstackDevtoolsPlugin;

// @ambit/devtools/record

import { Agent, ApprovalOutcome, JsonObject, JsonValue, Message, MessageInput, MessagePart, Run, SessionExport, ToolMessage, Usage, UserContent } from "ambit/internal";
import { Redaction } from "ambit/internal";
/** The record of some runs of an agent, as JSON data. */
interface Recording {
  readonly ambit: "recording";
  readonly version: 2;
  /** The name of the agent. */
  readonly agent: string;
  /** The time of the start, in milliseconds since the Unix epoch. */
  readonly startedAt: number;
  /** The source: a live agent, one of its runs, or a stored session. */
  readonly source: "agent" | "run" | "session";
  /** The parts that the source could not tell, in words. Absent if it told all. */
  readonly lacks?: readonly string[] | undefined;
  /** The messages of the open session before the first run. Absent if the source has none. */
  readonly before?: readonly (Message | MessageInput)[] | undefined;
  /** The runs in the order in which they started. */
  readonly runs: readonly RecordedRun[];
  /** The lists of tools of requests, each once, by their hash. */
  readonly toolLists: Readonly<Record<string, readonly RecordedTool[]>>;
  /** The descriptions and schemas of tools, each once, by their hash. */
  readonly definitions: Readonly<Record<string, RecordedDefinition>>;
  /** The messages of prompts, each once, by their hash. Empty without `requests: 'full'`. */
  readonly messages: Readonly<Record<string, JsonValue>>;
  /** The base64 text of attached files, each once, by their hash. */
  readonly files: Readonly<Record<string, string>>;
  /** The numbers of runs and of events that were too many. Absent if the source has all. */
  readonly dropped?: {
    readonly runs: number;
    readonly events: number;
  } | undefined;
}
/** A tool as a request described it. */
interface RecordedDefinition {
  readonly name: string;
  readonly description?: string | undefined;
  /** The JSON schema of the arguments. */
  readonly inputSchema?: JsonValue | undefined;
}
/** A place in a run: after the event of this type that is number `nth`, 1 for the first. */
interface Place {
  readonly event: string;
  readonly nth: number;
}
/**
 * The cause of a run. `chat`, `edit`, `regenerate` and `retry` are of the user. `tool` is a call
 * by the page. `execute` runs apart from the session. `other` is none of these.
 */
type RunKind = "chat" | "edit" | "regenerate" | "retry" | "execute" | "tool" | "undo" | "other";
/** One run, and the runs inside it by their `parent`. */
interface RecordedRun {
  readonly id: string;
  readonly kind: RunKind;
  /** The id of the open session at the start. Absent if the source does not know. */
  readonly session?: string | undefined;
  /** The id of the run that this one is part of. */
  readonly parent?: string | undefined;
  /** True if no event names `parent`: the run began while a handler of that run was running. */
  readonly isGuess?: true | undefined;
  /** The message. The data of a file is `recording:` and its hash. */
  readonly input?: UserContent | undefined;
  /** The id of the user's message. */
  readonly messageId?: string | undefined;
  /** The id of the message that an edit replaces, or that is written again. */
  readonly of?: string | undefined;
  /** The run that went on when the user started this one, and its place then. */
  readonly during?: {
    readonly run: string;
    readonly after?: Place | undefined;
  } | undefined;
  /** True if the recorder came when the run had begun, so that its requests so far are missing. */
  readonly late?: true | undefined;
  readonly requests: readonly RecordedRequest[];
  readonly calls: readonly RecordedCall[];
  /** The messages that the user sent into the run. `request` is the 0-based first with it. */
  readonly steered: readonly {
    readonly messageId: string;
    readonly content: UserContent;
    readonly request: number;
  }[];
  readonly undone: readonly {
    readonly callId: string;
    readonly tool: string;
    /** The error that the undo threw. Absent if the call is undone. */
    readonly error?: string | undefined;
  }[];
  /** The waits for the page. `why` is that of `Settlement`. */
  readonly settled: readonly {
    readonly ok: boolean;
    readonly why: string;
    readonly ms: number;
  }[];
  readonly warnings: readonly string[];
  readonly status: "running" | "completed" | "stopped" | "failed" | "cancelled";
  readonly content?: string | undefined;
  readonly error?: RecordedError | undefined;
  readonly cancelled?: {
    readonly kind: string;
    readonly message?: string | undefined;
    readonly after?: Place | undefined;
  } | undefined;
}
/** An error, without its stack. */
interface RecordedError {
  readonly name: string;
  readonly message: string;
  readonly code?: string | undefined;
  /** The kind of the failure, such as `rate_limited` of a `ModelError`. */
  readonly kind?: string | undefined;
  readonly isRetryable?: boolean | undefined;
  readonly status?: number | undefined;
}
/** One tool of a request. */
interface RecordedTool {
  readonly name: string;
  readonly scope: string;
  readonly on: boolean;
  readonly reason?: string | undefined;
  /** The error that its `enabled` threw, in words. */
  readonly thrown?: string | undefined;
  readonly listed: boolean;
  /** The hash in `definitions`. Absent for a tool that is not listed. */
  readonly definition?: string | undefined;
}
/** One model call: what it was built from, its faults and its reply. */
interface RecordedRequest {
  /** The number of the request in the recording, 0 for the first. */
  readonly order: number;
  readonly iteration: number;
  readonly model?: string | undefined;
  /** The hash in `toolLists`. Absent if the source does not know. */
  readonly tools?: string | undefined;
  readonly contexts?: readonly {
    readonly scope: string;
    readonly bytes: number;
    readonly untrusted: boolean;
  }[] | undefined;
  readonly bytes?: {
    readonly prompt: number;
    readonly tools: number;
  } | undefined;
  readonly taint?: string | undefined;
  /** The hashes in `messages`. Absent without `requests: 'full'`. */
  readonly prompt?: readonly string[] | undefined;
  /** The errors of attempts that were tried again. */
  readonly faults: readonly RecordedError[];
  /** Absent if the request got none. */
  readonly reply?: RecordedReply | undefined;
}
/** The reply of a model. */
interface RecordedReply {
  readonly messageId: string;
  /** The parts of the message. Those of calls have their `input`. */
  readonly parts: readonly MessagePart[];
  /** Absent if the stream was cut or cancelled. */
  readonly finishReason?: string | undefined;
  readonly usage: Usage;
}
/** One call of a tool. */
interface RecordedCall {
  readonly id: string;
  readonly tool: string;
  /** The arguments that the caller gave. */
  readonly args: JsonObject;
  readonly iteration: number;
  readonly label?: string | undefined;
  /** The kind of a caller from outside of the page. */
  readonly source?: string | undefined;
  /** A `ToolStatus`, or `running`. */
  readonly status: string;
  /**
   * The answer. Text if it was cut, because it was too large. Absent if `output` stands in its
   * place.
   */
  readonly result?: JsonValue | undefined;
  /** The result of the tool's `result.toModel`, which the model got. */
  readonly output?: ToolMessage["output"];
  readonly ms?: number | undefined;
  readonly approval?: (Pick<ApprovalOutcome, "decision" | "by" | "edited" | "reason"> & {
    readonly cause?: string | undefined;
    readonly taint?: string | undefined;
    /** The result of the tool's `approval.preview`, which the user saw. */
    readonly preview?: JsonValue | undefined;
    /** The time for which the user wants not to be asked again, in milliseconds. */
    readonly rememberMs?: number | undefined;
  }) | undefined;
  readonly questions: readonly {
    readonly id: string;
    readonly message?: string | undefined;
    readonly outcome?: "answered" | "declined" | "cancelled" | undefined;
    /** Absent if the recorder did not see it. */
    readonly answer?: JsonValue | undefined;
  }[];
}
/** The options of a recorder. */
interface RecordOptions {
  /**
   * `full` also keeps the whole prompt of each request, each message once. Prompts hold what the
   * page showed. Default `meta`.
   */
  readonly requests?: "meta" | "full" | undefined;
  /** The removal of secrets. Default: that of the agent. Forms of keys are removed in any case. */
  readonly redaction?: Redaction | undefined;
  /** The most events of one run. Later ones are dropped and counted. Default 10,000. */
  readonly maxEvents?: number | undefined;
  /**
   * The most characters of JSON of all runs. The oldest runs are dropped and counted. Default
   * 4,000,000.
   */
  readonly maxBytes?: number | undefined;
}
/** A recorder that listens to an agent. */
interface Recorder {
  /** The recording so far: JSON data without secrets, new with each reading. */
  readonly recording: Recording;
  /** Ends the recording. What was recorded stays. */
  stop(): void;
}
/**
 * Records what an agent does from now on, and why. A run that goes on is recorded from its start,
 * without its requests so far.
 *
 * Reads no predicate and changes nothing: it hears events, and the answers that the user gives.
 */
declare function record(agent: Agent, options?: RecordOptions): Recorder;
/** The options of a recording that is made afterwards. */
interface RecordingOfOptions {
  /**
   * The removal of secrets, such as `agent.redaction`. Default: that of the run's agent; a session
   * does not know it. Forms of keys are removed in any case.
   */
  readonly redaction?: Redaction | undefined;
}
/**
 * Makes a recording of a run, or of a stored session as `sessions.export` gives it. It is weaker
 * than that of `record`, and its `lacks` says what is missing: no tool has its state or reason.
 *
 * A session has its open path alone. It has no approvals, no questions and no undo.
 */
declare function recordingOf(source: SessionExport | Run<unknown>, options?: RecordingOfOptions): Recording;
/**
 * Reads a recording: an object, or its JSON text. Returns the same object if it is one.
 *
 * Throws an `Error` that names the fault: no JSON, no recording, another version, a missing part.
 * It has the numbers of the run and of the request.
 */
declare function readRecording(json: unknown): Recording;
/** The options of a generated test. */
interface ToTestOptions {
  /** The path of the recording file, relative to the test. Default `./session.recording.json`. */
  readonly file?: string | undefined;
  /** The name of the test. Default: what the user did. */
  readonly name?: string | undefined;
  /** The module that has the app, relative to the test. Default `./app`. */
  readonly from?: string | undefined;
  /** The name of the React component in it. Default `App`. */
  readonly component?: string | undefined;
  /**
   * The name of a function in `from`, for an app without React: it gets a model, and returns the
   * agent. Takes the place of `component`.
   */
  readonly createAgent?: string | undefined;
  /** The things that the test compares: the `level` of `play`. Default: that of `play`, `tools`. */
  readonly level?: "calls" | "tools" | "results" | "prompt" | undefined;
}
/**
 * Returns the text of a test for Vitest that plays a recording, in the default format of Prettier.
 * Write it beside the file of the recording, which `writeRecording` gives.
 *
 * Throws an `Error` if the recording cannot be read, has no run, or has lost runs or events.
 */
declare function toTest(recording: unknown, options?: ToTestOptions): string;
/**
 * Returns the text of a recording for a file: indented JSON, with a line break at its end.
 *
 * Throws an `Error` that names the place if a text, or the name of a member, has the form of a key
 * or a token. A file in version control would give the secret away.
 */
declare function writeRecording(recording: unknown): string;
export { type Place, type RecordOptions, type RecordedCall, type RecordedDefinition, type RecordedError, type RecordedReply, type RecordedRequest, type RecordedRun, type RecordedTool, type Recorder, type Recording, type RecordingOfOptions, type RunKind, type ToTestOptions, readRecording, record, recordingOf, toTest, writeRecording };
