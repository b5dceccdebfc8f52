// @ambit/protocol

import { LanguageModelV4CallOptions, LanguageModelV4Message, LanguageModelV4StreamPart } from "@ai-sdk/provider";
/** The parts of a call that can hold marks of a prompt cache. */
type Markable = Pick<LanguageModelV4CallOptions, "prompt" | "tools" | "providerOptions">;
/**
 * Adds at most four marks to a call, so that the provider caches what the next call repeats. They
 * follow the tools, the instructions, the history before the latest step, and the stable history.
 * The third mark is where the call before had its fourth, and is found there whatever the step has
 * added. A call with marks of its own is returned as it is, and so
 * is a call of under 1,024 tokens.
 *
 * @param stableEnd The number of messages that the next call repeats.
 */
declare function addCacheMarks<Call extends Markable>(call: Call, stableEnd: number): Call;
/**
 * The body of a request to the model endpoint: the AI SDK's call options, without those of the
 * connection.
 */
interface ModelCall {
  /** The model's id, one of those that the proxy allows, such as `openai/gpt-5`. */
  modelId: string;
  options: Omit<LanguageModelV4CallOptions, "abortSignal" | "headers">;
  /** The number of messages that the client's next call repeats. Default: unknown. */
  stableEnd?: number | undefined;
}
/**
 * The parts of a call that the proxy keeps. In the body their SHA-256 stands in their place. It is
 * that of their JSON in UTF-8, in 64 lower-case hexadecimal digits.
 */
interface KeptParts {
  /** The first messages of the prompt: the SHA-256 of their array, and their number. */
  readonly prompt?: {
    readonly sha256: string;
    readonly count: number;
  } | undefined;
  /** The SHA-256 of the tools. */
  readonly tools?: string | undefined;
}
/**
 * Returns the body of a request to the model endpoint as JSON. The signal and the headers of
 * `options` are left out. The stable end is given if Ambit built the request.
 *
 * @param kept The parts that are named and not sent. Default: none.
 */
declare function encodeCall(modelId: string, options: LanguageModelV4CallOptions, kept?: KeptParts): string;
/** Returns messages or tools as JSON, as they stand in the body of a call. */
declare const encodeEntries: (entries: readonly object[]) => string;
/** The codes that a proxy answers with. */
type WireErrorCode = "invalid_request" | "unauthorized" | "sign_in_required" | "sign_in_failed" | "origin_not_allowed" | "model_not_allowed" | "tool_not_allowed" | "api_key_not_accepted" | "unknown_route" | "method_not_allowed" | "body_too_large" | "unsupported_media_type" | "unknown_prefix" | "rate_limited" | "too_many_streams" | "budget_exhausted" | "client_closed" | "internal_error" | "store_unavailable" | "no_key" | "shutting_down" | "upstream_rejected" | "upstream_unauthorized" | "upstream_rate_limited" | "upstream_overloaded" | "upstream_unreachable" | "upstream_timeout" | "upstream_connect_timeout" | "upstream_first_byte_timeout" | "upstream_idle_timeout" | "upstream_total_timeout" | "upstream_redirect" | "upstream_bad_content" | "upstream_too_large" | "upstream_paused" | "upstream_error" | "upstream_cut";
/**
 * An error in the wire format: `{ error: WireError }` in the body of a refused request, and in an
 * `error` part of a stream. The message is the proxy's own; it never contains a provider's text.
 */
interface WireError {
  /** The code, a {@link WireErrorCode}. A newer proxy may have more codes. */
  code: string;
  message: string;
  /** The HTTP status, or the status that the error would have had before the stream started. */
  status?: number | undefined;
  /** True if the same request may succeed later. */
  retryable: boolean;
  /** The milliseconds to wait before the next request, if the proxy or the provider stated it. */
  retryAfterMs?: number | undefined;
  /** The id of the request in the server's log. */
  requestId?: string | undefined;
}
/** Reads a {@link WireError} from untrusted data. Returns undefined if the data is not one. */
declare function parseWireError(value: unknown): WireError | undefined;
/** Whether the same request may succeed after this HTTP status: 408, 409, 429, or from 500. */
declare const isRetryableStatus: (status: number) => boolean;
/**
 * Returns the milliseconds that a response asks to wait: `retry-after-ms`, else `retry-after` in
 * seconds or as an HTTP date. A date in the past is 0. Returns undefined if there is neither
 * header, or it cannot be read.
 *
 * @param header Reads a header by its lower-case name.
 * @param now Milliseconds since the Unix epoch, to compare a date with.
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
declare function parseRetryAfter(header: (name: string) => string | null | undefined, now: number): number | undefined;
/**
 * Whether a property would change a prototype when its object is merged into another. The client
 * leaves such properties out; the proxy refuses them.
 */
declare const isUnsafeKey: (key: string, value: unknown) => boolean;
/**
 * Returns JSON as both directions of the wire write it. Bytes become base64 text, and stay base64
 * on the other side, which the AI SDK's file data accepts too. A `URL` and a `Date` become strings;
 * the reader knows the fields that hold them. `undefined` and prototype keys are left out.
 *
 * @throws TypeError for values that JSON cannot express: a cycle, a BigInt.
 */
declare function toWireJson(value: unknown): string;
/**
 * Whether `JSON.stringify` can write the value without a replacer function. The value then holds
 * only plain objects, arrays, text, numbers, booleans, null and undefined. It is at most `depth`
 * (default 16) deep, and has no key `__proto__`, `constructor` or `toJSON`. False for a value that
 * throws when it is read. The check is much faster than a replacer function.
 */
declare function isPlainJson(value: unknown, depth?: number): boolean;
/** Encodes bytes as standard base64 with padding. */
declare function toBase64(bytes: Uint8Array): string;
/** Whether the environment has a SHA-256. Pages have one only in secure contexts. */
declare const hasSha256: () => boolean;
/** Resolves with the SHA-256 of bytes, or of a text in UTF-8, as 64 lower-case hex digits. */
declare function sha256(data: string | Uint8Array<ArrayBuffer>): Promise<string>;
/** A source of parts that arrive one after another. */
interface PartSource<Part> {
  /**
   * Calls `take` with each part at the moment of its arrival, until `isEnough` returns true or
   * there are no more. Resolves with true if there may be more.
   */
  read(take: (part: Part) => void, isEnough: () => boolean): Promise<boolean>;
  /** Ends the source, and the stream that it reads. */
  cancel(reason?: unknown): Promise<void>;
}
/** A stream of a source's parts. It reads the source only when a consumer pulls. */
declare class PartStream<Part> extends ReadableStream<Part> {
  readonly source: PartSource<Part>;
  constructor(source: PartSource<Part>);
}
/**
 * Locks a stream and returns it as a source. For a {@link PartStream}, returns its own source,
 * which needs no promise for each part.
 */
declare function toSource<Part>(stream: ReadableStream<Part>): PartSource<Part>;
/** A stream part in the wire format. Its error, if it is one, is plain data. */
type WirePart = Exclude<LanguageModelV4StreamPart, {
  type: "error";
}> | {
  type: "error";
  error: WireError;
};
/**
 * The data of the last event of every complete stream. A connection that ends without it was cut,
 * even if it ended without an error.
 */
declare const endOfStream = "[DONE]";
/** Returns data as one server-sent event. */
declare const encodeEvent: (data: string) => string;
/** Returns a part as one server-sent event. */
declare const encodePart: (part: WirePart) => string;
/**
 * Parses a part from an event's data. Returns undefined if the data is not a part. Restores dates
 * and URLs.
 */
declare function decodePart(data: string): WirePart | undefined;
/**
 * Creates a reader of server-sent events. It accepts text in pieces, cut at any place, and calls
 * `onData` with the data of each event. Other fields of an event, and comments, are ignored.
 */
declare function createEventReader(onData: (data: string) => void): (text: string) => void;
/**
 * Decodes the body of a model endpoint's answer into parts. The bytes may be cut at any place.
 *
 * A body that ends or breaks before the end marker yields one more part: an `error` with the code
 * `stream_cut`. There is no such part if the model's `finish` had arrived, because then nothing is
 * missing. An event that is not a part yields an `error` with the code `invalid_response`, and ends
 * the stream. Data after the end marker is not read.
 *
 * @param signal When it aborts, the stream errors with its reason.
 */
declare const decodeParts: (body: ReadableStream<Uint8Array>, signal?: AbortSignal) => ReadableStream<WirePart>;
/**
 * Decodes a body as {@link decodeParts} does, and converts each part with `toPart`. A separate
 * stream for the conversion would cost more than everything else.
 */
declare function readParts<Part>(body: ReadableStream<Uint8Array>, toPart: (part: WirePart) => Part, signal?: AbortSignal): PartStream<Part>;
/**
 * A length of time: milliseconds, or a number with a unit, such as `'500ms'`, `'10s'`, `'5m'`,
 * `'1h'`, `'1d'`.
 */
type Duration = number | `${number}${"ms" | "s" | "m" | "h" | "d"}`;
/**
 * Returns a duration in milliseconds. A number stays as it is, be it 0, negative or `Infinity`. NaN
 * for what is not a duration.
 */
declare function toMilliseconds(duration: unknown): number;
/** The price of a model, in US dollars per million tokens. */
interface Price {
  /** The price of the prompt. */
  readonly input: number;
  /** The price of the answer, reasoning included. */
  readonly output: number;
  /** The price of a prompt's tokens that the provider read from its cache. Default: `input`. */
  readonly cachedInput?: number | undefined;
  /**
   * The price of a prompt's tokens that the provider wrote to its cache. Default: a quarter more
   * than `input`, as Anthropic charges. Other providers report no such tokens.
   */
  readonly cacheWrite?: number | undefined;
  /** The price of reasoning, where it is not that of the answer. Default: `output`. */
  readonly reasoning?: number | undefined;
}
/** The prices by model id. */
type Prices = Readonly<Record<string, Price>>;
/** The tokens that an image or another file counts for, at any size. */
declare const fileTokens = 2e3;
/**
 * Estimates the tokens of a text that no provider counted, by kinds of characters. A small letter
 * of English or a space is a quarter of a token, a digit is three quarters. Another sign or letter
 * of European scripts is a half. Any other character is one, such as a Chinese one.
 *
 * Returns a number that is not rounded, so that the estimates of pieces can be added.
 */
declare function estimateTokens(text: string): number;
/** Notes that the next request repeats these messages of a prompt. */
declare function noteStable(messages: readonly LanguageModelV4Message[]): void;
/**
 * Returns the number of messages of a request that the next request repeats. The messages behind
 * them hold what the page shows now. Returns 0 if Ambit did not build the request, or if a plug-in
 * has copied its messages.
 */
declare const stableEnd: ({ prompt }: Pick<LanguageModelV4CallOptions, "prompt">) => number;
/**
 * Whether a provider caches a prompt only up to marks, in Anthropic's form. Anthropic does, and so
 * do its models at Google Vertex and Amazon Bedrock.
 */
declare const takesCacheMarks: (provider: string) => boolean;
/** The header that carries a user's own key to a proxy whose route accepts one. */
declare const apiKeyHeader = "ambit-api-key";
/** The header of a call's options that tells the client of a proxy which run calls. Never sent. */
declare const runIdHeader = "ambit-run-id";
/** The header of a call's options with the run's iteration, counted from 0. Never sent. */
declare const iterationHeader = "ambit-iteration";
/**
 * The header of an answer whose proxy keeps the stable parts of the call. Its value is the version
 * of that, {@link prefixVersion}. The next call may name those parts.
 */
declare const prefixHeader = "ambit-prefix";
/** The value of {@link prefixHeader}. */
declare const prefixVersion = "1";
/**
 * The characters of JSON from which a part of a call is kept. A client names no shorter part, and a
 * proxy keeps none.
 */
declare const leastPrefix = 512;
/**
 * The header of a call's options with the id of the session, for models whose `provider` begins
 * with `ambit-`. Never sent.
 */
declare const sessionIdHeader = "ambit-session-id";
/**
 * The path of the model endpoint, below the proxy's base path. A POST is answered with an event
 * stream.
 */
declare const modelPath = "/model";
/**
 * The path of the list of allowed models, below the proxy's base path. A GET is answered with a
 * `ModelList`.
 */
declare const modelsPath = "/models";
/** One of the models that a proxy allows. */
interface ListedModel {
  /** The id, which `createProxyModel` takes as `modelId`. */
  id: string;
  /** The name for people; the id if the server states no name. */
  label: string;
}
/** The answer of {@link modelsPath}. An empty list means that the server holds no key. */
interface ModelList {
  models: ListedModel[];
}
/**
 * The path of what is left of the caller's limits, below the proxy's base path. A GET is answered
 * with a `ProxyUsage`.
 */
declare const usagePath = "/usage";
/** One limit of a person, and what is left of it. */
interface LimitUse {
  /** The most in one window, or at the same time. */
  max: number;
  /** The amount that counts now. A running call counts with the most that it may cost. */
  used: number;
  /** The rest, from 0. */
  left: number;
  /** The time until the window ends and nothing is used, in milliseconds. Absent for streams. */
  resetsInMs?: number | undefined;
}
/** The limits of a person at a proxy. A limit that the proxy does not set is absent. */
interface ProxyUsage {
  /** The requests in this minute. */
  requests?: LimitUse | undefined;
  /** The answers that stream now. */
  streams?: LimitUse | undefined;
  /** The tokens of prompts and answers together. */
  tokens?: LimitUse | undefined;
  /** The cost in US dollars, to a millionth. */
  costUsd?: LimitUse | undefined;
}
export { type Duration, type KeptParts, type LimitUse, type ListedModel, type ModelCall, type ModelList, type PartSource, PartStream, type Price, type Prices, type ProxyUsage, type WireError, type WireErrorCode, type WirePart, addCacheMarks, apiKeyHeader, createEventReader, decodePart, decodeParts, encodeCall, encodeEntries, encodeEvent, encodePart, endOfStream, estimateTokens, fileTokens, hasSha256, isPlainJson, isRetryableStatus, isUnsafeKey, iterationHeader, leastPrefix, modelPath, modelsPath, noteStable, parseRetryAfter, parseWireError, prefixHeader, prefixVersion, readParts, runIdHeader, sessionIdHeader, sha256, stableEnd, takesCacheMarks, toBase64, toMilliseconds, toSource, toWireJson, usagePath };

// @ambit/protocol/oauth

/** The time for one answer of a sign-in service, in milliseconds. */
declare const serviceMs = 1e4;
/** An answer of a sign-in service. */
interface ServiceAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The body as JSON. Undefined if it is none. */
  readonly value: unknown;
}
/** A request to a sign-in service. */
interface ServiceRequest {
  readonly url: string;
  /** Default: `GET`. */
  readonly method?: "GET" | "POST" | undefined;
  readonly headers: Record<string, string>;
  readonly body?: string | undefined;
  /** The `fetch` to use. Default: the global one. */
  readonly fetch?: typeof fetch | undefined;
}
/**
 * Asks a sign-in service. Waits 10 seconds, reads 64 KiB, and follows no redirect.
 *
 * @throws OAuthError `metadata` for a redirect or a longer answer, `unreachable` if there is none.
 */
declare function askService(request: ServiceRequest): Promise<ServiceAnswer>;
/**
 * The part of a sign-in that failed.
 *
 * - `metadata`: the server, or its sign-in service, does not describe itself as it should
 * - `refused`: the person, or the sign-in service, said no
 * - `response`: the answer does not belong to this sign-in, or comes from another service
 * - `token`: the sign-in service gave no token that can be used
 * - `expired`: the sign-in service takes the code or the refresh token no more
 * - `unreachable`: the sign-in service did not answer, or failed; the same may work later
 */
type OAuthFailure = "metadata" | "refused" | "response" | "token" | "expired" | "unreachable";
/** A sign-in that failed. Its message never holds a secret, nor words of a server. */
declare class OAuthError extends Error {
  override readonly name = "OAuthError";
  readonly failure: OAuthFailure;
  constructor(failure: OAuthFailure, message: string);
}
/** The input of {@link discover}. */
interface Discovery {
  /** The URL of the server that wants the sign-in. */
  readonly url: string;
  /** The sign-in that its refusal asked for. */
  readonly challenge: Challenge;
  /** Throws for a URL that must not be asked or opened, such as one of a private network. */
  readonly checkUrl: (url: string) => void;
  /** The `fetch` to use. Default: the global one. */
  readonly fetch?: typeof fetch | undefined;
}
/** A server that wants a sign-in, and the service where people sign in. */
interface Discovered {
  readonly resource: ProtectedResource;
  readonly server: AuthorizationServer;
}
/**
 * Finds the service where people sign in for a server. Checks each URL before it is used.
 *
 * @throws OAuthError `metadata` if the server does not say where, or says it in an unsafe way.
 * @see https://www.rfc-editor.org/rfc/rfc9728
 * @see https://www.rfc-editor.org/rfc/rfc8414
 */
declare function discover(discovery: Discovery): Promise<Discovered>;
/** The sign-in that a refusal asks for. All are words of the server. */
interface Challenge {
  /** The URL of the metadata of the protected resource (RFC 9728). */
  readonly resourceMetadata?: string | undefined;
  /** The rights that the request needs, with spaces between them. */
  readonly scope?: string | undefined;
  /** The code of the error, such as `insufficient_scope`. */
  readonly error?: string | undefined;
}
/** Reads the header `www-authenticate`. Returns an empty object for one without `Bearer`. */
declare function readChallenge(header: string | null | undefined): Challenge;
/** A server that wants a sign-in, as it describes itself. */
interface ProtectedResource {
  /** The name of the server in requests for tokens (RFC 8707). A URL. */
  readonly resource: string;
  /** The URL of the service where people sign in. */
  readonly issuer: string;
  /** The rights that it knows. Empty if it names none. */
  readonly scopes: readonly string[];
}
/** The service where people sign in, as it describes itself. */
interface AuthorizationServer {
  /** The name of the service. The answer to a sign-in must name the same one (RFC 9207). */
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  /** The URL where a token is ended (RFC 7009). Absent if there is none. */
  readonly revocationEndpoint?: string | undefined;
  /** True if each answer names its issuer, so that one without it is forged. */
  readonly namesIssuer: boolean;
  /** True if the id of a client may be the URL of a document about it. */
  readonly takesClientDocuments: boolean;
  /** True if a client's secret goes into the body, since the header is not accepted. */
  readonly takesSecretInBody: boolean;
}
/** The parts of a sign-in, beside the service. */
interface AuthorizationRequest {
  readonly clientId: string;
  /** The URL to which the service sends the person back. */
  readonly redirectUri: string;
  /** A random text that the answer must repeat. */
  readonly state: string;
  /** The hash of the proof (PKCE). */
  readonly challenge: string;
  /** The rights to ask for, with spaces between them. Empty or absent to ask for the usual ones. */
  readonly scope?: string | undefined;
}
/** Returns the URL of the page where the person signs in. */
declare function toAuthorizationUrl({ server, resource }: Discovered, { clientId, redirectUri, state, challenge, scope }: AuthorizationRequest): string;
/** The answer to a sign-in: the query of the URL to which the person was sent back. */
interface AuthorizationResponse {
  readonly state?: string | undefined;
  readonly code?: string | undefined;
  readonly iss?: string | undefined;
  readonly error?: string | undefined;
}
/** Reads the answer to a sign-in from a query. A field that is there twice counts as absent. */
declare function readAuthorizationResponse(query: string): AuthorizationResponse;
/**
 * Checks the answer to a sign-in, and returns its code.
 *
 * @param expected The state of the sign-in, and the service that it was sent to.
 * @throws OAuthError `response` for an answer of another sign-in or service, `refused` for a no.
 * @see https://www.rfc-editor.org/rfc/rfc9207
 */
declare function checkResponse({ state, code, iss, error }: AuthorizationResponse, expected: {
  state: string;
  issuer: string;
  namesIssuer: boolean;
}): string;
/** A secret of one sign-in, and the hash of it that the sign-in service gets first. */
interface Proof {
  /** The secret: 43 random characters. It goes only to the token endpoint. */
  readonly verifier: string;
  /** The SHA-256 of the verifier, as base64url. */
  readonly challenge: string;
}
/**
 * Creates the proof that the same client began and ends a sign-in.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7636 (PKCE, with the method S256)
 */
declare function createProof(): Promise<Proof>;
/** Returns 43 random characters that a URL can hold, which are 256 bits. */
declare const randomText: () => string;
/**
 * The name of the `BroadcastChannel` between the page that signs a person in and the page to which
 * the person is sent back. That page posts `{ query }`, its own query. The other one answers
 * `{ heard }`, the state in it, once it has it.
 */
declare const signInChannel = "ambit-mcp-sign-in";
/** The parts of a sign-in service that a client needs once a sign-in has begun. */
type SignInService = Pick<AuthorizationServer, "issuer" | "tokenEndpoint" | "revocationEndpoint" | "namesIssuer" | "takesSecretInBody">;
/** Returns the parts of a sign-in service to keep. */
declare function toService(server: AuthorizationServer): SignInService;
/** A client at its sign-in service. */
interface ServiceClient extends OAuthClient {
  readonly service: SignInService;
  /** The `fetch` to use. Default: the global one. */
  readonly fetch?: typeof fetch | undefined;
}
/**
 * Gets tokens for a code, or for a refresh token.
 *
 * @param fields The fields of the request, such as `grant_type`.
 * @throws OAuthError `expired` if the code or refresh token counts no more, `token` for an answer
 * that cannot be used, `unreachable` if the service fails.
 */
declare function requestTokens(client: ServiceClient, fields: Readonly<Record<string, string>>): Promise<Tokens>;
/** Asks the service to end tokens. Does nothing if it cannot, or fails. */
declare function revokeTokens(client: ServiceClient, { refreshToken, accessToken }: Pick<Tokens, "refreshToken"> & Partial<Tokens>): Promise<void>;
/** A client, as the sign-in service knows it. */
interface OAuthClient {
  readonly clientId: string;
  /** The secret of a client on a server. Never one of a page. */
  readonly clientSecret?: string | undefined;
}
/** The tokens of a person. */
interface Tokens {
  /** The token for the requests. Visible ASCII characters only, so that a header can hold it. */
  readonly accessToken: string;
  /** The token that gets the next ones. Absent if the person must sign in again. */
  readonly refreshToken?: string | undefined;
  /** The end of the access token, in milliseconds since the Unix epoch. Absent if it is unknown. */
  readonly expiresAt?: number | undefined;
}
export { type AuthorizationRequest, type AuthorizationResponse, type AuthorizationServer, type Challenge, type Discovered, type Discovery, type OAuthClient, OAuthError, type OAuthFailure, type Proof, type ProtectedResource, type ServiceAnswer, type ServiceClient, type ServiceRequest, type SignInService, type Tokens, askService, checkResponse, createProof, discover, randomText, readAuthorizationResponse, readChallenge, requestTokens, revokeTokens, serviceMs, signInChannel, toAuthorizationUrl, toService };
