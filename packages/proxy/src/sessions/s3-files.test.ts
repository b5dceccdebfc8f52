import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { FakeS3 } from '../../test/sessions/fake-s3.ts'
import { s3Files } from './s3-files.ts'
import { sqliteSessions } from './sqlite-sessions.ts'

const options = {
  bucket: 'chats',
  endpoint: 'https://s3.example.com',
  region: 'auto',
  accessKeyId: 'id',
  secretAccessKey: 'secret-key',
}
const bytes = new TextEncoder().encode('the words of a user')

/** Everything that an error says, with its causes. */
function wordsOf(thrown: unknown): string {
  const { message, stack, cause } = thrown as Error
  return [message, stack, cause === undefined ? '' : wordsOf(cause)].join('\n')
}

describe('s3Files', () => {
  const s3 = new FakeS3()
  beforeAll(() => s3.start())
  afterAll(() => s3.stop())

  it.each([
    ['no bucket', { bucket: undefined }, 'bucket'],
    ['a bucket with a path', { bucket: 'a/b' }, 'bucket'],
    ['an address that is none', { endpoint: 's3.example.com' }, 'endpoint'],
    ['an address with a password', { endpoint: 'https://a:b@s3.example.com' }, 'endpoint'],
    ['http to another machine', { endpoint: 'http://s3.example.com' }, 'endpoint'],
    ['no region', { region: '' }, 'region'],
    ['an hour', { timeout: '1h' }, 'timeout'],
    ['an unknown option', { prefix: 'x' }, 'prefix'],
  ])('refuses %s, and tells no key', (_name, wrong, named) => {
    const create = () => s3Files({ ...options, ...wrong } as never)
    expect(create).toThrow(named)
    expect(create).not.toThrow('secret-key')
  })

  it('is all that a store takes for `files`', () => {
    expect(() => sqliteSessions(':memory:', { files: {} as never })).toThrow('files')
    s3Files({ ...options, endpoint: 'http://minio:9000', allowHttp: true })
  })

  it('puts, gets and deletes, with signatures', async () => {
    const files = s3.files()
    await files.put('ambit/a', bytes)
    expect(await files.get('ambit/a', bytes.length)).toEqual(bytes)
    await files.delete('ambit/a')
    await files.delete('ambit/a')
    expect(await files.get('ambit/a', 9)).toBeUndefined()
    expect(s3.refused).toEqual([])
  })

  it('tries again what the service is too busy for', async () => {
    const fates = ['busy', 'busy', undefined] as const
    let count = 0
    s3.fate = () => fates[count++]
    await s3.files().put('ambit/b', bytes)
    s3.fate = () => undefined
    expect(s3.objects.get('ambit/b')?.length).toBe(bytes.length)
  })

  it('tells the code of a refusal, and neither a key nor the file', async () => {
    const files = s3.files({ secretAccessKey: 'wrong-secret' })
    for (const fail of [
      () => files.put('ambit/c', bytes),
      () => files.get('ambit/c', 9),
      () => files.delete('ambit/c'),
      () => s3.files({ bucket: 'other' }).get('ambit/c', 9),
    ]) {
      const thrown = await fail().catch((error: unknown) => error)
      expect(wordsOf(thrown)).toMatch(/status 40[34] \((SignatureDoesNotMatch|NoSuchBucket)\)/)
      expect(wordsOf(thrown)).not.toMatch(/wrong-secret|AKIA|words of a user/)
    }
    expect(s3.objects.has('ambit/c')).toBe(false)
    s3.refused.length = 0
  })

  it('follows no redirect, and waits for no answer without end', async () => {
    const paths: string[] = []
    const other = createServer((request, response) => {
      paths.push(request.url ?? '')
      if (request.method === 'DELETE') return
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      other.closeAllConnections()
      other.close()
    })
    const endpoint = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`
    const files = s3Files({ ...options, endpoint, timeout: 50 })
    await expect(files.put('ambit/d', bytes)).rejects.toThrow(
      'PUT of a file failed with status 307',
    )
    await expect(files.get('ambit/d', 9)).rejects.toThrow('GET of a file failed with status 307')
    await expect(files.delete('ambit/d')).rejects.toThrow('DELETE of a file failed with no answer')
    expect(paths).toEqual(Array.from({ length: 3 }, () => '/chats/ambit/d'))
  })
})
