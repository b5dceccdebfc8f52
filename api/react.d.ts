// @ambit/react

import { ActivityState, Agent, AgentEvent, AnyTool, AssistantMessage, Availability, CallActivity, CallOptions, ChatInput, Message, QueuedChat, Run, RunResult, RunStatus, Scope, ScopeOptions, ToolOptions } from "@ambit/core";
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
/**
 * What a page can do with the open session. The functions are the same ones for as long as the
 * agent is.
 */
interface SessionActions {
  readonly agent: Agent;
  /**
   * Says something. While a run goes on the message waits for its turn, unless `onBusy` says
   * otherwise. Never rejects, so that it can be called and forgotten: what goes wrong is `error`.
   */
  readonly send: (input: ChatInput, options?: CallOptions) => SentRun;
  /** Ends what runs and what waits, as the person's wish. */
  readonly cancel: () => void;
  /** Goes on after an error without saying anything again. Never rejects. */
  readonly retry: () => SentRun;
}
/** What a page shows of the open session. */
interface SessionState {
  readonly status: ActivityState["status"];
  /** Why the last run did not complete; gone when the next starts. */
  readonly error: unknown;
  /**
   * The path to the history's head; while a model writes, its message as far as it has come stands
   * last, without a `finishReason`.
   */
  readonly messages: readonly Message[];
  /** The chats that wait for their turn. */
  readonly queue: readonly QueuedChat[];
  readonly ids: readonly string[];
  /** The message that is being written. */
  readonly draft: AssistantMessage | undefined;
  /** What the parts above were made from. */
  readonly source: {
    readonly path: readonly Message[];
    readonly draft: ActivityState["draft"];
  };
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
 * One message by its id, also while a model still writes it, or undefined where there is none. A
 * tool's answer has the id of its call. A delta re-renders only what reads the message it belongs
 * to.
 */
declare function useMessage(id: string): Message | undefined;
/** The ids of the session's messages, in order: a new array only when one comes, goes or moves. */
declare const useMessageIds: () => readonly string[];
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
/** What a tool of the page is made of. */
interface UseToolOptions<Args, Result> extends ToolOptions<Args, Result> {
  /**
   * What `useScope` returned. Default: the nearest `ScopeProvider`'s scope, else one of the tool's
   * own, of its name.
   */
  scope?: ScopeHandle | undefined;
}
/**
 * Registers a tool while the component is mounted. Unmounting removes it and cancels its running
 * calls with `scope_ended`.
 *
 * `handler`, `enabled` and `toModelOutput` are those of the latest committed render: they may close
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
export { AgentPending, type AgentPendingProps, AgentProvider, type AgentProviderProps, type ReactRouterLike, type ScopeHandle, ScopeProvider, type ScopeProviderProps, type ScopeView, type SentRun, type TanStackRouterLike, type Until, type UseAgentResult, type UseScopeOptions, type UseToolOptions, settleOnReactRouter, settleOnTanStackRouter, useAgent, useMessage, useMessageIds, useScope, useScopes, useTool, useToolCall };

// @ambit/react/query

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
export { type QueryClientLike, settleOnQueries };
