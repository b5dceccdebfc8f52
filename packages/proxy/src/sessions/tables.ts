import type { SessionTransaction } from './store.ts'

/**
 * Returns the statements that create the tables. Rows and messages are text, because
 * `jsonb` refuses some JSON and changes other. `title` and `said` are folded for searches,
 * and `said` is null where that was too long to do before it is searched.
 * `stored_at` is the time of the store, since the clocks of pages may be wrong. `size` is the bytes
 * of all parts of a session. One that `is_gone` was deleted, and some of its parts may be left.
 *
 * An object of a bucket may be deleted from `due` on, which is null for one that is stored. Once
 * nobody owns an object, it is deleted, and then its row.
 *
 * @param key The type of ids, which have to be in the order of their characters.
 */
const statementsWith = (key: string): readonly string[] => [
  `create table ambit_sessions (
      subject ${key} not null, id ${key} not null,
      body text not null, title text not null,
      updated_at double precision not null, stored_at double precision not null,
      is_empty integer not null, is_gone integer not null default 0,
      size double precision not null default 0,
      claim text, lease_until double precision,
      last_write text, last_update text, last_updated integer,
      primary key (subject, id)
    )`,
  'create index ambit_sessions_by_time on ambit_sessions (subject, updated_at desc, id)',
  'create index ambit_sessions_by_age on ambit_sessions (stored_at)',
  'create index ambit_sessions_by_size on ambit_sessions (subject, size)',
  'create index ambit_sessions_gone on ambit_sessions (subject, id) where is_gone = 1',
  `create table ambit_messages (
      subject ${key} not null, session_id ${key} not null,
      seq integer not null,
      body text not null, said text,
      primary key (subject, session_id, seq),
      foreign key (subject, session_id) references ambit_sessions on delete cascade
    )`,
  `create table ambit_intents (
      subject ${key} not null, session_id ${key} not null,
      call_hash text not null,
      attempt integer not null,
      body text not null,
      is_open integer not null,
      primary key (subject, session_id, call_hash),
      foreign key (subject, session_id) references ambit_sessions on delete cascade
    )`,
  `create index ambit_intents_open on ambit_intents (subject, session_id, call_hash)
      where is_open = 1`,
  `create table ambit_blobs (
      subject ${key} not null, session_id ${key} not null,
      hash text not null,
      bytes ${key === 'text' ? 'blob' : 'bytea'} not null,
      primary key (subject, session_id, hash),
      foreign key (subject, session_id) references ambit_sessions on delete cascade
    )`,
  `create table ambit_objects (
    name text primary key,
    subject ${key}, session_id ${key},
    hash text not null, size integer not null, digest text not null,
    due double precision,
    foreign key (subject, session_id) references ambit_sessions on delete set null
  )`,
  'create index ambit_objects_by_session on ambit_objects (subject, session_id, hash)',
  'create index ambit_objects_by_due on ambit_objects (due)',
]

const names = 'sessions messages intents blobs objects'.split(' ')

/** A mistake in a query cannot show what belongs to another subject, not even to the owner. */
const policiesOf = (name: string): readonly string[] => [
  `alter table ambit_${name} enable row level security, force row level security`,
  `create policy ambit_subject on ambit_${name} using (
    subject = current_setting('ambit.subject', true)
    or current_setting('ambit.everybody', true) = 'yes'
  )`,
]

/** The version of the tables. */
const version = 2

/**
 * Brings the tables to the newest version. The caller makes sure that nobody else does so
 * meanwhile. Twice changes nothing.
 *
 * @throws Error if a newer version of this package has changed the tables.
 */
export async function migrate(
  sql: SessionTransaction['sql'],
  kind: 'postgres' | 'sqlite',
): Promise<void> {
  await sql('create table if not exists ambit_versions (version integer primary key)')
  const [found] = await sql<{ version: number | null }>(
    'select max(version) as version from ambit_versions',
  )
  const before = found?.version ?? 0
  if (before > version) {
    throw new Error('A newer version of @ambit/proxy has changed the tables of the sessions.')
  }
  if (before === version) return
  const isPostgres = kind === 'postgres'
  const statements = statementsWith(isPostgres ? 'text collate "C"' : 'text')
  const policies = isPostgres ? names.flatMap(policiesOf) : []
  for (const statement of [...statements, ...policies]) await sql(statement)
  await sql('insert into ambit_versions (version) values ($1)', [version])
}
