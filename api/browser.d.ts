// @ambit/browser

import { AgentPlugin, Duration, JsonObject } from "@ambit/core";
import { Audit, AuditFilter, AuditRedact } from "@ambit/core/audit";
import { AgentStorage } from "@ambit/core/storage";
import { Ledger, LedgerRow } from "@ambit/core/budget";
import "idb";
/**
 * The hash that a strict Content-Security-Policy of the page has to list under `script-src`, quotes
 * included, so that sandboxes can start. The policy also has to list `blob:` under `worker-src`. A
 * frame without an address of its own is under the policy of its page too. The hash changes with
 * the version of the package.
 */
declare const sandboxScriptHash: string;
/** The origins that a handler may reach: none, all, or those in the list. */
type Network = boolean | readonly string[];
/** The rights and limits of handlers in a sandbox. */
interface SandboxOptions {
  /**
   * The time that one attempt at a handler may take before it is killed. A tool may ask for less.
   * Default `'30s'`.
   */
  readonly timeout?: Duration | undefined;
  /**
   * The origins that handlers may reach, as in `['https://api.example.com']`; true for any. A tool
   * may ask for fewer. The requests have the origin `null`, so a server has to accept that origin.
   * Default false.
   */
  readonly allowNetwork?: Network | undefined;
  /**
   * Plain data that handlers find in `ctx.env`, frozen. Code that is not trusted can read all of
   * it.
   */
  readonly env?: JsonObject | undefined;
  /** A limit that no browser can enforce. A warning in the console says so. */
  readonly maxMemoryMB?: number | undefined;
  /**
   * A right that no browser can give, because its workers have no file system. A warning in the
   * console says so.
   */
  readonly allowFS?: boolean | undefined;
}
/**
 * Creates the plug-in that runs handlers whose code is not trusted. A tool asks for the sandbox
 * with its own option `run.sandbox`. Each call runs in a worker of its own, inside a frame without
 * an origin. The code there cannot reach the page, the page's storage and cookies, or another call.
 * Only `allowNetwork` lets the code reach the network. Cancelling the call kills the worker, and so
 * does the timeout, even in an endless loop.
 *
 * Memory is not capped: code that allocates without end can take down the tab.
 *
 * Throws `AgentError` for a malformed duration or origin. Calls reject with `AgentError` if there
 * is no `document`, or if the page's Content-Security-Policy does not let the frame start.
 */
declare function sandbox(options?: SandboxOptions): AgentPlugin;
/**
 * Creates a handler from text, for a tool with `run.sandbox`. `source` is a JavaScript function of
 * `(args, ctx)`, which may be async. The page never evaluates the text. In a tool without
 * `sandbox`, calls of the handler reject with `AgentError`.
 *
 * @example
 * new Tool({
 *   name: 'double',
 *   description: '…',
 *   parameters,
 *   sandbox: true,
 *   handler: fromSource('({ n }) => n * 2'),
 * })
 */
declare function fromSource(source: string): () => Promise<unknown>;
/** A filter of ledger rows. A field that is left out matches any row. */
type LedgerFilter = Pick<AuditFilter, "runId" | "rootRunId" | "sessionId" | "userId" | "tenantId" | "from" | "to">;
/** A ledger that can be queried. */
interface StoredLedger extends Ledger {
  /** Returns the rows in the order in which they were appended. */
  query(filter?: LedgerFilter): Promise<readonly LedgerRow[]>;
}
/** The options of {@link indexedDbStorage}. */
interface IndexedDbStorageOptions {
  /** The name of the database, one for each application on the origin. Default `ambit`. */
  readonly name?: string | undefined;
  /**
   * The id of the user whose sessions these are, of your own choice. Each user has a separate
   * database, and sees no session of another user. The id is hashed in names of databases. Null and
   * empty text are refused. Undefined is the database of nobody, with a warning in development.
   */
  readonly user?: string | undefined;
  /**
   * The time for which an untouched session is kept, in milliseconds. A session that is open in a
   * page, or whose run has not ended, is kept longer. Default: for ever.
   */
  readonly ttlMs?: number | undefined;
  /**
   * Returns the secret that encrypts the stored data: AES-GCM, with a key derived from the secret.
   * Messages, arguments and results of tools, and titles and state of sessions are encrypted.
   * Roles, times, ids and usage stay readable. Do not store the secret in the browser: get it from
   * your server after sign-in, or let the person type it in. What was stored before there was a
   * secret stays plain.
   */
  readonly secret?: (() => string | Promise<string>) | undefined;
  /**
   * The permission to delete sessions if less than 10 MB are left for this site. At most one
   * session is deleted when a run begins: the one that was used longest ago, and that is open in no
   * page. The storage reports `low_space` with or without the permission. Default false.
   */
  readonly evict?: boolean | undefined;
  /**
   * The time without a sign of life after which another page takes over a running session. Default
   * 10,000 milliseconds.
   */
  readonly takeoverMs?: number | undefined;
}
/** A storage of sessions in the browser's database. */
interface IndexedDbStorage extends AgentStorage {
  /**
   * The ledger for the plug-in `ledger`, with a row for every model call. The rows outlive their
   * sessions.
   */
  readonly ledger: StoredLedger;
  /**
   * Creates an audit for the plug-in `audit`, with a row for every tool call. The rows
   * outlive their sessions. Arguments are kept only as `redact` leaves them.
   */
  audit(options?: {
    redact?: AuditRedact | undefined;
  }): Audit;
  /**
   * Deletes everything of this user, as on signing out. Agents that show a session of this user, in
   * any page, end their runs and begin a new session. Runs that end after that store nothing. The
   * storage is empty then, and can be used again. Resolves where the browser stores nothing for
   * this page. Rejects with the code `storage` if another page holds up the database, or if it is
   * damaged.
   */
  wipe(): Promise<void>;
}
/**
 * Creates a storage that keeps sessions in IndexedDB. The sessions outlive reloads and crashes, and
 * every page of the origin sees them. The browser may have no database for the page, as in a
 * sandboxed frame, a damaged profile or a blocked upgrade. The storage then keeps sessions in
 * memory until the page ends, and warns of it once. Throws `AgentError` for a wrong
 * option.
 */
declare function indexedDbStorage(options?: IndexedDbStorageOptions): IndexedDbStorage;
export { type IndexedDbStorage, type IndexedDbStorageOptions, type LedgerFilter, type SandboxOptions, type StoredLedger, fromSource, indexedDbStorage, sandbox, sandboxScriptHash };
