// @ambit/react

import { ActivityState, Agent, AgentEvent, AnyTool, ApprovalRequest, ApproveOptions, Ask, AssistantMessage, Availability, CallActivity, CallOptions, CallUndo, ChatInput, Enabled, EventHandler, EventType, HookName, Hooks, Message, QueuedChat, RememberedApproval, Run, RunResult, RunStatus, Scope, ScopeOptions, SessionArtifact, SessionsState, StandardSchema, ToolContext, ToolOptions, UndoResult, UsageState, ValidationIssue } from "@ambit/core";
import { ReactElement, ReactNode } from "react";
/**
 * Something outside React that the page may be waiting for: a router's navigation, a query. The
 * agent's next request waits while it is pending.
 */
interface Until {
  /** Whether it is under way now. Cheap: asked again at every announcement. */
  isPending(): boolean;
  /** Announces when `isPending` may have changed, until the returned function is called. */
  subscribe(listener: () => void): () => void;
}
/** What `AgentProvider` takes. */
interface AgentProviderProps {
  /**
   * An agent, or a function that makes one, which is called once for each provider: on a server a
   * module-level agent would be shared by all its visitors. An agent made here is the provider's
   * own: its runs are cancelled when the provider unmounts.
   */
  agent: Agent | (() => Agent);
  /**
   * What the page may wait for outside React: `settleOnReactRouter(router)`, `settleOnQueries(client)`
   * or anything else that says when it is pending. Default: none.
   */
  until?: Until | readonly Until[] | undefined;
  children?: ReactNode;
}
/**
 * Gives the hooks below it their agent, and has the agent wait, after tools and before its next
 * request, until React has committed what they changed, in transitions and deferred values too. What
 * React does not tell is named by `until` and by `<AgentPending/>`.
 *
 * Place it above the Suspense boundaries of what the agent works on, and call `send` in a form action
 * without awaiting it: React holds back every transition until an action is over.
 */
declare function AgentProvider({ agent, until, children }: AgentProviderProps): ReactElement;
/** Which one of a component's many mounts this is: an id, unique among them, and for the model a label. */
type InstanceOption = string | number | {
  readonly id: string | number;
  readonly label?: string | undefined;
};
/** What this needs of a React Router data router: what `createBrowserRouter` and its like return. */
interface ReactRouterLike {
  readonly state: {
    readonly navigation: {
      readonly state: string;
    };
  };
  subscribe(listener: () => void): () => void;
}
/**
 * For the `until` of `AgentProvider`: after tools the agent waits for the navigation that a React
 * Router data router (6.4 or newer) has under way, its loaders and lazy routes. `<BrowserRouter>`
 * navigates in React, which is waited for without this.
 */
declare const settleOnReactRouter: (router: ReactRouterLike) => Until;
/** What this needs of a TanStack Router: what `createRouter` returns. */
interface TanStackRouterLike {
  readonly state: {
    readonly status: string;
    readonly isLoading: boolean;
  };
  subscribe(event: "onLoad" | "onResolved" | "onRendered", listener: () => void): () => void;
}
/**
 * For the `until` of `AgentProvider`: after tools the agent waits for the navigation that a TanStack
 * Router has under way, its loaders and lazy routes.
 */
declare const settleOnTanStackRouter: (router: TanStackRouterLike) => Until;
/** A value of which anything may still be missing, because a model has not written it yet. */
type DeepPartial<T> = unknown extends T ? T : T extends readonly (infer Item)[] ? readonly DeepPartial<Item>[] : T extends Date | ((...args: never[]) => unknown) ? T : T extends object ? { readonly [Key in keyof T]?: DeepPartial<T[Key]> | undefined; } : T;
/** What the model was told of a call that did not succeed. */
interface ToolCallError {
  /** The error's class, such as `ToolValidationError`. */
  readonly name?: string | undefined;
  readonly message: string;
}
interface Call {
  readonly callId: string;
  readonly tool: string;
}
/** Fields of other states, so that one function may take all of them out of its argument. */
interface Absent {
  readonly writing?: undefined;
  readonly pct?: undefined;
  readonly message?: undefined;
  readonly result?: undefined;
  readonly durationMs?: undefined;
  readonly error?: undefined;
}
type In<State extends string, Args, Own = unknown> = Call & {
  readonly state: State;
  readonly args: Args;
} & Omit<Absent, keyof Own> & Own;
/**
 * What `render` shows of one call, told apart by `state`:
 *
 * - `input-streaming`: the model writes the arguments, which are as far as it has come; `writing` is the one it is at, those before it are whole. Not checked yet
 * - `awaiting-approval`: a person is to decide whether it runs
 * - `running`: it runs, or is about to; `pct` (0 to 100) and `message` are what the tool last reported
 * - `succeeded`: `result` is what the handler returned while the page lives; of a stored conversation its JSON
 * - `failed`: `error` is what the model was told. The arguments may be what was wrong
 * - `denied`: a person or a policy refused it
 * - `cancelled`, `interrupted`: it was ended, or the model's message was
 *
 * Before `failed` and the last two the arguments are parsed by the tool's schema where that can be done at once.
 */
type ToolRenderProps<Args = Record<string, unknown>, Result = unknown> = In<"input-streaming", DeepPartial<Args>, {
  readonly writing?: (keyof Args & string) | undefined;
}> | In<"awaiting-approval", Args> | In<"running", Args, {
  readonly pct?: number | undefined;
  readonly message?: string | undefined;
}> | In<"succeeded", Args, {
  readonly result: Awaited<Result>;
  readonly durationMs?: number | undefined;
}> | In<"denied", Args, {
  readonly error: ToolCallError;
}> | In<"failed" | "cancelled" | "interrupted", DeepPartial<Args>, {
  readonly error: ToolCallError;
}>;
/** Where a call stands, as `render` is told. */
type ToolRenderState = ToolRenderProps["state"];
/** Shows a call of one tool. Called as the body of a component, so it may use hooks. */
type ToolRenderer = (props: ToolRenderProps) => ReactNode;
/**
 * A scope that a component registers; what `useScope` returns and `useTool` takes. The same object
 * for as long as the component is mounted.
 */
interface ScopeHandle {
  readonly name: string;
}
/** What a scope of the page is made of; its tools come with `useTool`. */
type UseScopeOptions = Omit<ScopeOptions, "tools">;
/**
 * Registers a scope while the component is mounted, and returns what `useTool` takes as its
 * `scope`. `context` and `enabled` are those of the latest committed render; a re-render registers
 * nothing. Where the name is taken the first stays, and this one, reported once in the console,
 * waits until it is gone.
 */
declare const useScope: (options: UseScopeOptions) => ScopeHandle;
/** What `ScopeProvider` takes: the options of the scope. */
interface ScopeProviderProps extends UseScopeOptions {
  children?: ReactNode;
}
/** Registers a scope, as `useScope` does, for the tools of the components below. */
declare function ScopeProvider({ children, ...scope }: ScopeProviderProps): ReactElement;
/**
 * A run that the page asked for: await it for its end. It never rejects: what went wrong is
 * `useAgent().error`.
 */
interface SentRun extends PromiseLike<RunResult | undefined>, AsyncIterable<AgentEvent> {
  readonly id: string;
  readonly status: RunStatus;
  /** Ends this run alone, also one that still waits for its turn. */
  cancel: Run<RunResult>["cancel"];
}
/** What `AgentPending` takes. */
interface AgentPendingProps {
  /** Whether it counts: `<AgentPending when={isPending} />`. Default true. */
  when?: boolean | undefined;
}
/**
 * Says that the page is not ready for as long as it is mounted: after tools, the agent waits for it
 * to go before it looks at the page. Renders nothing. Its place is in the fallback of a Suspense
 * boundary, which the agent cannot tell from content, or, with `when`, beside anything that knows
 * that it is loading.
 */
declare function AgentPending({ when }: AgentPendingProps): null;
/** What `ToolView` takes: which call it shows. */
interface ToolViewProps {
  readonly callId: string;
  /** Shown where the call's tool has no renderer, and in place of one that throws. Default: nothing. */
  readonly fallback?: ReactNode;
}
/**
 * One call, shown by what its tool's owner gave `useTool` as `render`, also after that has unmounted. What `render` throws is kept from the
 * page, and `fallback` shown until the call is in another state.
 */
declare function ToolView({ callId, fallback }: ToolViewProps): ReactNode;
/**
 * What a page can do with the open session. The functions are the same ones for as long as the
 * agent is.
 */
interface SessionActions {
  readonly agent: Agent;
  /**
   * Says something: text, or parts with images and files. While a run goes on, `onBusy` decides,
   * else the agent's own `onBusy`: the message joins the run (`steer`), takes its place
   * (`interrupt`), is refused (`reject`) or, by default, waits for its turn in `queue`. Never
   * rejects, so that it can be called and forgotten: what goes wrong is `error`, except that a
   * refusal is told by the returned run alone, since the one that goes on is well.
   */
  readonly send: (input: ChatInput, options?: CallOptions) => SentRun;
  /** Ends what runs and what waits, as the person's wish. What a model has said by then is kept. */
  readonly cancel: () => void;
  /** Goes on after an error without saying anything again. Never rejects. */
  readonly retry: () => SentRun;
  /**
   * Goes on with a run that a reload, a crash or a closed page cut short; `agent.sessions` tells
   * whether there is one. Needs a `storage`. Never rejects.
   */
  readonly resume: () => SentRun;
  /**
   * Has the model answer once more: the assistant message of this id, by default what the person
   * said last. The answer that was there stays, as another branch. What runs and what waits is
   * cancelled first, unless `onBusy` says otherwise, since it goes on from what is left behind.
   * Never rejects.
   */
  readonly regenerate: (messageId?: string, options?: CallOptions) => SentRun;
  /**
   * Says something else in the place of a user message, as another branch. What runs is treated as
   * by `regenerate`. Never rejects.
   */
  readonly edit: (messageId: string, content: ChatInput, options?: CallOptions) => SentRun;
}
/** What a page shows of the open session. */
interface SessionState {
  readonly status: ActivityState["status"];
  /** Why the last run did not complete; gone when the next starts. */
  readonly error: Error | undefined;
  /**
   * The path to the history's head; while a model writes, its message as far as it has come stands
   * last, without a `finishReason`.
   */
  readonly messages: readonly Message[];
  /** The chats that wait for their turn. */
  readonly queue: readonly QueuedChat[];
  /** What was used so far, and what it cost. */
  readonly usage: UsageState;
  /** What tools gave the page. */
  readonly artifacts: readonly SessionArtifact[];
  /** The message that is being written. */
  readonly draft: AssistantMessage | undefined;
  /** The messages without it. */
  readonly path: readonly Message[];
}
/** What `useAgent` returns. */
interface UseAgentResult extends SessionActions, Pick<SessionState, "status" | "error" | "messages" | "queue"> {}
/**
 * The agent and its open session. Tracked: a change re-renders the component only when it reads
 * what changed, so that one that only sends is never re-rendered. `messages` changes at most once a
 * frame.
 */
declare function useAgent(): UseAgentResult;
/**
 * Observes the events of one type, or with `*` all of them, of every run of the agent while the
 * component is mounted. `handler` is the one of the latest committed render; nothing that it reads
 * has to be listed, and a re-render subscribes nothing. What it throws is reported and changes
 * nothing.
 */
declare function useAgentEvents<T extends EventType>(type: T | "*", handler: EventHandler<T>): void;
/**
 * What tools of the open session gave the page, in the order in which it first came. The same array
 * until that changes.
 */
declare const useArtifacts: () => readonly SessionArtifact[];
/** What `useApprovals` returns. The functions are the same ones for as long as the agent is. */
interface UseApprovalsResult {
  /** The calls that wait for a person, oldest first. Show all of a request: its arguments are what runs. */
  readonly pending: readonly ApprovalRequest[];
  /** What need not be asked for again, oldest first. */
  readonly remembered: readonly RememberedApproval[];
  /** Lets a call run, with other arguments where some are given. False when the request has ended. */
  readonly approve: (id: string, options?: ApproveOptions) => boolean;
  /** Refuses a call; the model is told the comment. False when the request has ended. */
  readonly deny: (id: string, comment?: string) => boolean;
  /** Asks again for what a rule says need not be asked for. */
  readonly revoke: (ruleId: string) => void;
}
/**
 * The calls of the agent that wait for a person's approval. While a component that uses it is mounted somebody is there to answer: show the requests. When the
 * last such component unmounts, what waits is denied.
 */
declare function useApprovals(): UseApprovalsResult;
/** What `useAsks` returns. The functions are the same ones for as long as the agent is. */
interface UseAsksResult {
  /** What tools ask the person, in order. */
  readonly asks: readonly Ask[];
  /** Resolves with what is wrong with an answer; empty when the tool has it. */
  readonly answer: (id: string, value: unknown) => Promise<readonly ValidationIssue[]>;
  /** Ends the wait without an answer. */
  readonly decline: (id: string, reason?: string) => void;
}
/**
 * What the handlers of tools ask by `ctx.ask`. While a component that uses it is mounted, tools may ask: show the questions.
 */
declare function useAsks(): UseAsksResult;
/**
 * The ids of the messages that stand in one place of the history, oldest first: the message of this
 * id, and what took its place by `edit` or `regenerate`. Empty while the message is being written.
 * `agent.history.select(id)` shows another one.
 */
declare function useBranches(messageId: string): readonly string[];
/**
 * Intercepts the agent's loop while the component is mounted, as `agent.addHook` does: awaited, may
 * change what it is given, and ends the run by throwing. `hook` is the one of the latest committed
 * render; a re-render registers nothing.
 */
declare function useHook<Name extends HookName>(name: Name, hook: Hooks[Name]): void;
/** What a ref of a `<form>` holds. */
interface FormElementRef {
  readonly current: HTMLFormElement | null;
}
/** What this needs of a form of React Hook Form: what `useForm` or `useFormContext` returns. */
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
  /** Only its type is used: it says what the form's values are. */
  reset(values?: (values: Values) => Values): void;
}
/** A form that keeps its values in React state, or in anything a component reads. */
type PlainForm<Values> = PlainFormState<Values> & ({
  /** Puts these values, which are all of them, in the place of those that are there. */
  setValues(values: Values): void;
} | {
  /** Sets one of the values. */
  setValue<Name extends keyof Values>(name: Name, value: Values[Name]): void;
});
/** What any {@link PlainForm} has. */
interface PlainFormState<Values> {
  /** As they are in this render. */
  readonly values: Values;
  /** Does what the form's button does. What it returns, or resolves with, is the result. */
  submit(ctx: ToolContext): unknown;
  /** What the person is shown in this render, by the fields' paths. Left out, the schema says what is wrong. */
  readonly errors?: Readonly<Record<string, string | undefined>> | undefined;
  readonly isSubmitting?: boolean | undefined;
}
/** What a form's tools are made of. */
interface FormToolsOptions {
  /** Names the scope, and ends the tools' names: `fill_<name>`. Letters, digits, `_` and `-`, at most 56. */
  name: string;
  /** For people. Default: the name. */
  label?: string | undefined;
  /** What the form is for, in a few words for the model: it stands in the tools' descriptions. Default: the label. */
  purpose?: string | undefined;
  /** Default: on while the component is mounted. */
  enabled?: Enabled | undefined;
  /** Of the tool that submits, such as its `effect`, or that it `requiresApproval`. */
  submit?: SubmitOptions | undefined;
}
/** What may be said of the tool that submits a form. */
type SubmitOptions = Omit<ToolOptions<Record<string, never>, unknown>, "name" | "description" | "parameters" | "handler" | "enabled">;
/** What a form's tools are made of where the form does not say what to do with its values. */
interface SubmittedFormToolsOptions<Submitted> extends FormToolsOptions {
  /** Takes the values of a valid form; what it returns the model is told. */
  onSubmit: (values: Submitted, ctx: ToolContext) => unknown;
}
/** What a form's tools are made of where a `<form>` has its own way to submit. */
interface ElementFormToolsOptions extends FormToolsOptions {
  /** Takes the values of a valid form, by the elements' names. Default: the form is submitted as by its button, and the result is not known. */
  onSubmit?: ((values: Record<string, unknown>, ctx: ToolContext) => unknown) | undefined;
}
/**
 * Lets the agent work with a form for as long as the component is mounted: a scope with the form's values and the errors it shows as context, and the
 * tools `fill_<name>`, `correct_<name>`, `submit_<name>` and `read_<name>`. What the agent fills is checked as what a person writes, and shown to
 * both. Filling can be undone, but for fields that were changed since.
 *
 * `schema` names the fields that the agent sees and fills, and tells the model about them; others, such as a password, stay the person's. The tools
 * are off while the form is being submitted.
 *
 * `form` is what `useForm` of React Hook Form returns, a {@link PlainForm}, or the ref of a `<form>` whose fields have names. Returns the scope, for further tools.
 * Throws `AgentError` for a schema or a name that no tool could have.
 */
declare function useFormTools<Values, Submitted = Values>(form: HookFormLike<Values, Submitted>, schema: StandardSchema<DeepPartial<NoInfer<Values>>, unknown>, options: SubmittedFormToolsOptions<Submitted>): ScopeHandle;
declare function useFormTools<Values extends object>(form: PlainForm<Values>, schema: StandardSchema<DeepPartial<NoInfer<Values>>, unknown>, options: FormToolsOptions): ScopeHandle;
declare function useFormTools(form: FormElementRef, schema: StandardSchema, options: ElementFormToolsOptions): ScopeHandle;
/**
 * One message by its id, also while a model still writes it, or undefined where there is none. A
 * tool's answer has the id of its call. A delta re-renders only what reads the message it belongs
 * to.
 */
declare function useMessage(id: string): Message | undefined;
/** The ids of the session's messages, in order: a new array only when one comes, goes or moves. */
declare function useMessageIds(): readonly string[];
/** Some neighbouring messages, by their ids: one at least. */
type MessagePage = readonly string[];
/**
 * The ids of the session's messages in pages of about 16, for long lists: a page is a new array only when one of its messages comes, goes
 * or moves, whatever happens before and after it. With a memoised component and an element for each page, whose key is the page's first id, React and the
 * browser look at the pages that stay, not at their rows, when a message grows.
 */
declare function useMessagePages(): readonly MessagePage[];
/** A registered scope and its tools, each as it is now. */
interface ScopeView {
  readonly scope: Scope;
  readonly availability: Availability;
  readonly tools: readonly {
    readonly tool: AnyTool;
    readonly availability: Availability;
  }[];
}
/**
 * What the agent can do now, in a stable order: read again when anything is registered, goes, or
 * announces a change.
 */
declare function useScopes(): readonly ScopeView[];
/**
 * What is known of the open session: whether it is still being read, was cut short, goes on in another page or has older messages, and what went wrong with the
 * storage. The same object until that changes. `agent.sessions` has what can be done with it.
 */
declare const useSessions: () => SessionsState;
/** Where a tool of the page stands. */
interface Placement {
  /**
   * What `useScope` returned. Default: the nearest `ScopeProvider`'s scope, else one of the tool's
   * own, of its name.
   */
  scope?: ScopeHandle | undefined;
  /**
   * Which one this is, where a component that registers the tool is mounted many times: an id that is unique among them, and a label for
   * the model. The model then sees one tool with a parameter `instance`, of at most 50 that are on, and the call reaches the one it chose.
   * They stand in one scope; description and parameters are those of the first. A parameter of that name throws `AgentError`.
   */
  instance?: InstanceOption | undefined;
}
/** What a tool of the page is made of. Write `handler` before `render`, so that the result's type is known there. */
interface UseToolOptions<Args, Result> extends ToolOptions<Args, Result>, Placement {
  /**
   * Shows a call of the tool, where the page shows calls: the chat, or `ToolView`. Called as the body of a component, so it may use hooks;
   * always the one of the latest committed render, and after the component has unmounted its last one. Kept outside of the component it costs
   * nothing; written in place, calls on the page are shown anew with each render. Default: as every tool's.
   */
  render?: ((props: ToolRenderProps<Args, Result>) => ReactNode) | undefined;
}
/** A tool without a handler: what it shows is what it does. The model is told that it is there. */
interface RenderOnlyToolOptions<Args> extends Omit<ToolOptions<Args, {
  readonly ok: true;
}>, "handler" | "toModelOutput">, Placement {
  handler?: undefined;
  /** As in {@link UseToolOptions}. */
  render: (props: ToolRenderProps<Args, {
    readonly ok: true;
  }>) => ReactNode;
}
/** Registers a component that the model places, with the props it gives: a tool without a handler. All else is as with one. */
declare function useTool<Args = Record<string, never>>(options: RenderOnlyToolOptions<Args>): void;
/**
 * Registers a tool while the component is mounted. Unmounting removes it and cancels its running
 * calls with `scope_ended`, except those that called `ctx.outlive()`; so does React when it hides a
 * component that waits for something. Calls in the history are still shown by its `render`.
 *
 * `handler`, `enabled`, `preview`, `requiresApproval`, `toModelOutput` and `render` are those of the latest committed render: they may close
 * over props and state, and there are no dependencies to list. A re-render registers nothing; a new
 * `name`, or other options that changed (schemas are compared by identity), register once.
 *
 * Where the name is taken the first tool stays, and this one, reported once in the console, waits
 * until it is gone. Throws `AgentError` for what `new Tool` throws for.
 */
declare function useTool<Args = Record<string, never>, Result = unknown>(options: UseToolOptions<Args, Result>): void;
/**
 * What a call is doing right now; undefined before it is asked for and once it is answered: its
 * answer is `useMessage(callId)`.
 */
declare function useToolCall(callId: string): CallActivity | undefined;
/**
 * What a tool's owner gave `useTool` as `render`, also after it has unmounted; undefined where there is none. It shows what
 * `useToolView` returns; {@link ToolView} does all of it.
 */
declare const useToolRenderer: (name: string) => ToolRenderer | undefined;
/**
 * One call as `render` is given it, for a user interface of your own: follows the call from its first letter to its answer. Undefined for an
 * id of no call. A delta of its arguments re-renders only what reads this call.
 */
declare function useToolView(callId: string): ToolRenderProps | undefined;
/** What `useUndo` returns. */
interface UseUndoResult {
  /** Whether there is something to take back now. */
  readonly canUndo: boolean;
  /** How far the undo of the call is; undefined for a run, and for a call that has not ended or registered none. */
  readonly call: CallUndo | undefined;
  /** Takes it back. Never rejects: resolves with undefined where that was cancelled, or could not begin. */
  readonly undo: () => Promise<UndoResult | undefined>;
}
/** What can be taken back of a call, or with the id of a run of all its calls. Changes of other calls do not re-render it. */
declare function useUndo(id: string): UseUndoResult;
/**
 * What the open session and the running chat have used, in tokens and, where `rates` knows the
 * model, in USD. The same object until a model call has ended.
 */
declare const useUsage: () => UsageState;
export { AgentPending, type AgentPendingProps, AgentProvider, type AgentProviderProps, type DeepPartial, type ElementFormToolsOptions, type FormElementRef, type FormToolsOptions, type HookFormLike, type InstanceOption, type MessagePage, type PlainForm, type PlainFormState, type ReactRouterLike, type RenderOnlyToolOptions, type ScopeHandle, ScopeProvider, type ScopeProviderProps, type ScopeView, type SentRun, type SubmitOptions, type SubmittedFormToolsOptions, type TanStackRouterLike, type ToolCallError, type ToolRenderProps, type ToolRenderState, type ToolRenderer, ToolView, type ToolViewProps, type Until, type UseAgentResult, type UseApprovalsResult, type UseAsksResult, type UseScopeOptions, type UseToolOptions, type UseUndoResult, settleOnReactRouter, settleOnTanStackRouter, useAgent, useAgentEvents, useApprovals, useArtifacts, useAsks, useBranches, useFormTools, useHook, useMessage, useMessageIds, useMessagePages, useScope, useScopes, useSessions, useTool, useToolCall, useToolRenderer, useToolView, useUndo, useUsage };

// @ambit/react/query

import { DefaultError, InferDataFromTag, MutationOptions, QueryClient, QueryKey, UseMutationResult } from "@tanstack/react-query";
import { Tool, ToolOptions, UndoContext } from "@ambit/core";
import "react";
/** Replaces the data of one query, by its whole key; does nothing where there is none. `update` must not change what it is given. */
type ChangeQuery = <Key extends QueryKey, Data = InferDataFromTag<unknown, Key>>(queryKey: Key, update: (data: Data) => Data) => void;
/** What a tool made of a mutation takes: the options of a tool without its handler, and those of the mutation. */
interface MutationToolOptions<Args, Data, Failure = DefaultError, OnMutate = unknown> extends Omit<ToolOptions<Args, Data>, "handler"> {
  client: QueryClient;
  /** The options of `useMutation` or `mutationOptions`, or what `useMutation` returned. The arguments are its variables. */
  mutation: MutationOptions<Data, Failure, Args, OnMutate> | Pick<UseMutationResult<Data, Failure, Args, OnMutate>, "mutateAsync">;
  /** The queries that it makes out of date, by their keys or the beginning of these. Those on the page are fetched again before the call ends. */
  invalidates?: readonly QueryKey[] | ((data: Data, args: Args) => readonly QueryKey[]) | undefined;
  /**
   * Shows what is to be expected while the mutation runs: `change` has a query's data replaced, where there is any. It is invalidated when the
   * mutation ends, and put back first where that fails and nobody changed it since.
   */
  optimistic?: ((args: Args, change: ChangeQuery) => void) | undefined;
  /** Takes back a mutation that succeeded, for `agent.undo`; the same queries are fetched again. Without it the call cannot be undone. */
  undo?: ((data: Data, args: Args, ctx: UndoContext) => unknown) | undefined;
}
/**
 * A TanStack Query mutation as a tool: it runs through the client's MutationCache, so with its retries, callbacks and defaults, and
 * `useIsMutating` sees it. The call ends when the queries it invalidates have been fetched again; one of them that fails does not fail the call. A cancelled
 * call leaves the mutation running, and can be undone when that has succeeded.
 *
 * Throws what `new Tool` throws. In a component use `useMutationTool`.
 */
declare const mutationTool: <Args, Data, Failure = DefaultError, OnMutate = unknown>(options: MutationToolOptions<Args, Data, Failure, OnMutate>) => Tool<Args, Data>;
/** What the model is told of a query. */
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
 * A `context` for `useScope` or `new Scope` that shows the model one query of a TanStack Query cache, read again for every request: what
 * `select` makes of its data, and whether that is loading, failed or stale. It fetches nothing: what the page does not ask for is `missing`.
 */
declare const queryContext: <Key extends QueryKey, Data = InferDataFromTag<unknown, Key>, Seen = Data>(client: QueryClient, queryKey: Key, select?: (data: Data) => Seen) => (() => QueryContext<Seen>);
/**
 * A scope that a component registers; what `useScope` returns and `useTool` takes. The same object
 * for as long as the component is mounted.
 */
interface ScopeHandle {
  readonly name: string;
}
/** What a component's tool made of a mutation takes. */
interface UseMutationToolOptions<Args, Data, Failure = DefaultError, OnMutate = unknown> extends MutationToolOptions<Args, Data, Failure, OnMutate> {
  /** As `useTool`'s. */
  scope?: ScopeHandle | undefined;
}
/** Registers a `mutationTool` while the component is mounted, as `useTool` does: the mutation is that of the latest committed render. */
declare const useMutationTool: <Args, Data, Failure = DefaultError, OnMutate = unknown>({ scope, ...options }: UseMutationToolOptions<Args, Data, Failure, OnMutate>) => void;
/**
 * Something outside React that the page may be waiting for: a router's navigation, a query. The
 * agent's next request waits while it is pending.
 */
interface Until {
  /** Whether it is under way now. Cheap: asked again at every announcement. */
  isPending(): boolean;
  /** Announces when `isPending` may have changed, until the returned function is called. */
  subscribe(listener: () => void): () => void;
}
/** What this needs of a TanStack Query client. */
interface QueryClientLike<Filters> {
  isFetching(filters?: Filters): number;
  getQueryCache(): {
    subscribe(listener: () => void): () => void;
  };
}
/**
 * For the `until` of `AgentProvider`: after tools the agent waits for the queries that a TanStack
 * Query client is fetching. Name those that pages cannot do without in `filters`: with all of them,
 * a query that polls or is fetched again in the background is waited for as well.
 */
declare const settleOnQueries: <Filters>(client: QueryClientLike<Filters>, filters?: Filters) => Until;
export { type ChangeQuery, type MutationToolOptions, type QueryClientLike, type QueryContext, type UseMutationToolOptions, mutationTool, queryContext, settleOnQueries, useMutationTool };
