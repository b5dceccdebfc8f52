// @ambit/react

import { Agent, AgentEvent, AgentPlugin, AgentState, AliasedToolOptions, AnyTool, ApproveOptions, AssistantToolCall, CallRecord, CallState, CallUndo, ChatInput, ChatOptions, Enabled, EventHandler, EventType, Message, PendingApproval, PendingKind, PendingQuestion, PendingSignIn, ResumeOptions, Run, RunResult, RunStatus, ScopeOptions, StandardSchema, Subject, ToolContext, ToolOptions, UndoResult, ValidationIssue } from "@ambit/core";
import { ReactElement, ReactNode } from "react";
/**
 * Returns the agent of the nearest provider and observes nothing: the component never re-renders
 * because of it. Throws `AgentError`, which names `hook`, if there is no provider.
 */
declare function useProvidedAgent(hook?: string): Agent;
/**
 * A source outside React that the page may wait for: a navigation of a router, a query. After a
 * call, the next call and the next request wait while it is pending.
 */
interface Until {
  /** Whether the source is pending now. Must be cheap: each announcement calls it again. */
  isPending(): boolean;
  /**
   * Calls the listener when the result of `isPending` may have changed. Returns a function that
   * unsubscribes.
   */
  subscribe(listener: () => void): () => void;
}
/** The props of `AgentProvider`. */
interface AgentProviderProps {
  /**
   * An agent, or a function that creates one. The function is called once for each provider. On a
   * server, use a function: all visitors would share a module-level agent. The provider owns the
   * agent that the function creates, and cancels the agent's runs when it unmounts.
   */
  agent: Agent | (() => Agent);
  /**
   * Sources outside React that the page may wait for: `reactRouter(router)`,
   * `queries(client)` or any other object that reports when it is pending. Default: none.
   */
  until?: Until | readonly Until[] | undefined;
  children?: ReactNode;
}
/**
 * Provides an agent to the hooks below. After each call, the next call and the next request wait
 * until React has committed the changes, also those in transitions and deferred values. Name other
 * sources, which React does not know, with `until` or `<PageBusy/>`.
 *
 * Place the provider above the Suspense boundaries of the page that the agent works on. In a form
 * action, call `chat` without awaiting it: React holds back every transition until the action ends.
 */
declare function AgentProvider({ agent, until, children }: AgentProviderProps): ReactElement;
/** The part of a React Router data router that `reactRouter` uses. */
interface ReactRouterLike {
  readonly state: {
    readonly navigation: {
      readonly state: string;
    };
  };
  subscribe(listener: () => void): () => void;
}
/**
 * Creates an `until` of `AgentProvider`: after tools, the agent waits for the navigation of the
 * router, with its loaders and lazy routes. The router is a React Router data router, 6.4 or newer:
 * the result of `createBrowserRouter` or a similar function. `<BrowserRouter>` needs no `until`,
 * because it navigates in React.
 */
declare const reactRouter: (router: ReactRouterLike) => Until;
/** The part of a TanStack Router that `tanstackRouter` uses: `createRouter` returns it. */
interface TanStackRouterLike {
  readonly state: {
    readonly status: string;
    readonly isLoading: boolean;
  };
  subscribe(event: "onLoad" | "onResolved" | "onRendered", listener: () => void): () => void;
}
/**
 * Creates an `until` of `AgentProvider`: after tools, the agent waits for the navigation of a
 * TanStack Router, with its loaders and lazy routes.
 */
declare const tanstackRouter: (router: TanStackRouterLike) => Until;
/** A value that a model is still writing: any part of it may be missing. */
type DeepPartial<T> = unknown extends T ? T : T extends readonly (infer Item)[] ? readonly DeepPartial<Item>[] : T extends Date | ((...args: never[]) => unknown) ? T : T extends object ? { readonly [Key in keyof T]?: DeepPartial<T[Key]> | undefined; } : T;
/** The error of a call that did not succeed, as the model gets it. */
interface ToolCallError {
  /** The name of the error, such as `ToolValidationError`. */
  readonly name?: string | undefined;
  /** The `ErrorCode` of an error of Ambit, such as `handler` if the tool threw. */
  readonly code?: string | undefined;
  readonly message: string;
}
interface Call$1 {
  readonly callId: string;
  readonly tool: string;
  /** The label of the `subject` that the call is for; known once the call begins. */
  readonly label?: string | undefined;
}
/** The fields of the other states, so that one function can destructure all of them. */
interface Absent {
  readonly writing?: undefined;
  readonly percent?: undefined;
  readonly message?: undefined;
  readonly result?: undefined;
  readonly durationMs?: undefined;
  readonly error?: undefined;
}
type In<State extends string, Args, Own = unknown> = Call$1 & {
  readonly state: State;
  readonly args: Args;
} & Omit<Absent, keyof Own> & Own;
/**
 * The state of one call, for `render`. The property `state` tells which one it is:
 *
 * - `input-streaming`: the model is writing the arguments, which are not checked yet. `writing` is
 *   the argument in progress; those before it are complete
 * - `pending`: the call waits for its turn
 * - `awaiting-approval`: a person decides if the call runs
 * - `running`: the call runs. `percent` (0 to 100) and `message` are the latest that
 *   the tool reported
 * - `succeeded`: `result` is the value that the handler returned. After a reload it is the JSON of
 *   that value, from the stored conversation
 * - `failed`: `error` is what the model gets. The arguments may be invalid
 * - `denied`: a person or a policy refused the call
 * - `cancelled`, `interrupted`: the call, or the message of the model, was ended
 *
 * In `pending`, `awaiting-approval`, `running`, `succeeded` and `denied` the arguments are parsed
 * by the tool's schema, if the schema can do that synchronously.
 */
type RenderProps<Args = Record<string, unknown>, Result = unknown> = In<"input-streaming", DeepPartial<Args>, {
  readonly writing?: (keyof Args & string) | undefined;
}> | In<"pending" | "awaiting-approval", Args> | In<"running", Args, {
  readonly percent?: number | undefined;
  readonly message?: string | undefined;
}> | In<"succeeded", Args, {
  readonly result: Awaited<Result>;
  readonly durationMs?: number | undefined;
}> | In<"denied", Args, {
  readonly error: ToolCallError;
}> | In<"failed" | "cancelled" | "interrupted", DeepPartial<Args>, {
  readonly error: ToolCallError;
}>;
/** The state of a call, as `render` gets it: the `CallState` of `@ambit/core`. */
type ToolRenderState = CallState;
/** Shows a call of one tool. Called as the body of a component, so it may use hooks. */
type ToolRenderer = (props: RenderProps) => ReactNode;
/** The renderer of the calls of one tool name. */
interface RegisteredRenderer {
  readonly render: ToolRenderer;
  readonly validate: AnyTool["validate"];
  /** The owner of the renderer. The renderers of one owner call the same hooks. */
  readonly owner: object;
}
/**
 * A scope that a component registers: `useScope` returns it and `useTool` takes it. The same object
 * as long as the component is mounted.
 */
interface ScopeHandle {
  readonly name: string;
}
/** The options of a scope of the page. Its tools are registered by `useTool`. */
type UseScopeOptions = Omit<ScopeOptions, "tools">;
/**
 * Registers a scope while the component is mounted. Returns the `scope` option of `useTool`.
 * `context`, `enabled`, `instructions` and `subject` are those of the latest committed render. A
 * re-render registers nothing.
 *
 * If the name is taken, the first scope keeps it. The second is reported once in the console, and
 * waits until the name is free. A scope that cannot be made is left out with its tools, as
 * `useTool` tells.
 */
declare const useScope: (options: UseScopeOptions) => ScopeHandle;
/** The props of `AgentScope`: the options of the scope. */
interface AgentScopeProps extends UseScopeOptions {
  children?: ReactNode;
}
/** Registers a scope, as `useScope` does, for the tools of the components below. */
declare function AgentScope({ children, ...scope }: AgentScopeProps): ReactElement;
/** The actions of a page on the open session. The functions stay the same as long as the agent. */
interface SessionActions {
  readonly agent: Agent;
  /**
   * Sends a message: text, or parts with images and files. While a chat runs, the option `onBusy`
   * decides, or else the agent's `onBusy`:
   *
   * - `queue` (default): the message waits for its turn
   * - `steer`: the message joins the run
   * - `interrupt`: the message replaces the run
   * - `reject`: the message is refused
   *
   * With `replaces`, takes the place of a message of the person, as another branch. The default is
   * then `interrupt`, also for an agent with `onBusy`: the message starts from what the runs leave.
   *
   * Never rejects, so it can be called without awaiting it. An error is in `error`. A refusal is
   * only reported by the returned run, because the running chat has no error.
   */
  readonly chat: (input: ChatInput, options?: ChatOptions) => SentRun;
  /**
   * Goes on without another message, as `agent.resume`: after an error, or with a run that a
   * reload, a crash or a closed page cut short. Never rejects.
   *
   * - With `from`, answers that message again, as another branch.
   * - With `results`, gives the model the results of returned calls, one for each.
   *
   * While a chat runs, `onBusy` decides. Default: `interrupt` with `from`, or else `queue`.
   */
  readonly resume: (options?: ResumeOptions & Pick<ChatOptions, "onBusy">) => SentRun;
  /**
   * Cancels every run, and the chats that wait, as a person's wish (`kind: 'user'`). Also stops
   * another page that runs the open session. The text that a model has written stays.
   */
  readonly cancel: () => void;
}
/**
 * A run that the page asked for. Await it for its end. It never rejects: an error is in
 * `useAgent().error`.
 */
interface SentRun extends PromiseLike<RunResult | undefined>, AsyncIterable<AgentEvent> {
  readonly id: string;
  readonly status: RunStatus;
  /** Cancels this run alone, also while it waits for its turn. */
  cancel: Run<RunResult>["cancel"];
}
/** The props of `PageBusy`. */
interface PageBusyProps {
  /** True if the page is pending: `<PageBusy when={isPending} />`. Default: true. */
  when?: boolean | undefined;
}
/**
 * Marks the page as pending while it is mounted. After a call, the next call and the next request
 * wait until it unmounts. Renders nothing.
 *
 * Place it in the fallback of a Suspense boundary, which the agent cannot distinguish from content.
 * Or place it, with `when`, in a component that knows that it is loading.
 */
declare function PageBusy({ when }: PageBusyProps): null;
/** One call: its state, as `render` gets it, and its undo. */
type CallView = RenderProps & {
  /** Absent for a call that registered no undo, that goes on, or that an earlier page made. */
  readonly undo: CallUndo | undefined;
  /** True if there is something to undo now. */
  readonly canUndo: boolean;
  /**
   * Undoes the call. Never rejects: resolves with undefined if the undo was cancelled or could not
   * start.
   */
  readonly undoNow: () => Promise<UndoResult | undefined>;
};
/**
 * Returns one call, for your own user interface. Follows it from the first letter of its arguments
 * to its answer and its undo. Undefined if no call has the id. A delta of the arguments re-renders
 * only the components that read this call. {@link Call} shows it by the `render` of its tool.
 */
declare function useCall(callId: string): CallView | undefined;
/** The props of `Call`. */
interface CallProps {
  /** The id of the call. */
  readonly id: string;
  /** Shown if the tool of the call has no renderer, or if the renderer throws. Default: nothing. */
  readonly fallback?: ReactNode;
}
/**
 * Shows one call by the `render` that the tool's owner gave `useTool`, also after the owner has
 * unmounted. An error that `render` throws does not reach the page: `fallback` is shown until the
 * call is in another state.
 */
declare function Call({ id: callId, fallback }: CallProps): ReactNode;
/**
 * Returns the record of a call in `agent.calls`; undefined before the model asks for the call, and
 * for a call of an earlier page. In a long history only the calls that go on follow each change.
 */
declare function useCallRecord(callId: string): CallRecord | undefined;
/**
 * Finds a call in the history, as the model asked for it. Returns undefined for an unknown id, and
 * while a model still writes the message of the call.
 */
declare function findCall({ history, calls }: Agent, callId: string): AssistantToolCall | undefined;
/** The result of `useAgent`. */
interface UseAgentResult extends SessionActions, Pick<AgentState, "status" | "error" | "messages" | "queue"> {}
/**
 * Returns the agent and the state of its open session. A change re-renders the component only if
 * the component reads the property that changed. A component that only sends is never re-rendered.
 * `messages` changes at most once a frame.
 *
 * With `select`, returns what it returns for the state of the agent, and re-renders the component
 * when that is another value. An object that `select` makes anew is another value for each state.
 */
declare function useAgent<T>(select: (state: AgentState) => T): T;
declare function useAgent(): UseAgentResult;
/**
 * Observes the events of one type, or all with `*`, of every run of the agent while the component
 * is mounted. `handler` is that of the latest committed render. It needs no list of dependencies,
 * and a re-render subscribes nothing. An error that it throws is reported and changes nothing.
 */
declare function useAgentEvent<T extends EventType>(type: T | "*", handler: EventHandler<T>): void;
/**
 * Adds a plug-in to the agent while the component is mounted, as `agent.use` does; false or
 * undefined adds none. Its functions are those of the latest committed render. A re-render
 * registers nothing, unless the plug-in gets another name or other members. A run that goes on
 * keeps the plug-ins with which it began.
 */
declare function usePlugin(plugin: AgentPlugin | false | undefined): void;
/** A call that waits for the person's approval, with its answers. */
interface Approvable extends PendingApproval {
  /**
   * Lets the call run, with the given arguments if there are any. Returns false if the request has
   * ended.
   */
  readonly approve: (options?: ApproveOptions) => boolean;
  /** Refuses the call. The model gets the comment. Returns false if the request has ended. */
  readonly deny: (comment?: string) => boolean;
}
/** A question of a tool, with its answers. */
interface Answerable extends PendingQuestion {
  /**
   * Gives an answer to the tool. Resolves with the issues of an invalid answer; empty if it is
   * valid.
   */
  readonly answer: (value: unknown) => Promise<readonly ValidationIssue[]>;
  /** Ends the wait without an answer. */
  readonly decline: (reason?: string) => void;
}
/** Something that waits for the person, with the functions that answer it. */
type AnswerableItem = Approvable | Answerable | PendingSignIn;
type OfKind<Kind extends PendingKind> = Extract<AnswerableItem, {
  readonly kind: Kind;
}>;
/**
 * Returns what waits for the person, oldest first: calls to allow, questions of tools and sign-ins,
 * or those of one kind. Each has the functions that answer it, and is the same object until it
 * changes. Show them: while a component with this hook is mounted, calls can wait and tools may
 * ask. When the last one unmounts, waiting calls are denied and questions are declined.
 */
declare function usePending(): readonly AnswerableItem[];
declare function usePending<Kind extends PendingKind>(kind: Kind): readonly OfKind<Kind>[];
/**
 * Returns one message by its id, also while a model writes it; undefined if there is none. The
 * answer of a call has the id of the call. A delta re-renders only the components that read its
 * message. While `isHeld` is true, no delta does: the message stays as it was until its end, as in
 * a panel that is closed. Default false.
 */
declare function useMessage(id: string, isHeld?: boolean): Message | undefined;
/** A ref of a `<form>`. */
interface FormElementRef {
  readonly current: HTMLFormElement | null;
}
/** The part of a React Hook Form that the tools use: `useForm` or `useFormContext` returns it. */
interface HookFormLike<Values, Submitted = Values> {
  getValues(): unknown;
  setValue(name: never, value: never, options?: {
    shouldDirty?: boolean;
    shouldTouch?: boolean;
  }): void;
  trigger(names?: never): Promise<boolean>;
  clearErrors?(names?: never): void;
  readonly formState: {
    readonly errors: object;
    readonly isSubmitting: boolean;
  };
  handleSubmit(onValid: (values: Submitted) => unknown, onInvalid?: () => unknown): () => Promise<unknown>;
  /** Tells the type of the form's values. It is never called. */
  reset(values?: (values: Values) => Values): void;
}
/** A form that keeps its values in React state, or in another store that a component reads. */
type PlainForm<Values> = PlainFormState<Values> & ({
  /** Replaces all values. */
  setValues(values: Values): void;
} | {
  /** Sets one value. */
  setValue<Name extends keyof Values>(name: Name, value: Values[Name]): void;
});
/** The properties of every {@link PlainForm}. */
interface PlainFormState<Values> {
  /** The values in this render. */
  readonly values: Values;
  /** Does the same as the form's button. Returns the result, or a promise of it. */
  submit(ctx: ToolContext): unknown;
  /**
   * The errors that the person sees in this render, by the paths of the fields. Default: the errors
   * that the schema finds.
   */
  readonly errors?: Readonly<Record<string, string | undefined>> | undefined;
  readonly isSubmitting?: boolean | undefined;
}
/** The options of a form's tools. */
interface FormToolsOptions {
  /**
   * The name of the scope and the end of the tools' names: `fill_<name>`. At most 56 letters,
   * digits, `_` and `-`.
   */
  name: string;
  /** The label for people. Default: the name. */
  label?: string | undefined;
  /**
   * The purpose of the form in a few words for the model. The descriptions of the tools contain it.
   * Default: the label.
   */
  purpose?: string | undefined;
  /** The availability of the form. Default: on while the component is mounted. */
  enabled?: Enabled | undefined;
  /** The thing that the form edits, such as the id of a customer: the `subject` of its scope. */
  subject?: Subject | undefined;
  /**
   * The options of the tool that submits, such as `effect` or `approval`. Default of
   * `approval.preview`: the values of the form.
   */
  submit?: SubmitOptions | undefined;
}
/** The options of the tool that submits a form. */
type SubmitOptions = Omit<ToolOptions<Record<string, never>, unknown>, "name" | "description" | "parameters" | "handler" | "enabled">;
/** The options of a form's tools, for a form that does not submit its values itself. */
interface SubmittedFormToolsOptions<Submitted> extends FormToolsOptions {
  /** Submits the values of a valid form. The model gets the return value. */
  onSubmit: (values: Submitted, ctx: ToolContext) => unknown;
}
/** The options of a form's tools, for a `<form>` that may submit its values itself. */
interface ElementFormToolsOptions extends FormToolsOptions {
  /**
   * Submits the values of a valid form, by the names of the elements. Default: the form is
   * submitted as by its button, and its result is not known.
   */
  onSubmit?: ((values: Record<string, unknown>, ctx: ToolContext) => unknown) | undefined;
}
/**
 * Lets the agent work with a form while the component is mounted. Registers a scope whose context
 * is the values and the visible errors, with the tools `fill_<name>`, `correct_<name>`,
 * `submit_<name>` and `read_<name>`.
 *
 * The form checks the values of the agent like the input of a person. Both see the errors. Filling
 * can be undone, except for fields that have changed since. The tools, except `read_<name>`, are
 * off while the form is being submitted.
 *
 * `schema` names the fields that the agent sees and fills, and describes them to the model. Other
 * fields, such as a password, are left to the person.
 *
 * `form` is the result of `useForm` of React Hook Form, a {@link PlainForm}, or the ref of a
 * `<form>` whose fields have names. Returns the scope, for further tools. With a schema or a name
 * that no tool could have, all of it is left out, as `useTool` tells.
 */
declare function useFormTools(form: FormElementRef, schema: StandardSchema, options: ElementFormToolsOptions): ScopeHandle;
declare function useFormTools<Values extends object>(form: PlainForm<Values>, schema: StandardSchema<DeepPartial<NoInfer<Values>>, unknown>, options: FormToolsOptions): ScopeHandle;
declare function useFormTools<Values, Submitted = Values>(form: HookFormLike<Values, Submitted>, schema: StandardSchema<DeepPartial<NoInfer<Values>>, unknown>, options: SubmittedFormToolsOptions<Submitted>): ScopeHandle;
/** The result of `useMessages`. */
interface UseMessagesResult {
  /** The ids of the session's messages, in order. */
  readonly ids: readonly string[];
  /**
   * The same ids in pages of about 16, for long lists. A page is a new array only when one of its
   * own messages is added, removed or moved.
   *
   * Render a memoised component and an element for each page, with the page's first id as key. When
   * a message grows, React and the browser then skip the rows of all other pages.
   */
  readonly pages: readonly MessagePage[];
  /** True if the storage has older messages. */
  readonly hasOlder: boolean;
  /** Reads up to 500 older messages. Never rejects: `session.degraded` tells of a failure. */
  readonly showOlder: () => Promise<void>;
}
/**
 * Returns the messages of the session by their ids; `useMessage` returns each. Another object only
 * when a message is added, removed or moved: a delta re-renders no list.
 */
declare function useMessages(): UseMessagesResult;
/** The ids of some neighbouring messages, at least one. */
type MessagePage = readonly string[];
/**
 * Gives tools that the page did not register by `useTool` a `render`, by their names: those of a
 * server, for example. A tool that has a `render` of another owner keeps it. Calls in the
 * conversation keep what they show when the component unmounts.
 */
declare function useRenderers(renderers: Readonly<Record<string, ToolRenderer>>): void;
/** The scope of a tool. */
interface Placement {
  /**
   * The scope that `useScope` returned. Default: the scope of the nearest `AgentScope`. Without
   * one, the tool gets a scope of its own name.
   */
  scope?: ScopeHandle | undefined;
}
/**
 * The options of a tool of the page. Write `handler` before `render`: TypeScript then knows the
 * type of the result in `render`.
 */
interface UseToolOptions<Args, Result> extends ToolOptions<Args, Result>, Placement {
  /**
   * Shows a call of the tool in the chat, or in `Call`. Called as the body of a component, so
   * it may use hooks. The function of the latest committed render is called. After the component
   * has unmounted, its last one is called.
   *
   * A function that is defined outside the component costs nothing. One that is defined inside
   * renders the calls on the page again with each render. Default: none, and the page shows the
   * call as that of any tool.
   */
  render?: ((props: RenderProps<Args, Result>) => ReactNode) | undefined;
}
/** The options of a tool of the page in the words `inputSchema` and `execute`. */
interface AliasedUseToolOptions<Args, Result> extends AliasedToolOptions<Args, Result>, Placement {
  /** Shows a call, as in {@link UseToolOptions}. */
  render?: ((props: RenderProps<Args, Result>) => ReactNode) | undefined;
}
/**
 * The options of a tool without a handler: it only shows something. The model gets `{ ok: true }`.
 */
interface RenderOnlyToolOptions<Args> extends Omit<ToolOptions<Args, {
  readonly ok: true;
}>, "handler" | "result">, Placement {
  handler?: undefined;
  /** As of any tool, without `toModel`. */
  result?: Omit<NonNullable<ToolOptions<Args, unknown>["result"]>, "toModel"> | undefined;
  /** Shows a call, as in {@link UseToolOptions}. */
  render: (props: RenderProps<Args, {
    readonly ok: true;
  }>) => ReactNode;
}
/**
 * Registers a component that the model shows with props of its choice: a tool without a handler.
 * The rest is as for a tool with one.
 */
declare function useTool<Args = Record<string, never>>(options: RenderOnlyToolOptions<Args>): void;
/**
 * Registers a tool while the component is mounted. Unmounting removes the tool and cancels its
 * running calls with `scope_ended`, except those that called `ctx.outlive()`. The same happens when
 * React hides a component that suspends; a call goes on if the component is back once the page has
 * settled. The option `render` still shows the calls in the history.
 *
 * `handler`, `enabled`, `render`, `undo` and all functions in `approval`, `result` and `resume` are
 * those of the latest committed render. They may use props and state, and need no list of
 * dependencies. Each call sees the commit of the calls before it, unless they run at once.
 *
 * A handler that acts on something by its props or state needs a `subject`. The call does not run
 * if the subject has changed since the request. The `binds` of an `approval` is for what depends on
 * the arguments. That of the request's commit is kept, and has to agree with that of the call.
 *
 * `subject: { id, label }` is for a component that is mounted many times, with an id that is unique
 * among its mounts. The model sees one tool with a parameter `instance`, and the call reaches the
 * mount that it chose. The parameter has at most 50 values, those of mounts that are on. All mounts
 * are in one scope. The description and the parameters are those of the first one. A tool with a
 * parameter `instance` of its own is then left out.
 *
 * A re-render registers nothing. A new `name`, or another option that changed, registers the tool
 * again, once. Schemas are compared by identity.
 *
 * If the name is taken, the first tool keeps it. The second is reported once in the console, and
 * waits until the name is free. A tool that cannot be made, for example because of its schema, is
 * left out. It is reported once in the console and in `agent.scopes.leftOut`. The page goes on,
 * also without a provider.
 */
declare function useTool<Args = Record<string, never>, Result = unknown>(options: UseToolOptions<Args, Result> | AliasedUseToolOptions<Args, Result>): void;
/**
 * Gives a tool that the page did not register by `useTool` a `render`: one of a server, for
 * example. A tool that has a `render` of another owner keeps it. Calls in the conversation keep
 * what they show when the component unmounts.
 */
declare function useCallRenderer(tool: string, render: ToolRenderer): void;
/** Returns the renderer of a tool name with its owner. Errors name the hook. */
declare function useRegisteredRenderer(hook: string, name: string | undefined): RegisteredRenderer | undefined;
export { AgentProvider, type AgentProviderProps, AgentScope, type AgentScopeProps, type AnswerableItem, Call, type CallProps, type CallView, type DeepPartial, type ElementFormToolsOptions, type FormElementRef, type FormToolsOptions, type HookFormLike, type MessagePage, PageBusy, type PageBusyProps, type PlainForm, type PlainFormState, type ReactRouterLike, type RenderOnlyToolOptions, type RenderProps, type ScopeHandle, type SentRun, type SubmitOptions, type SubmittedFormToolsOptions, type TanStackRouterLike, type ToolCallError, type ToolRenderState, type ToolRenderer, type Until, type UseAgentResult, type UseMessagesResult, type UseScopeOptions, type UseToolOptions, findCall, reactRouter, tanstackRouter, useAgent, useAgentEvent, useCall, useCallRecord, useCallRenderer, useFormTools, useMessage, useMessages, usePending, usePlugin, useProvidedAgent, useRegisteredRenderer, useRenderers, useScope, useTool };

// @ambit/react/query

import { Tool, ToolOptions, TouchTarget } from "@ambit/core";
import { DefaultError, InferDataFromTag, MutationOptions, QueryClient, QueryKey, UseMutationResult } from "@tanstack/react-query";
import "react";
/** The options of `mutationTool`: those of a tool, with a mutation in place of the handler. */
interface MutationToolOptions<Args, Data, Failure = DefaultError, OnMutate = unknown> extends Omit<ToolOptions<Args, Data>, "handler"> {
  client: QueryClient;
  /**
   * The options of `useMutation` or `mutationOptions`, or the result of `useMutation`. The
   * arguments of the tool are the variables of the mutation.
   */
  mutation: MutationOptions<Data, Failure, Args, OnMutate> | Pick<UseMutationResult<Data, Failure, Args, OnMutate>, "mutateAsync">;
  /**
   * The queries that the mutation makes out of date, by their keys or the start of their keys.
   * Those on the page are fetched again before the call ends.
   */
  invalidates?: readonly QueryKey[] | ((data: Data, args: Args) => readonly QueryKey[]) | undefined;
  /**
   * Shows the expected result while the mutation runs: `change` replaces the data of a query that
   * has data. When the mutation ends, the query is invalidated. If the mutation fails, the old data
   * is restored first, unless the data has changed since.
   */
  optimistic?: ((args: Args, change: ChangeQuery) => void) | undefined;
  /**
   * Returns what a mutation that succeeded has changed on the page, for `ctx.touched`: elements, or
   * their ids. Default: the element of the tool's scope.
   */
  touched?: ((data: Data, args: Args) => TouchTarget | readonly TouchTarget[]) | undefined;
  /**
   * As of any tool, but the default of `toModel` is `{ ok: true }`. An answer of the server may
   * hold what the model must not have, such as a password hash.
   */
  result?: ToolOptions<Args, Data>["result"];
  /**
   * Undoes a mutation that succeeded, as of any tool. The same queries are then fetched again.
   * Without this option, the call cannot be undone.
   */
  undo?: ToolOptions<Args, Data>["undo"];
}
/**
 * Creates a tool from a TanStack Query mutation. The mutation runs in the client's MutationCache,
 * with its retries, callbacks and defaults, and `useIsMutating` counts it. The model gets only
 * `{ ok: true }`, or what `result.toModel` returns.
 *
 * The call ends when the queries that it invalidates have been fetched again. A query that fails
 * does not fail the call. If the call is cancelled, the mutation goes on, and can be undone when it
 * has succeeded. The call outlives its component, which the mutation may take off the page.
 *
 * Throws as `new Tool` does. In a component use `useMutationTool`.
 */
declare const mutationTool: <Args, Data, Failure = DefaultError, OnMutate = unknown>(options: MutationToolOptions<Args, Data, Failure, OnMutate>) => Tool<Args, Data>;
/**
 * Replaces the data of one query, by its whole key. Does nothing if the query has no data. `update`
 * must not mutate its input.
 */
type ChangeQuery = <Key extends QueryKey, Data = InferDataFromTag<unknown, Key>>(queryKey: Key, update: (data: Data) => Data) => void;
/** The state of a query, as the model gets it. */
type QueryContext<Seen> = {
  readonly status: "missing";
} | {
  readonly status: "loading";
} | {
  readonly status: "error";
  readonly error: string;
  readonly data?: Seen;
} | {
  readonly status: "stale";
  readonly data: Seen;
  readonly updatedAt: string;
  readonly isFetching: boolean;
} | {
  readonly status: "fresh";
  readonly data: Seen;
};
/**
 * Creates a `context` for `useScope` or `new Scope` that shows the model one query of a TanStack
 * Query cache. The model gets the data, or the part that `select` returns, and its state: loading,
 * failed, stale or fresh. Each request reads it again. Nothing is fetched: a query that the page
 * did not ask for is `missing`.
 */
declare const queryContext: <Key extends QueryKey, Data = InferDataFromTag<unknown, Key>, Seen = Data>(client: QueryClient, queryKey: Key, select?: (data: Data) => Seen) => (() => QueryContext<Seen>);
/** The options of `useMutationTool`. */
interface UseMutationToolOptions<Args, Data, Failure = DefaultError, OnMutate = unknown> extends MutationToolOptions<Args, Data, Failure, OnMutate> {
  /** The scope, as for `useTool`. */
  scope?: ScopeHandle | undefined;
}
/**
 * Registers a `mutationTool` while the component is mounted, as `useTool` does. The mutation is
 * that of the latest committed render.
 */
declare const useMutationTool: <Args, Data, Failure = DefaultError, OnMutate = unknown>(asked: UseMutationToolOptions<Args, Data, Failure, OnMutate>) => void;
/** The part of a TanStack Query client that `queries` uses. */
interface QueryClientLike<Filters> {
  isFetching(filters?: Filters): number;
  getQueryCache(): {
    subscribe(listener: () => void): () => void;
  };
}
/**
 * Creates an `until` of `AgentProvider`: after tools, the agent waits for the queries that a
 * TanStack Query client is fetching. Name the queries that pages need in `filters`. Without
 * filters, the agent also waits for queries that poll or are fetched again in the background.
 */
declare const queries: <Filters>(client: QueryClientLike<Filters>, filters?: Filters) => Until;
export { type ChangeQuery, type MutationToolOptions, type QueryClientLike, type QueryContext, type UseMutationToolOptions, mutationTool, queries, queryContext, useMutationTool };

// @ambit/react/ui-tool

import { StandardSchema, ToolOptions } from "@ambit/core";
import { ComponentType, ReactNode } from "react";
/** A component of the app that the model may place. */
interface UiComponent<Props> {
  /** The description for the model: what the component shows. */
  readonly description: string;
  /** The schema of the props that the model gives. Only what it parses reaches the component. */
  readonly props: StandardSchema<unknown, Props>;
  readonly component: ComponentType<Props & {
    readonly children?: ReactNode;
  }>;
  /** True if the component may have other ones inside. Default: false. */
  readonly children?: boolean | undefined;
}
/** The components that the model may place, by the names that it uses. */
type UiCatalog<Props extends Record<string, object>> = { readonly [Name in keyof Props]: UiComponent<Props[Name]>; };
/** A node of a tree: a text, or a component with its props and the nodes inside it. */
type UiNode = string | {
  readonly type: string;
  readonly props?: Readonly<Record<string, unknown>> | undefined;
  readonly children?: readonly UiNode[] | undefined;
};
/** A node that is not shown. */
interface SkippedNode {
  /** The place of the node, such as `root.children[0]`. */
  readonly path: string;
  readonly reason: string;
}
interface Call {
  readonly callId: string;
  readonly tool: string;
  /** The label of the `subject` that the call is for; known once the call begins. */
  readonly label?: string | undefined;
}
type In<State extends string, Args, Own = unknown> = Call & {
  readonly state: State;
  readonly args: Args;
} & Omit<Absent, keyof Own> & Own;
/** The arguments of a tool that `uiTool` makes. */
interface UiArgs {
  readonly root: UiNode;
}
/** The result of a tree, for the model. */
interface UiResult {
  /** The number of nodes that are shown. */
  readonly shown: number;
  /** The nodes that are not shown, with the reasons. Absent if all are. */
  readonly skipped?: readonly SkippedNode[] | undefined;
}
/** The options of {@link uiTool}: those of a tool, with a catalog in place of the handler. */
interface UiToolOptions<Props extends Record<string, object>> extends Omit<ToolOptions<UiArgs, UiResult>, "description" | "handler" | "parameters"> {
  /** The description for the model. Default: that it shows components to the person. */
  readonly description?: string | undefined;
  /** The components that the model may place, by the names that it uses. */
  readonly catalog: UiCatalog<Props>;
}
/**
 * Makes the options of a tool for `useTool`, with which the model shows a tree of the app's own
 * components. The tree is shown while the model writes it.
 *
 * A component gets only the props that its schema parses. A node that does not fit is left out, and
 * the model is told why. Such a node has an unknown component, props that do not fit, or an address
 * that would run code. A tree has at most 500 nodes and 30 levels. The model writes no HTML.
 *
 * Call it once, outside of components. Throws `AgentError` if a name, a description or a schema of
 * the catalog cannot be sent to a model.
 *
 * @example
 * const card = { description: 'A card.', props: z.object({ title: z.string() }), component: Card }
 * const showUi = uiTool({ name: 'show_ui', catalog: { Card: card } })
 * // in a component: useTool(showUi)
 */
declare function uiTool<Props extends Record<string, object>>(options: UiToolOptions<Props>): UseToolOptions<UiArgs, UiResult>;
export { type SkippedNode, type UiArgs, type UiCatalog, type UiComponent, type UiNode, type UiResult, type UiToolOptions, uiTool };
