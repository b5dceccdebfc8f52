/** The result of one probe. */
export interface Finding {
  name: string
  /** The fault in the answer. Undefined if there was none. */
  problem?: string | undefined
}

/** A request to a proxy, and the answers that are right. */
interface Probe {
  name: string
  path?: string
  init?: RequestInit
  /** The statuses that a proxy may answer with. */
  allows: readonly number[]
}

const evil = 'https://evil.example'
const call = (modelId: string): string => JSON.stringify({ modelId, options: { prompt: [] } })
const json = { 'content-type': 'application/json' }
const post = (body: string, headers: Record<string, string> = json): RequestInit => ({
  method: 'POST',
  headers,
  body,
})

/** Creates the probes. None reaches a provider, since a good proxy refuses it before. */
function probes(): Probe[] {
  const models = ['no-such-model', '__proto__', 'constructor', 'toString', '']
  const paths = ['/nowhere', '/model/', '/model%00', '/__proto__', '/constructor', '/%6dodel']
  return [
    { name: 'P37 reports its health', path: '/health', init: { method: 'GET' }, allows: [200] },
    ...models.map((id) => ({
      name: `P4 refuses the model "${id}"`,
      init: post(call(id)),
      allows: [403],
    })),
    ...paths.map((path) => ({
      name: `P3 has no route ${path}`,
      path,
      init: post('{}'),
      allows: [404],
    })),
    ...['GET', 'PUT', 'DELETE', 'PATCH'].map((method) => ({
      name: `P5 refuses the method ${method}`,
      init: { method },
      allows: [405],
    })),
    ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'].map((type) => ({
      name: `P5 P12 refuses a body of ${type}`,
      init: post(call('no-such-model'), { 'content-type': type }),
      allows: [415],
    })),
    { name: 'P6 refuses a body of 32 MiB', init: post(' '.repeat(32 << 20)), allows: [413] },
    { name: 'P7 refuses a body that is no JSON', init: post('{'), allows: [400] },
    { name: 'P7 refuses a key __proto__', init: post('{"__proto__":{}}'), allows: [400] },
    {
      name: 'P7 refuses deep nesting',
      init: post('['.repeat(9_999) + ']'.repeat(9_999)),
      allows: [400],
    },
    {
      name: 'P11 P12 refuses another origin',
      init: post(call('no-such-model'), { ...json, origin: evil, 'sec-fetch-site': 'cross-site' }),
      allows: [403],
    },
    {
      name: 'P11 refuses the preflight of another origin',
      init: {
        method: 'OPTIONS',
        headers: { origin: evil, 'access-control-request-method': 'POST' },
      },
      allows: [403],
    },
    {
      name: 'P11 refuses the origin "null"',
      init: post(call('no-such-model'), { ...json, origin: 'null' }),
      allows: [403],
    },
  ]
}

/**
 * Checks a running proxy from outside: origins, models, sizes, routes, redirects, leaks, an abort.
 *
 * @param baseUrl The URL of the proxy's base path.
 * @param token The token to send as `authorization: Bearer`, for a proxy that needs one.
 */
export async function checkDeployment(baseUrl: string, token?: string): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { name, path = '/model', init = {}, allows } of probes()) {
    findings.push({ name, problem: await tryProbe(baseUrl + path, withToken(init, token), allows) })
  }
  if (token !== undefined) {
    const problem = await tryProbe(`${baseUrl}/model`, post(call('no-such-model')), [401])
    findings.push({ name: 'P10 refuses a client without a token', problem })
  }
  findings.push(await checkAbort(baseUrl, token))
  return findings
}

const withToken = (init: RequestInit, token: string | undefined): RequestInit =>
  token === undefined
    ? init
    : { ...init, headers: { ...Object(init.headers), authorization: `Bearer ${token}` } }

async function tryProbe(
  url: string,
  init: RequestInit,
  allows: readonly number[],
): Promise<string | undefined> {
  const response = await fetch(url, { ...init, redirect: 'manual' }).catch(() => undefined)
  if (!response) return allows.includes(413) ? undefined : 'there was no answer'
  const { status, headers } = response
  const text = await response.text().catch(() => '')
  if (status >= 300 && status < 400) return 'it redirects (P29)'
  if (!allows.includes(status)) return `the status is ${status}, not ${allows.join(' or ')}`
  const origin = headers.get('access-control-allow-origin')
  if (origin === '*' || origin === evil || origin === 'null')
    return `it allows the origin ${origin} (P11)`
  if (headers.get('x-content-type-options') !== 'nosniff') return 'nosniff is missing (P22)'
  if (!headers.get('cache-control')?.includes('no-store')) return 'no-store is missing (P22)'
  if (/\b(sk-[\w-]{8}|AIza[\w-]{8})/.test(text + JSON.stringify([...headers]))) {
    return 'it reveals a key (P32)'
  }
  if (status >= 400 && !/"code":"\w+"/.test(text)) return 'the error has no code (P32)'
  return undefined
}

/** Checks that the proxy still runs after a client left in the middle of its request. */
async function checkAbort(baseUrl: string, token: string | undefined): Promise<Finding> {
  const abort = new AbortController()
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"modelId":'))
      setTimeout(() => abort.abort(), 50)
    },
  })
  const init = { ...post(''), body, duplex: 'half', signal: abort.signal } as const
  await fetch(`${baseUrl}/model`, withToken(init, token)).catch(() => {})
  const problem = await tryProbe(`${baseUrl}/health`, { method: 'GET' }, [200])
  return { name: 'P24 still runs after a client left', problem }
}
