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

/** A call that names a part which nobody has sent. A proxy that keeps no parts answers 400. */
const ofNobody = post(
  JSON.stringify({ modelId: 'no-such-model', options: { prompt: ['0'.repeat(64)] }, stableEnd: 1 }),
)

const zeros = (count: number): string => `[${'0,'.repeat(count)}0]`

/** Operations on conversations, which a proxy without them does not know. */
const operate = (operations: string): Pick<Probe, 'path' | 'init' | 'allows'> => ({
  path: '/sessions?page=check',
  init: post(operations),
  allows: [413, 404],
})

const from = (origin: string, site = 'cross-site') => ({ origin, 'sec-fetch-site': site })

/** Creates the probes. None reaches a provider, since a good proxy refuses it before. */
function probes(): Probe[] {
  const models = ['no-such-model', '__proto__', 'constructor', '']
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
    // More than a body of 32 MiB may have.
    { name: 'R106 refuses 900,000 values', init: post(zeros(9e5)), allows: [413] },
    { name: 'P7 refuses what is not JSON', init: post('{'), allows: [400] },
    { name: 'P7 refuses a key __proto__', init: post('{"__proto__":{}}'), allows: [400] },
    {
      name: 'P7 refuses deep nesting',
      init: post('['.repeat(9_999) + ']'.repeat(9_999)),
      allows: [400],
    },
    { name: 'R106 refuses 10,000 operations', ...operate(zeros(10_000)) },
    {
      name: 'R106 refuses 900,000 words',
      ...operate(`{"operation":"list","query":"${'a '.repeat(9e5)}"}`),
    },
    { name: 'P42 has no part that nobody sent', init: ofNobody, allows: [400] },
    {
      name: 'P11 P12 refuses another origin',
      init: post(call('no-such-model'), { ...json, ...from(evil) }),
      allows: [403],
    },
    {
      name: 'P11 refuses the preflight of another origin',
      init: {
        method: 'OPTIONS',
        headers: { ...from(evil), 'access-control-request-method': 'POST' },
      },
      allows: [403],
    },
    {
      name: 'P11 refuses the origin "null"',
      init: post(call('no-such-model'), { ...json, ...from('null') }),
      allows: [403],
    },
  ]
}

export interface CheckResult {
  findings: Finding[]
  /** The number of probes that were refused for the lack of credentials. */
  unseen: number
  /** True if the proxy keeps parts of calls for a while: its option `prefixes`. */
  keepsPrefixes: boolean
}

/**
 * Checks a running proxy from outside: credentials, origins, models, sizes, routes, redirects,
 * leaks, an abort.
 *
 * @param baseUrl The URL of the proxy's base path.
 * @param credentials The headers of a client that the proxy knows. Without them, a probe may also
 * be refused with 401.
 * @param limitMs The time limit of each request, in milliseconds. Default: 10,000.
 * @throws TypeError if no proxy answers, if one answers too late, or if it refuses the credentials.
 */
export async function checkDeployment(
  baseUrl: string,
  credentials: Readonly<Record<string, string>>,
  limitMs: number = 10_000,
): Promise<CheckResult> {
  const send: Send = (path, init) => sendWithin(baseUrl, path, init, limitMs)
  await findProxy(baseUrl, send)
  const hasCredentials = Object.keys(credentials).length > 0
  const page = asPage(baseUrl, credentials)
  if (hasCredentials && (await send('/models', { headers: page }))?.status === 401) {
    throw new TypeError('check: the proxy refuses these credentials (401). Give those of a user.')
  }
  const closed = await tryProbe(send, '/model', post(call('no-such-model')), [401])
  const findings: Finding[] = [
    { name: 'P10 refuses a client without credentials', problem: closed },
  ]
  let unseen = 0
  let keepsPrefixes = false
  for (const { name, path = '/model', init = {}, allows } of probes()) {
    const headers = { ...page, ...Object(init.headers) }
    const isUnseen = (status: number): boolean => status === 401 && !hasCredentials
    const problem = await tryProbe(send, path, { ...init, headers }, allows, (status) => {
      if (isUnseen(status)) unseen += 1
      if (init === ofNobody && status === 409) keepsPrefixes = true
      return isUnseen(status) || (init === ofNobody && keepsPrefixes)
    })
    findings.push({ name, problem })
  }
  findings.push(await checkAbort(send, page))
  return { findings, unseen, keepsPrefixes }
}

/**
 * Checks that an Ambit proxy answers at `baseUrl`.
 *
 * @throws TypeError in one sentence if none does.
 */
async function findProxy(baseUrl: string, send: Send): Promise<void> {
  const response = await send('/health', {})
  if (!response) {
    throw new TypeError(`check: nothing answers at ${baseUrl}. Is the proxy running?`)
  }
  if (response.status === 200 && response.text.includes('"status":"ok"')) return
  throw new TypeError(
    `check: no Ambit proxy answers at ${baseUrl}: GET /health has the status ${response.status}. Give its base path, such as /api/agent.`,
  )
}

/** Adds the headers with which a browser marks a request of the proxy's own page. */
const asPage = (
  baseUrl: string,
  credentials: Readonly<Record<string, string>>,
): Record<string, string> => ({
  ...credentials,
  ...('cookie' in credentials && from(new URL(baseUrl).origin, 'same-origin')),
})

/** The parts of an answer that the check looks at. */
interface Answer {
  status: number
  headers: Headers
  text: string
}

/** Sends a request to a path of the proxy. Resolves with undefined if the connection failed. */
type Send = (path: string, init: RequestInit) => Promise<Answer | undefined>

/** @throws TypeError in one sentence if the answer is not whole within `limitMs`. */
async function sendWithin(
  baseUrl: string,
  path: string,
  init: RequestInit,
  limitMs: number,
): Promise<Answer | undefined> {
  const late = AbortSignal.timeout(limitMs)
  const signal = AbortSignal.any([init.signal ?? late, late])
  try {
    const response = await fetch(baseUrl + path, { ...init, signal, redirect: 'manual' })
    const { status, headers } = response
    return { status, headers, text: await response.text() }
  } catch {
    if (!late.aborted) return undefined
    throw new TypeError(
      `check: ${baseUrl} took longer than ${limitMs / 1000} seconds for ${path}. Is this the port of the proxy?`,
    )
  }
}

async function tryProbe(
  send: Send,
  path: string,
  init: RequestInit,
  allows: readonly number[],
  allowsToo: (status: number) => boolean = () => false,
): Promise<string | undefined> {
  const response = await send(path, init)
  if (!response) return allows.includes(413) ? undefined : 'no answer'
  const { status, headers, text } = response
  if (status >= 300 && status < 400) return 'it redirects (P29)'
  if (!allows.includes(status) && !allowsToo(status))
    return `the status is ${status}, not ${allows.join(' or ')}`
  const origin = headers.get('access-control-allow-origin')
  if (origin === '*' || origin === evil || origin === 'null')
    return `it allows the origin ${origin} (P11)`
  if (headers.get('x-content-type-options') !== 'nosniff') return 'no nosniff (P22)'
  if (!headers.get('cache-control')?.includes('no-store')) return 'no no-store (P22)'
  if (/\b(sk-[\w-]{8}|AIza[\w-]{8})/.test(text + JSON.stringify([...headers]))) {
    return 'it reveals a key (P32)'
  }
  if (status >= 400 && !/"code":"\w+"/.test(text)) return 'the error has no code (P32)'
  return undefined
}

/** Checks that the proxy still runs after a client left in the middle of its request. */
async function checkAbort(send: Send, headers: Readonly<Record<string, string>>): Promise<Finding> {
  const abort = new AbortController()
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"modelId":'))
      setTimeout(() => abort.abort(), 50)
    },
  })
  const init = { ...post('', { ...json, ...headers }), body, duplex: 'half', signal: abort.signal }
  await send('/model', init as RequestInit)
  const problem = await tryProbe(send, '/health', { method: 'GET' }, [200])
  return { name: 'P24 still runs after a client left', problem }
}
