/** The queries of a connection to PostgreSQL, with values for `$1`, `$2` and so on. */
export interface Sql {
  <Row>(text: string, values?: readonly unknown[]): Promise<Row[]>
}

/** A PostgreSQL database. */
export interface Database {
  /** Does some work in one transaction. Undoes all of it if the work rejects. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
}

/**
 * The tables. Rows and messages are text, because `jsonb` refuses some JSON and changes other.
 * `title` and `said` are in lower case, for searches.
 */
export const tables = `
  create table if not exists sessions (
    user_id text not null,
    id text not null,
    row text not null,
    title text not null default '',
    updated_at double precision not null,
    is_empty boolean not null default true,
    claim text,
    lease_until double precision,
    last_write text,
    last_update text,
    last_updated boolean,
    primary key (user_id, id)
  );
  create index if not exists sessions_by_time on sessions (user_id, updated_at desc, id);
  create table if not exists messages (
    user_id text not null,
    session_id text not null,
    seq integer not null,
    body text not null,
    said text not null,
    primary key (user_id, session_id, seq)
  );
  create table if not exists intents (
    user_id text not null,
    session_id text not null,
    call_id text not null,
    attempt integer not null,
    body text not null,
    is_open boolean not null default true,
    primary key (user_id, session_id, call_id, attempt)
  );
  create table if not exists blobs (
    user_id text not null,
    session_id text not null,
    hash text not null,
    bytes bytea not null,
    primary key (user_id, session_id, hash)
  );
`
