import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { s3Files, type S3FilesOptions } from '../../src/sessions/s3-files.ts'
import type { SessionFiles } from '../../src/sessions/store.ts'

/**
 * What becomes of a request: it is lost, its answer is lost, it is refused for now, or it is slow.
 * With `denied`, the key has not the right.
 */
export type Fate = 'lost' | 'unanswered' | 'busy' | 'denied' | 'slow' | undefined

const key = { accessKeyId: 'AKIAEXAMPLE123', secretAccessKey: 'secret/of+the/key' }
const region = 'eu-central-1'

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')
const hmac = (secret: string | Buffer, text: string): Buffer =>
  createHmac('sha256', secret).update(text).digest()

/** A bucket of S3 in this process, which holds each request against its signature. */
export class FakeS3 {
  readonly objects = new Map<string, Buffer>()
  /** The requests that were refused, with the reason. */
  readonly refused: string[] = []
  /** The requests that were answered, in their order. */
  readonly asked: string[] = []
  /** False for a key that may not list, so that it gets 403 for an object that is missing. */
  mayList = true
  fate: (method: string, name: string) => Fate = () => undefined
  /** Settles before each request is done. */
  before: (method: string) => Promise<void> | void = () => undefined
  readonly #server = createServer((request, response) => void this.#serve(request, response))

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The variables of the environment for this service. */
  get env(): Record<string, string> {
    return {
      AWS_ENDPOINT_URL: this.endpoint,
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: key.accessKeyId,
      AWS_SECRET_ACCESS_KEY: key.secretAccessKey,
    }
  }

  files(options: Partial<S3FilesOptions> = {}): SessionFiles {
    return s3Files({ bucket: 'chats', endpoint: this.endpoint, region, ...key, ...options })
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    this.asked.push(`${method} ${url}`)
    const fate = this.fate(method, url)
    if (fate === 'lost') return void request.socket.destroy()
    if (fate === 'slow') await new Promise((resolve) => setTimeout(resolve, 5))
    if (fate === 'busy') return answer(response, 503, 'SlowDown')
    if (fate === 'denied') return answer(response, 403, 'AccessDenied')
    await this.before(method)
    const reason = reasonToRefuse(request, body)
    if (reason !== undefined) {
      this.refused.push(`${method} ${url}: ${reason}`)
      return answer(response, 403, 'SignatureDoesNotMatch', key.accessKeyId)
    }
    const [, bucket, ...names] = url.split('/')
    if (bucket !== 'chats') return answer(response, 404, 'NoSuchBucket')
    const name = names.join('/')
    const found = this.objects.get(name)
    if (method === 'PUT') this.objects.set(name, body)
    if (method === 'DELETE') this.objects.delete(name)
    if (fate === 'unanswered') return void request.socket.destroy()
    if (method === 'DELETE') return void response.writeHead(204).end()
    if (method === 'PUT') return void response.writeHead(200).end()
    if (!found && !this.mayList) return answer(response, 403, 'AccessDenied')
    if (!found) return answer(response, 404, 'NoSuchKey')
    response.writeHead(200, { 'content-length': found.length })
    response.end(method === 'HEAD' ? undefined : found)
  }
}

function answer(response: ServerResponse, status: number, code: string, more = ''): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<Error><Code>${code}</Code><AWSAccessKeyId>${more}</AWSAccessKeyId></Error>`)
}

/** Returns what is wrong with a signature, version 4. Undefined if nothing is. */
function reasonToRefuse(
  { method = '', url = '', headers }: IncomingMessage,
  body: Buffer,
): string | undefined {
  const parts = /^AWS4-HMAC-SHA256 Credential=(.+), SignedHeaders=(.+), Signature=(.+)$/.exec(
    headers.authorization ?? '',
  )
  const [, credential = '', signed = '', signature] = parts ?? []
  const time = String(headers['x-amz-date'])
  const day = time.slice(0, 8)
  const scope = `${day}/${region}/s3/aws4_request`
  if (credential !== `${key.accessKeyId}/${scope}`) return `the credential ${credential}`
  const at = Date.parse(time.replace(/(....)(..)(..T..)(..)(..Z)/, '$1-$2-$3:$4:$5'))
  if (!(Math.abs(Date.now() - at) < 900_000)) return `the time ${time}`
  const digest = String(headers['x-amz-content-sha256'])
  if (digest !== sha256(body)) return 'the digest of the body'
  const names = signed.split(';')
  const needed = ['host', 'x-amz-content-sha256', 'x-amz-date']
  if (!needed.every((name) => names.includes(name))) return `the signed headers ${signed}`
  const [path = '', query = ''] = url.split('?')
  const lines = names.map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [method, path, query, lines.join(''), signed, digest].join('\n')
  const secret = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${key.secretAccessKey}`,
  )
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  return hmac(secret, text).toString('hex') === signature ? undefined : 'the signature'
}
