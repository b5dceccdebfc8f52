// @ambit/proxy

import { WireError, WireErrorCode } from "@ambit/core/wire";
import { LanguageModelV4, LanguageModelV4StreamPart, SharedV4ProviderOptions } from "@ai-sdk/provider";
/** How long an upstream may take, in milliseconds. 0 waits for ever. */
interface Timeouts {
  /** Until the first byte of the answer's body. Default: 120,000, for models that think first. */
  firstByteMs?: number | undefined;
  /** Between two pieces of an answer, while the client is reading. Default: 60,000. */
  idleMs?: number | undefined;
  /** The whole of a call. Default: 900,000. */
  totalMs?: number | undefined;
}
/** The timers of one call. Each ends the call with a code of its own. */
interface Deadlines {
  /** The proxy begins to wait for the next piece; the first wait is for the first byte. */
  waiting: () => void;
  /** A piece arrived. */
  arrived: () => void;
  /** The call is over; no timer is left. */
  end: () => void;
}
declare const defaultTimeouts: Required<{ [Key in keyof Timeouts]: number; }>;
/** An amount that counts against a limit. All amounts are whole numbers. */
interface Charge {
  /** Names the counter; for a limit per time it holds the window too, and a new window is a new key. */
  key: string;
  /** What is added. Below 0 gives back. */
  amount: number;
  /** How long the counter is of use to anybody, from now. */
  ttlMs: number;
}
/** A charge that is refused where the counter would pass `limit`. */
interface LimitedCharge extends Charge {
  limit: number;
}
/**
 * Where limits are counted. A store that several proxies share counts for all of them.
 *
 * A call first reserves the most it may cost and settles once it is known what it did cost, so calls
 * at the same time cannot pass a limit together.
 */
interface LimitStore {
  /**
   * Adds all charges, or none where one would pass its limit.
   *
   * @returns the index of the charge that was refused; undefined when all were added.
   */
  reserve: (charges: readonly LimitedCharge[]) => Promise<number | undefined>;
  /** Adds the charges whatever the limit. Gives nothing back to a counter that is no more. */
  settle: (charges: readonly Charge[]) => Promise<void>;
}
/** An amount per stretch of time. Windows follow each other; they do not slide. */
interface WindowLimit {
  max: number;
  windowMs: number;
}
/** US dollars per million tokens. */
interface Price {
  input: number;
  output: number;
}
/** What each subject may use. What is left out is not limited. */
interface LimitsOptions {
  requestsPerMinute?: number | undefined;
  /** Answers that stream at the same time. */
  concurrentStreams?: number | undefined;
  /** Tokens of prompts and answers. */
  tokens?: WindowLimit | undefined;
  /** Money in US dollars, by `prices`. */
  costUsd?: WindowLimit | undefined;
  /** By the model's id, or `<route>/<model>` of a pass-through. Needed for every model with `costUsd`. */
  prices?: Readonly<Record<string, Price>> | undefined;
  /**
   * The longest answer of a model that has no `maxOutputTokens` of its own, so that there is a most
   * that a call can cost. Counts only with `tokens` or `costUsd`. Default: 8,192.
   */
  maxOutputTokens?: number | undefined;
  /** Default: this process's memory. For several instances, `createRedisStore` of `@ambit/proxy/redis`. */
  store?: LimitStore | undefined;
}
/** Tokens that a call used. */
interface TokenCount {
  inputTokens: number;
  outputTokens: number;
}
/** What one call holds of its subject's limits. */
interface Lease {
  /** Gives back what was not used. Resolves when the store knows. */
  settle: (used: TokenCount) => Promise<void>;
}
/** Made by `limits`, given to `createProxy`. */
interface Limits {
  /** Sent to a provider as the longest answer where nothing else is; undefined without a budget. */
  maxOutputTokens: number | undefined;
  /** About how many tokens a request's JSON is, rather too many than too few. */
  estimate: (body: unknown) => number;
  /** @throws TypeError naming a model that cannot be charged. */
  checkModels: (ids: Iterable<string>) => void;
  /** @throws ProxyError 429, with the time to wait where there is one. */
  reserve: (subject: string, modelId: string | undefined, most: TokenCount) => Promise<Lease>;
}
/**
 * Limits per subject: requests, streams, tokens, money. A call reserves the most it may cost before
 * the provider is asked, and settles from the provider's own count, or from what was streamed when
 * there is none.
 *
 * @throws TypeError for a limit that is not above 0.
 *
 * @example
 * createProxy({ …, limits: limits({ requestsPerMinute: 30, tokens: { max: 200_000, windowMs: 86_400_000 } }) })
 */
declare function limits(options: LimitsOptions): Limits;
/** One request, when it is over. */
interface ProxyLogEntry {
  /** What the client was given as `x-request-id`. */
  requestId: string;
  /** The route below `basePath`; undefined when there was none. */
  route: string | undefined;
  /** The start of the SHA-256 of what `authorize` returned: tells requests of one person, not who. */
  subjectHash?: string | undefined;
  /** The id of the model, when it is an allowed one. */
  modelId?: string | undefined;
  /** The status sent: 200 for a stream, whatever happened in it. */
  status: number;
  /** The error that was sent, before the stream or in it; `client_closed` when the client left. */
  code?: WireErrorCode | undefined;
  /** What the provider answered, when it refused. */
  upstreamStatus?: number | undefined;
  /** With `internal_error` alone: what `authorize`, a key's callback or a store threw. */
  cause?: unknown;
  durationMs: number;
  /** Until the first byte of a streamed answer. */
  firstByteMs?: number | undefined;
  /** Of a streamed answer. */
  bytes: number;
  /** The same, by OpenTelemetry's names for generative AI, for a span or a log record. */
  attributes: Record<string, string | number>;
}
/** When a model is left alone. */
interface BreakerOptions {
  /** The share of calls that must fail. Default: 0.5. */
  failures?: number | undefined;
  /** How many calls there must have been. Default: 20. */
  minCalls?: number | undefined;
  /** In how long, and for how long the model is left alone then, in milliseconds. Default: 30,000. */
  windowMs?: number | undefined;
}
/** What to do when a provider fails before its answer begins. */
interface RetriesOptions {
  /** Tries of one model after the first, with 0.5 to 8 seconds of random waiting between. Default: 0. */
  maxRetries?: number | undefined;
  /** All waiting together, in milliseconds. Default: 60,000. */
  maxWaitMs?: number | undefined;
  /** Other models to ask after one has failed, by its id. Each must be an allowed one too. */
  fallback?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Leaves a model alone for a while when it fails too often. Default: never. */
  breaker?: BreakerOptions | boolean | undefined;
}
/** Made by `retries`, given to `createProxy`. */
interface Retries {
  /** What `attempt` gives for the first model that answers. */
  run: <Answer>(modelId: string, signal: AbortSignal, attempt: (modelId: string) => Promise<Answer>) => Promise<Answer>;
  /** A model's answer, once its first content has come. @throws ProxyError when it begins with an error. */
  peek: (parts: ReadableStream<LanguageModelV4StreamPart>, signal: AbortSignal) => Promise<ReadableStream<LanguageModelV4StreamPart>>;
}
/**
 * Retries, fallbacks and a circuit breaker, all before the first byte of an answer and only for
 * failures that another try may mend. The page's own loop retries too: use this where clients do not.
 *
 * @example
 * createProxy({ …, retries: retries({ maxRetries: 1, fallback: { 'openai/gpt-5': ['openai/gpt-5-mini'] } }) })
 */
declare function retries(options?: RetriesOptions): Retries;
/** Who is asking, or nothing. */
type Subject = string | null | undefined | false;
/** What of a proxy's options, with their defaults, the answer to a request depends on. */
interface CallOptions {
  authorize?: ((request: Request) => Subject | PromiseLike<Subject>) | undefined;
  limits?: Limits | undefined;
  retries?: Retries | undefined;
  timeouts: typeof defaultTimeouts;
  heartbeatMs: number;
  maxResponseBytes: number;
  maxEventBytes: number;
  modelsWithoutKey: ReadonlySet<string>;
  maxBodyBytes: number;
  allowedOrigins: ReadonlySet<string>;
  allowCredentials: boolean;
  allowedHeaders: string;
  insecureDev: boolean;
  log?: ((entry: ProxyLogEntry) => void) | undefined;
}
/** What is known when a model is asked for. */
interface ModelRequest {
  /** The id the client asked for, which is one of the table's. */
  modelId: string;
  /** Who `authorize` said is asking; undefined under `insecureDev` without it. */
  subject: string | undefined;
  /** The user's own key, for models with `acceptApiKey`. Use it for this request alone. */
  apiKey: string | undefined;
  /** Aborts when the client goes away. */
  signal: AbortSignal;
}
/** A model made for each request, for instance with a key that is fetched and rotated elsewhere. */
type ModelResolver = (request: ModelRequest) => LanguageModelV4 | PromiseLike<LanguageModelV4>;
/** One allowed model and what clients may do with it. */
interface ModelConfig {
  /** The AI SDK's model, or a function that returns it. */
  model: LanguageModelV4 | ModelResolver;
  /** For people, in the list of models. Default: the id. */
  label?: string | undefined;
  /** Lets clients bring a key of their own, which the resolver gets. Others are refused. Default: false. */
  acceptApiKey?: boolean | undefined;
  /**
   * Instructions of the server's own. They stand first, and system messages of the client are left out,
   * with a warning. Default: none, so the client's are used.
   */
  instructions?: string | undefined;
  /**
   * The tools of their own that clients may send, by name, each with the `hashSchema` of its input
   * schema, or `true` for any schema. With `instructions` it keeps the endpoint from being a model for
   * whatever somebody likes. Default: any tool.
   */
  allowTools?: Readonly<Record<string, string | true>> | undefined;
  /** The most tokens one answer may have; also sent when the client names no limit. Default: none. */
  maxOutputTokens?: number | undefined;
  /** Sent with every call, over what the client sends. Default: `{ openai: { store: false } }`. */
  providerOptions?: SharedV4ProviderOptions | undefined;
  /**
   * The provider options a client may set, as `namespace.option` or `namespace.*`, on the call, a tool,
   * a message or a part. Others are left out, with a warning in the answer. What a model itself gave
   * with a part of its answer, such as a reasoning signature, always comes back to it. Default: none.
   */
  allowProviderOptions?: readonly string[] | undefined;
  /** The hosted tools a client may ask for, by id, such as `openai.web_search`. Default: none. */
  allowProviderTools?: readonly string[] | undefined;
}
/** The models a proxy serves, by the id its clients use. */
type ModelsOption = Record<string, LanguageModelV4 | ModelResolver | ModelConfig>;
/** A model as the routes use it: every default in its place. */
interface ModelEntry {
  id: string;
  label: string;
  resolve: ModelResolver;
  acceptApiKey: boolean;
  instructions: string | undefined;
  allowTools: ReadonlyMap<string, string | true> | undefined;
  maxOutputTokens: number | undefined;
  providerOptions: SharedV4ProviderOptions;
  allowedOptions: ReadonlySet<string>;
  allowedTools: ReadonlySet<string>;
}
/** The allow-list. A Map, since an object would also find `constructor` and `__proto__`. */
type ModelTable = ReadonlyMap<string, ModelEntry>;
/** What an error says beyond its code. */
interface ProxyErrorDetail {
  /** Never anything that came from a provider or from a secret. */
  message?: string | undefined;
  retryable?: boolean | undefined;
  retryAfterMs?: number | undefined;
  /** For the log alone. */
  upstreamStatus?: number | undefined;
  /** For the log alone. */
  cause?: unknown;
}
/** A refusal with a closed code: all that a client is ever told of a failure. */
declare class ProxyError extends Error {
  override readonly name = "ProxyError";
  readonly code: WireErrorCode;
  readonly status: number;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly upstreamStatus: number | undefined;
  constructor(code: WireErrorCode, detail?: ProxyErrorDetail);
  /** The error as the wire carries it. */
  toWire(requestId: string): WireError;
}
/** What the parts of a response need to know of its request. */
interface ResponseContext {
  requestId: string;
  /** The origin to answer with CORS headers: exactly as configured, never reflected. */
  corsOrigin: string | undefined;
  allowCredentials: boolean;
}
/** One request on its way through the proxy: all that a route needs. */
interface Exchange extends ResponseContext {
  request: Request;
  options: CallOptions;
  models: ModelTable;
  subject: string | undefined;
  /** Only where there is a log. */
  logging: Logging | undefined;
  /** The start of the subject's SHA-256, for the log. */
  subjectHash: string | undefined;
  /** Set by a route once it knows that the id is an allowed one. */
  modelId: string | undefined;
  /**
   * Ends whatever is done for this request: aborted when the client goes away, with a `ProxyError` as
   * the reason when the proxy itself ends it.
   */
  abort: AbortController;
  meter: Meter;
  /**
   * Counts the call against its subject's limits and starts its timers. To be called once, when it is
   * known what the provider will be asked.
   *
   * @param body What the provider will be asked; undefined for what has no tokens.
   * @param maxOutputTokens The most that the answer may have.
   * @throws ProxyError when a limit is reached.
   */
  begin: (body?: unknown, maxOutputTokens?: number) => Promise<Deadlines>;
  /** Settles and reports the request; only the first call does. */
  finish: (status: number, error?: ProxyError) => void;
}
/** What a proxy with a log has loaded. */
interface Logging {
  hashSubject: (subject: string) => Promise<string>;
  toLogEntry: (exchange: Exchange, route: string | undefined, startedAt: number, status: number, error: ProxyError | undefined) => ProxyLogEntry;
}
/** What is known of the answer so far. */
interface Meter {
  inputTokens?: number | undefined;
  outputTokens?: number | undefined;
  /** The model's own name for itself. */
  responseModel?: string | undefined;
  /** Characters of the answer that went by, to count tokens from when nobody else does. */
  streamed: number;
  /** Bytes sent to the client. */
  bytes: number;
  /** When the first of them was, as `performance.now()` has it. */
  firstByteAt?: number | undefined;
}
/** Answers one method of one route. Reports its own end to `finish` when it answers with a stream. */
type Route = (exchange: Exchange) => Promise<Response>;
/** The methods that a path takes. */
interface FoundRoute {
  /** What the log calls it. */
  label: string;
  methods: ReadonlyMap<string, Route>;
}
/** Routes below the base path, made by `passThrough` or `mcpServers` for the option `routes`. */
interface RouteGroup {
  find: (path: string) => FoundRoute | undefined;
  /** The models it can reach, as `limits` knows them. */
  modelIds: readonly string[];
}
/** What `createProxy` takes. */
interface ProxyOptions {
  /**
   * Says who is asking: an id of the person or session, or nothing to refuse with 401. Runs before the
   * body is read and must not read it. A throw refuses with 500. Required, unless `insecureDev`.
   */
  authorize?: ((request: Request) => Subject | PromiseLike<Subject>) | undefined;
  /** The models clients may use, by the id they use. Nothing else is ever called. Needed unless there are `routes`. */
  models?: ModelsOption | undefined;
  /**
   * Models that would be served if their key were there: a call of one is answered with `no_key`, 503,
   * not with `model_not_allowed`. Default: none.
   */
  modelsWithoutKey?: readonly string[] | undefined;
  /** More routes: `passThrough({ … })`, `mcpServers({ … })`. Default: none. */
  routes?: readonly RouteGroup[] | undefined;
  /** What each subject may use: `limits({ … })`. Default: no limit. */
  limits?: Limits | undefined;
  /** What to do when a provider fails before its answer begins: `retries({ … })`. Default: say so. */
  retries?: Retries | undefined;
  /** How long a provider may take. */
  timeouts?: Timeouts | undefined;
  /**
   * Sends a comment after this long without an event, which keeps intermediaries from closing the
   * connection, in milliseconds. Default: 0, none.
   */
  heartbeatMs?: number | undefined;
  /** The largest answer, in bytes. Default: none, since files come in answers too. */
  maxResponseBytes?: number | undefined;
  /** The largest single event of a streamed answer, in bytes. Default: none, for the same reason. */
  maxEventBytes?: number | undefined;
  /** Where the proxy is mounted. Default: `/api/agent`, so that the model endpoint is `/api/agent/model`. */
  basePath?: string | undefined;
  /** The largest request body, in bytes. Default: 4 MiB. */
  maxBodyBytes?: number | undefined;
  /** Origins other than the proxy's own whose pages may use it, such as `https://app.example.com`. Default: none. */
  allowedOrigins?: readonly string[] | undefined;
  /** Whether those origins may send cookies. Default: false. */
  allowCredentials?: boolean | undefined;
  /** Request headers those origins may send. Default: `authorization` and `content-type`. */
  allowedHeaders?: readonly string[] | undefined;
  /**
   * Lets `authorize` be left out and `models` be empty, for work on one machine: requests are answered
   * only when host, origin and, where known, address are loopback. Default: false.
   */
  insecureDev?: boolean | undefined;
  /** Told of every request when it is over. Gets no prompt, answer, key or text of a provider. */
  log?: ((entry: ProxyLogEntry) => void) | undefined;
}
/** Where a proxy is mounted unless told otherwise. */
declare const defaultBasePath = "/api/agent";
/** A Fetch handler. It never rejects. */
interface ProxyHandler {
  (request: Request): Promise<Response>;
  /**
   * For an orderly end: refuses new requests with `shutting_down` and resolves when the running ones are
   * over; after `limitMs` (default 30,000) it ends those that are left.
   */
  drain: (limitMs?: number) => Promise<void>;
}
/**
 * The server side of an agent in a page: keeps the providers' keys, and lets those whom `authorize`
 * knows call the models it names. Works wherever a Fetch `Request` and `Response` do; for Node's `http`
 * see `@ambit/proxy/node`.
 *
 * `POST {basePath}/model` answers a model call with an event stream, `GET {basePath}/models` lists the
 * models, `GET {basePath}/health` says that the proxy runs; the option `routes` adds others. Every
 * refusal is JSON, `{ error: { code, message, status, retryable, … } }`, with a code of a closed set and
 * never a provider's text.
 *
 * @throws TypeError naming the option that makes the configuration unsafe or useless.
 *
 * @example
 * const proxy = createProxy({
 *   authorize: async (request) => (await sessionOf(request))?.userId,
 *   models: { 'openai/gpt-5': openai('gpt-5') },
 * })
 */
declare function createProxy(options: ProxyOptions): ProxyHandler;
/** SHA-256, in hexadecimal digits, of a JSON Schema whose keys may stand in any order: for `allowTools`. */
declare const hashSchema: (schema: unknown) => Promise<string>;
/** Counts in this process: right for one instance, forgotten at a restart. */
declare function createMemoryStore(): LimitStore;
/** A remote MCP server, over its streamable HTTP transport. */
interface McpServer {
  /** `https`, or `http` to this machine. */
  url: string;
  /** Lets `url` be `http` to another machine, on a network you trust. Default: false. */
  allowHttp?: boolean | undefined;
  /** The server's secrets, asked for at each request; who asks may matter. Default: none. */
  headers?: ((subject: string | undefined) => Record<string, string> | PromiseLike<Record<string, string>>) | undefined;
  /** Default: the global `fetch`. Must not follow redirects. */
  fetch?: typeof fetch | undefined;
}
/**
 * Routes at `{basePath}/mcp/<name>` to remote MCP servers, whose secrets stay here.
 *
 * @throws TypeError naming what is missing or unsafe.
 *
 * @example
 * createProxy({ authorize, routes: [mcpServers({
 *   tickets: { url: 'https://mcp.example.com', headers: async () => ({ authorization: await token() }) },
 * })] })
 */
declare function mcpServers(servers: Readonly<Record<string, McpServer>>): RouteGroup;
/** A provider's own wire, with the server's key and by the server's rules. */
interface PassThroughRoute {
  /** Which provider's: `openai` (chat completions and responses), `anthropic`, `google`, or a server that speaks OpenAI's chat completions. */
  wire: "openai" | "anthropic" | "google" | "openai-compatible";
  /** The provider's key, or a function asked for it at each request, so that keys can be changed while the proxy runs. */
  apiKey?: string | (() => string | PromiseLike<string>) | undefined;
  /** The models clients may ask for, by the provider's names. */
  models: readonly string[];
  /** Default: the provider's own. Needed for `openai-compatible`. `https`, or `http` to this machine. */
  baseURL?: string | undefined;
  /** Lets `baseURL` be `http` to another machine, on a network you trust. Default: false. */
  allowHttp?: boolean | undefined;
  /** `api-key` for Azure. Default: `authorization`, with `Bearer`. */
  keyHeader?: "authorization" | "api-key" | undefined;
  /** OpenAI's organization and project, which the client cannot choose. */
  organization?: string | undefined;
  project?: string | undefined;
  /** Default: `2023-06-01`. */
  anthropicVersion?: string | undefined;
  /** The values of `anthropic-beta` that clients may send. Default: none. */
  allowBetas?: readonly string[] | undefined;
  /** The most tokens one answer may have; also sent when the client names no limit. Default: none. */
  maxOutputTokens?: number | undefined;
  /** Types of hosted tools that clients may ask for, such as `web_search`. Default: none. */
  allowProviderTools?: readonly string[] | undefined;
  /** As `allowTools` of a model. Default: any tool of the client's own. */
  allowTools?: Readonly<Record<string, string | true>> | undefined;
  /** Instructions of the server's own, in the place of the client's. Default: none. */
  instructions?: string | undefined;
  /** Lets clients name files and items that the provider stores. Default: false, since a key's are everybody's. */
  allowFiles?: boolean | undefined;
  /** Further fields of a request's body that may go through. Default: none. */
  allowFields?: readonly string[] | undefined;
  /** Gives clients what a provider says of the rate that is left. Default: false. */
  exposeRateLimits?: boolean | undefined;
  /** Default: the global `fetch`. For an agent or certificates of your own. Must not follow redirects. */
  fetch?: typeof fetch | undefined;
}
/**
 * Routes at `{basePath}/<name>/…` that speak a provider's own wire, so that its official clients work
 * unchanged with the proxy as their base URL.
 *
 * @throws TypeError naming the option that is missing or unsafe.
 *
 * @example
 * createProxy({ authorize, routes: [passThrough({
 *   openai: { wire: 'openai', apiKey: () => vault.read('openai'), models: ['gpt-5'] },
 * })] })
 */
declare function passThrough(routes: Readonly<Record<string, PassThroughRoute>>): RouteGroup;
/**
 * An `authorize` for services that hold a token: `authorization: Bearer <token>` is the subject whose
 * token it is. Every token is compared, each by the platform's own verification of an HMAC, whose time
 * tells nothing.
 *
 * @param tokens From the subject to its token, of at least 32 characters.
 * @throws TypeError for a weak token; its text is not in the message.
 *
 * @example
 * createProxy({ authorize: tokenAuth({ reports: process.env.REPORTS_TOKEN }), … })
 */
declare function tokenAuth(tokens: Readonly<Record<string, string | undefined>>): (request: Request) => Promise<string | undefined>;
export { type BreakerOptions, type Charge, type LimitStore, type LimitedCharge, type Limits, type LimitsOptions, type McpServer, type ModelConfig, type ModelRequest, type ModelResolver, type ModelsOption, type PassThroughRoute, type Price, type ProxyHandler, type ProxyLogEntry, type ProxyOptions, type Retries, type RetriesOptions, type RouteGroup, type Subject, type Timeouts, type WindowLimit, createMemoryStore, createProxy, defaultBasePath, hashSchema, limits, mcpServers, passThrough, retries, tokenAuth };

// @ambit/proxy/node

import http, { IncomingMessage, ServerResponse } from "node:http";
import https from "node:https";
/** What `createNodeFetch` takes. */
interface NodeFetchOptions {
  /** Until a connection stands, TLS included, in milliseconds. 0 waits for ever. Default: 10,000. */
  connectTimeoutMs?: number | undefined;
  /** For `http` URLs. Default: one that keeps connections open between requests. */
  httpAgent?: http.Agent | undefined;
  /** For `https` URLs, such as one with certificates of your own. Default: as `httpAgent`. */
  httpsAgent?: https.Agent | undefined;
}
/**
 * A `fetch` over Node's `http` and `https`, for the option `fetch` of a pass-through route, an MCP server
 * or an AI SDK provider: it holds about half the memory of the global one for a stream that is open, and
 * has a time limit of its own for the connection. It follows no redirect, keeps no cookies, and sends
 * texts and bytes alone.
 *
 * The returned function rejects with the signal's reason when it aborts; with an error whose `code` is
 * `ETIMEDOUT` when no connection came to stand in time; with a `TypeError` for a body of another kind.
 *
 * @example
 * passThrough({ openai: { wire: 'openai', apiKey, models: ['gpt-5'], fetch: createNodeFetch() } })
 */
declare function createNodeFetch(options?: NodeFetchOptions): typeof fetch;
/** What `http.createServer` takes. */
type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;
/**
 * A Fetch handler as a listener for Node's `http`, and for what is built on it, such as Express. A client
 * that disconnects aborts the request's signal and cancels the body of the response; a body that fails
 * destroys the connection, so that a cut never looks like an end.
 *
 * @example
 * http.createServer(toNodeListener(proxy)).listen(3000)
 */
declare function toNodeListener(handler: (request: Request) => Promise<Response>): NodeListener;
export { type NodeFetchOptions, type NodeListener, createNodeFetch, toNodeListener };

// @ambit/proxy/vite

import { Plugin } from "vite";
import { WireError, WireErrorCode } from "@ambit/core/wire";
import { LanguageModelV4, LanguageModelV4StreamPart, SharedV4ProviderOptions } from "@ai-sdk/provider";
/** How long an upstream may take, in milliseconds. 0 waits for ever. */
interface Timeouts {
  /** Until the first byte of the answer's body. Default: 120,000, for models that think first. */
  firstByteMs?: number | undefined;
  /** Between two pieces of an answer, while the client is reading. Default: 60,000. */
  idleMs?: number | undefined;
  /** The whole of a call. Default: 900,000. */
  totalMs?: number | undefined;
}
/** The timers of one call. Each ends the call with a code of its own. */
interface Deadlines {
  /** The proxy begins to wait for the next piece; the first wait is for the first byte. */
  waiting: () => void;
  /** A piece arrived. */
  arrived: () => void;
  /** The call is over; no timer is left. */
  end: () => void;
}
declare const defaultTimeouts: Required<{ [Key in keyof Timeouts]: number; }>;
/** Tokens that a call used. */
interface TokenCount {
  inputTokens: number;
  outputTokens: number;
}
/** What one call holds of its subject's limits. */
interface Lease {
  /** Gives back what was not used. Resolves when the store knows. */
  settle: (used: TokenCount) => Promise<void>;
}
/** Made by `limits`, given to `createProxy`. */
interface Limits {
  /** Sent to a provider as the longest answer where nothing else is; undefined without a budget. */
  maxOutputTokens: number | undefined;
  /** About how many tokens a request's JSON is, rather too many than too few. */
  estimate: (body: unknown) => number;
  /** @throws TypeError naming a model that cannot be charged. */
  checkModels: (ids: Iterable<string>) => void;
  /** @throws ProxyError 429, with the time to wait where there is one. */
  reserve: (subject: string, modelId: string | undefined, most: TokenCount) => Promise<Lease>;
}
/** One request, when it is over. */
interface ProxyLogEntry {
  /** What the client was given as `x-request-id`. */
  requestId: string;
  /** The route below `basePath`; undefined when there was none. */
  route: string | undefined;
  /** The start of the SHA-256 of what `authorize` returned: tells requests of one person, not who. */
  subjectHash?: string | undefined;
  /** The id of the model, when it is an allowed one. */
  modelId?: string | undefined;
  /** The status sent: 200 for a stream, whatever happened in it. */
  status: number;
  /** The error that was sent, before the stream or in it; `client_closed` when the client left. */
  code?: WireErrorCode | undefined;
  /** What the provider answered, when it refused. */
  upstreamStatus?: number | undefined;
  /** With `internal_error` alone: what `authorize`, a key's callback or a store threw. */
  cause?: unknown;
  durationMs: number;
  /** Until the first byte of a streamed answer. */
  firstByteMs?: number | undefined;
  /** Of a streamed answer. */
  bytes: number;
  /** The same, by OpenTelemetry's names for generative AI, for a span or a log record. */
  attributes: Record<string, string | number>;
}
/** Made by `retries`, given to `createProxy`. */
interface Retries {
  /** What `attempt` gives for the first model that answers. */
  run: <Answer>(modelId: string, signal: AbortSignal, attempt: (modelId: string) => Promise<Answer>) => Promise<Answer>;
  /** A model's answer, once its first content has come. @throws ProxyError when it begins with an error. */
  peek: (parts: ReadableStream<LanguageModelV4StreamPart>, signal: AbortSignal) => Promise<ReadableStream<LanguageModelV4StreamPart>>;
}
/** Who is asking, or nothing. */
type Subject = string | null | undefined | false;
/** What of a proxy's options, with their defaults, the answer to a request depends on. */
interface CallOptions {
  authorize?: ((request: Request) => Subject | PromiseLike<Subject>) | undefined;
  limits?: Limits | undefined;
  retries?: Retries | undefined;
  timeouts: typeof defaultTimeouts;
  heartbeatMs: number;
  maxResponseBytes: number;
  maxEventBytes: number;
  modelsWithoutKey: ReadonlySet<string>;
  maxBodyBytes: number;
  allowedOrigins: ReadonlySet<string>;
  allowCredentials: boolean;
  allowedHeaders: string;
  insecureDev: boolean;
  log?: ((entry: ProxyLogEntry) => void) | undefined;
}
/** What is known when a model is asked for. */
interface ModelRequest {
  /** The id the client asked for, which is one of the table's. */
  modelId: string;
  /** Who `authorize` said is asking; undefined under `insecureDev` without it. */
  subject: string | undefined;
  /** The user's own key, for models with `acceptApiKey`. Use it for this request alone. */
  apiKey: string | undefined;
  /** Aborts when the client goes away. */
  signal: AbortSignal;
}
/** A model made for each request, for instance with a key that is fetched and rotated elsewhere. */
type ModelResolver = (request: ModelRequest) => LanguageModelV4 | PromiseLike<LanguageModelV4>;
/** One allowed model and what clients may do with it. */
interface ModelConfig {
  /** The AI SDK's model, or a function that returns it. */
  model: LanguageModelV4 | ModelResolver;
  /** For people, in the list of models. Default: the id. */
  label?: string | undefined;
  /** Lets clients bring a key of their own, which the resolver gets. Others are refused. Default: false. */
  acceptApiKey?: boolean | undefined;
  /**
   * Instructions of the server's own. They stand first, and system messages of the client are left out,
   * with a warning. Default: none, so the client's are used.
   */
  instructions?: string | undefined;
  /**
   * The tools of their own that clients may send, by name, each with the `hashSchema` of its input
   * schema, or `true` for any schema. With `instructions` it keeps the endpoint from being a model for
   * whatever somebody likes. Default: any tool.
   */
  allowTools?: Readonly<Record<string, string | true>> | undefined;
  /** The most tokens one answer may have; also sent when the client names no limit. Default: none. */
  maxOutputTokens?: number | undefined;
  /** Sent with every call, over what the client sends. Default: `{ openai: { store: false } }`. */
  providerOptions?: SharedV4ProviderOptions | undefined;
  /**
   * The provider options a client may set, as `namespace.option` or `namespace.*`, on the call, a tool,
   * a message or a part. Others are left out, with a warning in the answer. What a model itself gave
   * with a part of its answer, such as a reasoning signature, always comes back to it. Default: none.
   */
  allowProviderOptions?: readonly string[] | undefined;
  /** The hosted tools a client may ask for, by id, such as `openai.web_search`. Default: none. */
  allowProviderTools?: readonly string[] | undefined;
}
/** The models a proxy serves, by the id its clients use. */
type ModelsOption = Record<string, LanguageModelV4 | ModelResolver | ModelConfig>;
/** A model as the routes use it: every default in its place. */
interface ModelEntry {
  id: string;
  label: string;
  resolve: ModelResolver;
  acceptApiKey: boolean;
  instructions: string | undefined;
  allowTools: ReadonlyMap<string, string | true> | undefined;
  maxOutputTokens: number | undefined;
  providerOptions: SharedV4ProviderOptions;
  allowedOptions: ReadonlySet<string>;
  allowedTools: ReadonlySet<string>;
}
/** The allow-list. A Map, since an object would also find `constructor` and `__proto__`. */
type ModelTable = ReadonlyMap<string, ModelEntry>;
/** What an error says beyond its code. */
interface ProxyErrorDetail {
  /** Never anything that came from a provider or from a secret. */
  message?: string | undefined;
  retryable?: boolean | undefined;
  retryAfterMs?: number | undefined;
  /** For the log alone. */
  upstreamStatus?: number | undefined;
  /** For the log alone. */
  cause?: unknown;
}
/** A refusal with a closed code: all that a client is ever told of a failure. */
declare class ProxyError extends Error {
  override readonly name = "ProxyError";
  readonly code: WireErrorCode;
  readonly status: number;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly upstreamStatus: number | undefined;
  constructor(code: WireErrorCode, detail?: ProxyErrorDetail);
  /** The error as the wire carries it. */
  toWire(requestId: string): WireError;
}
/** What the parts of a response need to know of its request. */
interface ResponseContext {
  requestId: string;
  /** The origin to answer with CORS headers: exactly as configured, never reflected. */
  corsOrigin: string | undefined;
  allowCredentials: boolean;
}
/** One request on its way through the proxy: all that a route needs. */
interface Exchange extends ResponseContext {
  request: Request;
  options: CallOptions;
  models: ModelTable;
  subject: string | undefined;
  /** Only where there is a log. */
  logging: Logging | undefined;
  /** The start of the subject's SHA-256, for the log. */
  subjectHash: string | undefined;
  /** Set by a route once it knows that the id is an allowed one. */
  modelId: string | undefined;
  /**
   * Ends whatever is done for this request: aborted when the client goes away, with a `ProxyError` as
   * the reason when the proxy itself ends it.
   */
  abort: AbortController;
  meter: Meter;
  /**
   * Counts the call against its subject's limits and starts its timers. To be called once, when it is
   * known what the provider will be asked.
   *
   * @param body What the provider will be asked; undefined for what has no tokens.
   * @param maxOutputTokens The most that the answer may have.
   * @throws ProxyError when a limit is reached.
   */
  begin: (body?: unknown, maxOutputTokens?: number) => Promise<Deadlines>;
  /** Settles and reports the request; only the first call does. */
  finish: (status: number, error?: ProxyError) => void;
}
/** What a proxy with a log has loaded. */
interface Logging {
  hashSubject: (subject: string) => Promise<string>;
  toLogEntry: (exchange: Exchange, route: string | undefined, startedAt: number, status: number, error: ProxyError | undefined) => ProxyLogEntry;
}
/** What is known of the answer so far. */
interface Meter {
  inputTokens?: number | undefined;
  outputTokens?: number | undefined;
  /** The model's own name for itself. */
  responseModel?: string | undefined;
  /** Characters of the answer that went by, to count tokens from when nobody else does. */
  streamed: number;
  /** Bytes sent to the client. */
  bytes: number;
  /** When the first of them was, as `performance.now()` has it. */
  firstByteAt?: number | undefined;
}
/** Answers one method of one route. Reports its own end to `finish` when it answers with a stream. */
type Route = (exchange: Exchange) => Promise<Response>;
/** The methods that a path takes. */
interface FoundRoute {
  /** What the log calls it. */
  label: string;
  methods: ReadonlyMap<string, Route>;
}
/** Routes below the base path, made by `passThrough` or `mcpServers` for the option `routes`. */
interface RouteGroup {
  find: (path: string) => FoundRoute | undefined;
  /** The models it can reach, as `limits` knows them. */
  modelIds: readonly string[];
}
/** What `createProxy` takes. */
interface ProxyOptions {
  /**
   * Says who is asking: an id of the person or session, or nothing to refuse with 401. Runs before the
   * body is read and must not read it. A throw refuses with 500. Required, unless `insecureDev`.
   */
  authorize?: ((request: Request) => Subject | PromiseLike<Subject>) | undefined;
  /** The models clients may use, by the id they use. Nothing else is ever called. Needed unless there are `routes`. */
  models?: ModelsOption | undefined;
  /**
   * Models that would be served if their key were there: a call of one is answered with `no_key`, 503,
   * not with `model_not_allowed`. Default: none.
   */
  modelsWithoutKey?: readonly string[] | undefined;
  /** More routes: `passThrough({ … })`, `mcpServers({ … })`. Default: none. */
  routes?: readonly RouteGroup[] | undefined;
  /** What each subject may use: `limits({ … })`. Default: no limit. */
  limits?: Limits | undefined;
  /** What to do when a provider fails before its answer begins: `retries({ … })`. Default: say so. */
  retries?: Retries | undefined;
  /** How long a provider may take. */
  timeouts?: Timeouts | undefined;
  /**
   * Sends a comment after this long without an event, which keeps intermediaries from closing the
   * connection, in milliseconds. Default: 0, none.
   */
  heartbeatMs?: number | undefined;
  /** The largest answer, in bytes. Default: none, since files come in answers too. */
  maxResponseBytes?: number | undefined;
  /** The largest single event of a streamed answer, in bytes. Default: none, for the same reason. */
  maxEventBytes?: number | undefined;
  /** Where the proxy is mounted. Default: `/api/agent`, so that the model endpoint is `/api/agent/model`. */
  basePath?: string | undefined;
  /** The largest request body, in bytes. Default: 4 MiB. */
  maxBodyBytes?: number | undefined;
  /** Origins other than the proxy's own whose pages may use it, such as `https://app.example.com`. Default: none. */
  allowedOrigins?: readonly string[] | undefined;
  /** Whether those origins may send cookies. Default: false. */
  allowCredentials?: boolean | undefined;
  /** Request headers those origins may send. Default: `authorization` and `content-type`. */
  allowedHeaders?: readonly string[] | undefined;
  /**
   * Lets `authorize` be left out and `models` be empty, for work on one machine: requests are answered
   * only when host, origin and, where known, address are loopback. Default: false.
   */
  insecureDev?: boolean | undefined;
  /** Told of every request when it is over. Gets no prompt, answer, key or text of a provider. */
  log?: ((entry: ProxyLogEntry) => void) | undefined;
}
/** As `createProxy`, with defaults that fit a development server. */
interface AmbitProxyOptions extends ProxyOptions {
  /** Default: what `providersFromEnv` finds in the environment and in Vite's `.env` files. */
  models?: ProxyOptions["models"];
  /** Default: true unless `authorize` is given; so the server answers this machine alone. */
  insecureDev?: boolean | undefined;
}
/**
 * Mounts a proxy in Vite's development and preview servers, on the page's own origin. It prints the
 * models it serves, or that there is no key; it is no part of what is built.
 *
 * @example
 * export default defineConfig({ plugins: [react(), ambitProxy()] })
 */
declare function ambitProxy(options?: AmbitProxyOptions): Plugin;
export { type AmbitProxyOptions, ambitProxy };

// @ambit/proxy/providers

import { LanguageModelV4, SharedV4ProviderOptions } from "@ai-sdk/provider";
/** What is known when a model is asked for. */
interface ModelRequest {
  /** The id the client asked for, which is one of the table's. */
  modelId: string;
  /** Who `authorize` said is asking; undefined under `insecureDev` without it. */
  subject: string | undefined;
  /** The user's own key, for models with `acceptApiKey`. Use it for this request alone. */
  apiKey: string | undefined;
  /** Aborts when the client goes away. */
  signal: AbortSignal;
}
/** A model made for each request, for instance with a key that is fetched and rotated elsewhere. */
type ModelResolver = (request: ModelRequest) => LanguageModelV4 | PromiseLike<LanguageModelV4>;
/** One allowed model and what clients may do with it. */
interface ModelConfig {
  /** The AI SDK's model, or a function that returns it. */
  model: LanguageModelV4 | ModelResolver;
  /** For people, in the list of models. Default: the id. */
  label?: string | undefined;
  /** Lets clients bring a key of their own, which the resolver gets. Others are refused. Default: false. */
  acceptApiKey?: boolean | undefined;
  /**
   * Instructions of the server's own. They stand first, and system messages of the client are left out,
   * with a warning. Default: none, so the client's are used.
   */
  instructions?: string | undefined;
  /**
   * The tools of their own that clients may send, by name, each with the `hashSchema` of its input
   * schema, or `true` for any schema. With `instructions` it keeps the endpoint from being a model for
   * whatever somebody likes. Default: any tool.
   */
  allowTools?: Readonly<Record<string, string | true>> | undefined;
  /** The most tokens one answer may have; also sent when the client names no limit. Default: none. */
  maxOutputTokens?: number | undefined;
  /** Sent with every call, over what the client sends. Default: `{ openai: { store: false } }`. */
  providerOptions?: SharedV4ProviderOptions | undefined;
  /**
   * The provider options a client may set, as `namespace.option` or `namespace.*`, on the call, a tool,
   * a message or a part. Others are left out, with a warning in the answer. What a model itself gave
   * with a part of its answer, such as a reasoning signature, always comes back to it. Default: none.
   */
  allowProviderOptions?: readonly string[] | undefined;
  /** The hosted tools a client may ask for, by id, such as `openai.web_search`. Default: none. */
  allowProviderTools?: readonly string[] | undefined;
}
/** The server's environment variables. */
type Env = Record<string, string | undefined>;
/** What a server's environment allows. */
interface EnvProviders {
  /** For `createProxy`; empty when nothing was found. */
  models: Record<string, ModelConfig>;
  /** What it would serve if the providers' other keys were there; for `createProxy` too. */
  modelsWithoutKey: string[];
  /** Whether any provider can be used. */
  found: boolean;
  /** The variables that were found: their names, never their values. */
  variables: string[];
}
/**
 * The models that a server's environment has keys for.
 *
 * | variable | gives | base URL from |
 * |---|---|---|
 * | `OPENAI_API_KEY` | `openai/…` | `OPENAI_BASE_URL` |
 * | `ANTHROPIC_API_KEY` | `anthropic/…` | `ANTHROPIC_BASE_URL` |
 * | `GOOGLE_GENERATIVE_AI_API_KEY` | `google/…` | `GOOGLE_GENERATIVE_AI_BASE_URL` |
 * | `AMBIT_BASE_URL` | `compatible/…`: any OpenAI-compatible server, with `AMBIT_API_KEY` where it wants one | |
 *
 * `AMBIT_MODELS` names the models to serve, separated by commas; without it each provider gives a few.
 * A local Ollama is `AMBIT_BASE_URL=http://localhost:11434/v1 AMBIT_MODELS=compatible/qwen3`.
 * An empty variable is one that is not set.
 *
 * @throws TypeError when `AMBIT_MODELS` names a model whose provider is unknown or has no key, and for
 * an unsafe base URL.
 */
declare function providersFromEnv(env: Env): EnvProviders;
export { type EnvProviders, providersFromEnv };

// @ambit/proxy/redis

/** An amount that counts against a limit. All amounts are whole numbers. */
interface Charge {
  /** Names the counter; for a limit per time it holds the window too, and a new window is a new key. */
  key: string;
  /** What is added. Below 0 gives back. */
  amount: number;
  /** How long the counter is of use to anybody, from now. */
  ttlMs: number;
}
/** A charge that is refused where the counter would pass `limit`. */
interface LimitedCharge extends Charge {
  limit: number;
}
/**
 * Where limits are counted. A store that several proxies share counts for all of them.
 *
 * A call first reserves the most it may cost and settles once it is known what it did cost, so calls
 * at the same time cannot pass a limit together.
 */
interface LimitStore {
  /**
   * Adds all charges, or none where one would pass its limit.
   *
   * @returns the index of the charge that was refused; undefined when all were added.
   */
  reserve: (charges: readonly LimitedCharge[]) => Promise<number | undefined>;
  /** Adds the charges whatever the limit. Gives nothing back to a counter that is no more. */
  settle: (charges: readonly Charge[]) => Promise<void>;
}
/** What `createRedisStore` takes. */
interface RedisStoreOptions {
  /** A connected client of `redis` or of `ioredis`. */
  client: object;
  /** Stands before every key. Default: `ambit`. */
  keyPrefix?: string | undefined;
}
/**
 * Counts in Redis, for several proxies together, by `rate-limiter-flexible`. Each counter is added to in
 * one step; where a later one of a call refuses, what the earlier ones took is given back.
 *
 * @example
 * const client = await createClient({ url: process.env.REDIS_URL }).connect()
 * createProxy({ …, limits: limits({ requestsPerMinute: 30, store: createRedisStore({ client }) }) })
 */
declare function createRedisStore({ client, keyPrefix }: RedisStoreOptions): LimitStore;
export { type RedisStoreOptions, createRedisStore };

// @ambit/proxy/cli

/** The server's environment variables. */
type Env = Record<string, string | undefined>;
/**
 * The command `ambit-proxy`.
 *
 * @returns the exit code.
 */
declare function runCli(args: readonly string[], env: Env, print?: (line: string) => void): Promise<number>;
export { runCli };
