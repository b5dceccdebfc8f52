import { createRequire } from 'node:module'
import type { Asked, ForeignApp } from './foreign-app.ts'

const require = createRequire(import.meta.url)

const all = [
  'active',
  'waiting',
  'waiting-children',
  'prioritized',
  'completed',
  'failed',
  'delayed',
  'paused',
]

/** Creates the back end of a board with one queue, “mail”, in which three jobs have failed. */
function start() {
  let failed = ['welcome', 'invoice', 'reminder']
  const job = (name: string) => ({
    id: `${name}-1`,
    name,
    timestamp: 1_790_000_000_000,
    processedOn: 1_790_000_001_000,
    finishedOn: 1_790_000_002_000,
    progress: 0,
    attempts: 1,
    failedReason: `The address of ${name} is wrong`,
    stacktrace: [`Error: ${name}`],
    opts: { attempts: 1 },
    data: { to: `${name}@example.com` },
    returnValue: null,
    isFailed: true,
  })
  const queue = (query: URLSearchParams) => ({
    name: 'mail',
    statuses: ['latest', ...all],
    counts: { ...Object.fromEntries(all.map((one) => [one, 0])), failed: failed.length },
    jobs: query.get('activeQueue') === 'mail' ? failed.map(job) : [],
    pagination: { pageCount: 1, range: { start: 0, end: 9 } },
    readOnlyMode: false,
    allowRetries: true,
    allowCompletedRetries: true,
    isPaused: false,
    type: 'bullmq',
    delimiter: '',
    globalConcurrency: null,
    activeRateLimitTtl: 0,
    supportsGlobalRateLimit: true,
    jobSchedulerCount: 0,
    hasWorkers: true,
  })
  return ({ method, path }: Asked) => {
    const { pathname, searchParams } = new URL(path, 'http://board')
    if (pathname === '/api/queues') return { body: { queues: [queue(searchParams)] } }
    if (pathname === '/api/redis/stats') return { body: {} }
    const [, name, act] = /^\/api\/queues\/mail\/(\w+)-1\/(retry|clean)$/.exec(pathname) ?? []
    if (method === 'PUT' && act) {
      failed = failed.filter((one) => one !== name)
      return { status: act === 'clean' ? 204 : 200, ...(act === 'retry' && { body: {} }) }
    }
    if (method === 'PUT' && pathname === '/api/queues/mail/clean/failed') {
      failed = []
      return { body: {} }
    }
    return undefined
  }
}

const config = {
  boardTitle: 'Jobs',
  hideDocsLink: true,
  // What somebody else does is seen soon.
  pollingInterval: { forceInterval: 1 },
  locale: { lng: 'en-US' },
}

/** The page of the queues of a server: React. */
export const bullBoard: ForeignApp = {
  manifest: () => require.resolve('@bull-board/ui/package.json'),
  fileOf: (path) => /^(static\/[\w./-]+)/.exec(path)?.[1] && `dist/${path.split('?')[0]}`,
  page: (address, read) =>
    read('dist/index.ejs')
      // The fonts are those of a server.
      .replace(/<link href="https:.*?>/, '')
      .replace('<%= basePath %>', address)
      .replace('<%- uiConfig %>', JSON.stringify(config))
      .replaceAll(/<%= \w+ %>/g, 'static/favicon-32x32.png'),
  start,
}
