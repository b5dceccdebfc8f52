// @ambit/browser

import { AgentStorage, Audit, AuditFilter, AuditRedact, Duration, JsonObject, Ledger, LedgerRow, Lifecycle, SandboxRunner } from "@ambit/core";
import "idb";
/**
 * A handler made of text, for a tool with `sandbox`: `source` is a JavaScript function of `(args, ctx)`, which may be async. It is never evaluated in the
 * page; called there, as by a tool without `sandbox`, it rejects with `AgentError`.
 *
 * @example
 * new Tool({ name: 'double', description: '…', parameters, sandbox: true, handler: fromSource('({ n }) => n * 2') })
 */
declare function fromSource(source: string): () => Promise<unknown>;
/**
 * What a strict Content-Security-Policy of the page has to list under `script-src` for sandboxes to start, quotes included, beside `worker-src blob:`. A frame
 * without an address of its own is under its page's policy too. It changes with the package's version.
 */
declare const sandboxScriptHash: string;
/** Which origins a handler may reach: none, all, or those that are listed. */
type Network = boolean | readonly string[];
/** What sandboxed handlers may do. */
interface SandboxOptions {
  /** How long one attempt at a handler may run before it is killed. A tool may ask for less. Default `'30s'`. */
  readonly timeout?: Duration | undefined;
  /**
   * Which origins handlers may reach, as in `['https://api.example.com']`; true for any. Their requests have the origin `null`, so a server must answer
   * those. A tool may ask for fewer. Default false.
   */
  readonly allowNetwork?: Network | undefined;
  /** Plain data that handlers find, frozen, in `ctx.env`. What stands in it can be read by code that is not trusted. */
  readonly env?: JsonObject | undefined;
  /** No browser can enforce it: a warning in the console says so. */
  readonly maxMemoryMB?: number | undefined;
  /** There is no file system in a browser's worker to allow: a warning in the console says so. */
  readonly allowFS?: boolean | undefined;
}
/**
 * Runs handlers whose code is not trusted: each call in a worker of its own, inside a frame without an origin, from which there is no way to the page, its
 * storage, its cookies, another call, or (without `allowNetwork`) the network. Cancelling the call or its timeout kills it, and an endless loop with it. For the agent's
 * option `sandbox`; tools ask for it with theirs.
 *
 * Memory is not capped: code that allocates without end can take down the tab.
 *
 * Throws `AgentError` for a malformed duration or origin. Calls reject with `AgentError` where there is no `document`, and where the page's
 * Content-Security-Policy does not let the frame start.
 */
declare function sandbox(options?: SandboxOptions): SandboxRunner;
/** Which rows of a ledger are meant; what is left out does not matter. */
type LedgerFilter = Pick<AuditFilter, "runId" | "rootRunId" | "sessionId" | "userId" | "tenantId" | "from" | "to">;
/** A ledger that can be asked. */
interface StoredLedger extends Ledger {
  /** In the order in which they were appended. */
  query(filter?: LedgerFilter): Promise<readonly LedgerRow[]>;
}
/** Where sessions are kept in this browser. */
interface IndexedDbStorageOptions {
  /** Of the database. One for each application on the origin. Default `ambit`. */
  readonly name?: string | undefined;
  /** Whose sessions these are, by an id of your own. Each user has a database apart, which no other is shown. */
  readonly user?: string | undefined;
  /** How long a session that nobody touches is kept, in milliseconds. Default: for good. */
  readonly ttlMs?: number | undefined;
  /**
   * Encrypts what people said, what tools were given and returned, and session titles and state, with AES-GCM under a key derived from this. Keep it elsewhere: asked of your server after sign-in, or typed in.
   * Roles, times, ids and usage stay readable.
   */
  readonly secret?: (() => string | Promise<string>) | undefined;
  /**
   * Whether the session that was used longest ago may be deleted when a run begins and less than 10 MB are left for this site, one a run. That little is left is told in
   * any case, as `low_space`. Default false.
   */
  readonly evict?: boolean | undefined;
  /** How long a page that runs a session may give no sign of life before another takes the session over. Default 10,000 milliseconds. */
  readonly takeoverMs?: number | undefined;
}
/** Sessions in the browser's database. */
interface IndexedDbStorage extends AgentStorage {
  /** A row for every model call, for the agent's `ledger`. Outlives the sessions it tells of. */
  readonly ledger: StoredLedger;
  /** A row for every tool call, for the agent's `audit`. Outlives the sessions it tells of. Arguments are kept only as `redact` leaves them. */
  audit(options?: {
    redact?: AuditRedact | undefined;
  }): Audit;
  /**
   * Deletes everything of this user, as on signing out. Agents that show a session of the user's, in whatever page, end what runs and begin a new session; nothing of what
   * was going on is stored any more. The storage is empty then and can be used on. Rejects with `StorageError` when another page holds up the database.
   */
  wipe(): Promise<void>;
}
/**
 * Keeps sessions in IndexedDB: they outlive reloads and crashes, and every page of the origin sees them. Where the browser has no database for this page (a sandboxed frame, a damaged
 * profile, a blocked upgrade) sessions are kept in memory until the page ends, and `storage_degraded` tells of it, once. Throws `AgentError` for an option that is wrong.
 */
declare function indexedDbStorage({ name, user, ttlMs, secret, evict, takeoverMs }?: IndexedDbStorageOptions): IndexedDbStorage;
/**
 * What a page knows of its network and of its own pauses: requests wait while the browser is offline, and streams that a sleeping machine or a frozen page has lost are given up at once
 * instead of being waited for.
 */
declare function pageLifecycle(): Lifecycle;
export { type IndexedDbStorage, type IndexedDbStorageOptions, type LedgerFilter, type SandboxOptions, type StoredLedger, fromSource, indexedDbStorage, pageLifecycle, sandbox, sandboxScriptHash };
