import type { Database } from './database.ts'

/** Stores or returns a file of a session: `PUT` or `GET /blobs?session=…&hash=…`. */
export async function answerBlob(
  database: Database,
  user: string,
  request: Request,
  query: URLSearchParams,
): Promise<Response> {
  const key = [user, query.get('session') ?? '', query.get('hash') ?? '']
  if (request.method === 'PUT') {
    const bytes = new Uint8Array(await request.arrayBuffer())
    await database.transaction((sql) =>
      sql('insert into blobs values ($1, $2, $3, $4) on conflict do nothing', [...key, bytes]),
    )
    return new Response(null, { status: 204 })
  }
  const [stored] = await database.transaction((sql) =>
    sql<{ bytes: Uint8Array<ArrayBuffer> }>(
      'select bytes from blobs where user_id = $1 and session_id = $2 and hash = $3',
      key,
    ),
  )
  // A file must never run as a page of this origin.
  return stored
    ? new Response(stored.bytes, {
        headers: { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' },
      })
    : new Response(null, { status: 404 })
}
