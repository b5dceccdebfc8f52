/** An MCP server and its sign-in service, both played by a test. */
export interface OAuthService {
  /** Answers a request to one of both, by its origin. Works as the `fetch` of a client. */
  fetch: typeof fetch
  /** The URL of the MCP server. */
  url: string
  issuer: string
  /** Each request, as `POST /token`. */
  asked: string[]
  /** The forms that the token endpoint got. */
  forms: Record<string, string>[]
  /** The headers of the requests to the MCP server. */
  mcpHeaders: Headers[]
  /** The tokens that are good, by the user's name. */
  access: Map<string, string>
  refresh: Map<string, string>
  revoked: string[]
  /** Signs a user in at the URL of a page, and returns the query of the way back. */
  press: (url: string, user: string) => string
  /** Ends every access token. */
  expire: () => void
}

/** The ways in which a service differs, such as a hostile one. */
export interface OAuthServiceOptions {
  /** The origin of the MCP server. Default: `https://tickets.example`. */
  origin?: string
  /** The origin of the sign-in service. Default: `https://login.example`. */
  login?: string
  /** Fields in place of those of the metadata. */
  resource?: Record<string, unknown>
  server?: Record<string, unknown>
  /** The header of a refusal of the MCP server. */
  challenge?: string
  /** Answers in place of the service. */
  answer?: (request: Request, path: string) => Response | undefined | Promise<Response | undefined>
  /** Returns the result of a request to the MCP server. Default: the name of the user. */
  result?: (method: string, user: string) => object | undefined
  /** The life of an access token in seconds. Default: 3600. */
  expiresIn?: number
}

interface McpRequest {
  id?: number
  method?: string
}

interface Code {
  challenge: string
  redirectUri: string
  resource: string
  clientId: string
  user: string
}

/** Creates an MCP server `…/mcp` that wants a sign-in at `…/tenant`. */
export function createOAuthService(options: OAuthServiceOptions = {}): OAuthService {
  const { origin = 'https://tickets.example', login = 'https://login.example' } = options
  const [url, issuer] = [`${origin}/mcp`, `${login}/tenant`]
  const codes = new Map<string, Code>()
  const made: OAuthService = {
    fetch: async (input, init) => handle(new Request(input, init)),
    url,
    issuer,
    asked: [],
    forms: [],
    mcpHeaders: [],
    access: new Map(),
    refresh: new Map(),
    revoked: [],
    press(at, user) {
      const { searchParams: fields } = new URL(at)
      const field = (name: string): string => fields.get(name) ?? ''
      if (field('code_challenge_method') !== 'S256') throw new Error('No PKCE')
      const code = crypto.randomUUID()
      codes.set(code, {
        challenge: field('code_challenge'),
        redirectUri: field('redirect_uri'),
        resource: field('resource'),
        clientId: field('client_id'),
        user,
      })
      return `?${new URLSearchParams({ code, state: field('state'), iss: issuer }).toString()}`
    },
    expire: () => made.access.clear(),
  }

  async function handle(request: Request): Promise<Response> {
    const { origin: at, pathname: path } = new URL(request.url)
    made.asked.push(`${request.method} ${path}`)
    const special = await options.answer?.(request, path)
    if (special) return special
    if (at === origin && path === '/mcp') return await answerMcp(request)
    const document = documents[at + path]
    if (document) return Response.json(document)
    if (at === login && path === '/token') return answerToken(await formOf(request))
    if (at === login && path === '/revoke') {
      made.revoked.push((await formOf(request))['token'] ?? '')
      return new Response(null, { status: 200 })
    }
    return new Response('Not here', { status: 404 })
  }

  const documents: Record<string, object> = {
    [`${origin}/.well-known/oauth-protected-resource/mcp`]: {
      resource: url,
      authorization_servers: [issuer],
      scopes_supported: ['read', 'write'],
      ...options.resource,
    },
    [`${login}/.well-known/oauth-authorization-server/tenant`]: {
      issuer,
      authorization_endpoint: `${login}/authorize?kept=1`,
      token_endpoint: `${login}/token`,
      revocation_endpoint: `${login}/revoke`,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      ...options.server,
    },
  }

  async function answerMcp(request: Request): Promise<Response> {
    made.mcpHeaders.push(request.headers)
    const token = request.headers.get('authorization')?.replace('Bearer ', '') ?? ''
    const user = made.access.get(token)
    if (user !== undefined) {
      const { id, method } = JSON.parse((await request.text()) || '{}') as McpRequest
      if (method?.startsWith('notifications/')) return new Response(null, { status: 202 })
      if (request.method !== 'POST') return new Response(null, { status: 405 })
      const result = options.result ? options.result(method ?? '', user) : { user }
      const error = { code: -32_601, message: 'Method not found' }
      return Response.json({ jsonrpc: '2.0', id, ...(result ? { result } : { error }) })
    }
    const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`
    const { challenge = `Bearer resource_metadata="${metadata}"` } = options
    return new Response(null, { status: 401, headers: { 'www-authenticate': challenge } })
  }

  async function formOf(request: Request): Promise<Record<string, string>> {
    const form = Object.fromEntries(new URLSearchParams(await request.text()))
    made.forms.push(form)
    return form
  }

  async function answerToken(form: Record<string, string>): Promise<Response> {
    const refused = Response.json({ error: 'invalid_grant' }, { status: 400 })
    if (form['grant_type'] === 'refresh_token') {
      const old = form['refresh_token'] ?? ''
      const user = made.refresh.get(old)
      // Each refresh token counts once.
      made.refresh.delete(old)
      return user === undefined ? refused : give(user)
    }
    const code = codes.get(form['code'] ?? '')
    codes.delete(form['code'] ?? '')
    const isRight =
      code?.redirectUri === form['redirect_uri'] &&
      code?.resource === form['resource'] &&
      (form['client_id'] === undefined || code?.clientId === form['client_id']) &&
      code?.challenge === (await challengeOf(form['code_verifier'] ?? ''))
    return code && isRight ? give(code.user) : refused
  }

  function give(user: string): Response {
    const [access_token, refresh_token] = [crypto.randomUUID(), crypto.randomUUID()]
    made.access.set(access_token, user)
    made.refresh.set(refresh_token, user)
    const { expiresIn: expires_in = 3600 } = options
    return Response.json({ access_token, refresh_token, token_type: 'Bearer', expires_in })
  }

  return made
}

async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  const text = btoa(String.fromCharCode(...new Uint8Array(digest)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
