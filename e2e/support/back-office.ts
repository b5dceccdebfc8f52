import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { Assistant } from './assistant.ts'
import { startDemoServer } from './demo-server.ts'
import { ModelServer } from './model-server.ts'
import { expect, test as base } from './page-test.ts'

const key = 'sk-planted-e2e-0123456789abcdef'
const people = { manager: 'mia@example.com', viewer: 'vic@example.com' } as const

/** The pages of examples/back-office, as a user finds them. */
export class BackOffice {
  /** The language model of stories that the demo model cannot play. */
  readonly models: ModelServer
  readonly #page: Page
  readonly #url: string

  constructor(page: Page, url: string, models: ModelServer) {
    this.#page = page
    this.#url = url
    this.models = models
  }

  /** Opens a page as a user of this role, with the demo model or with the scripted one. */
  async open(path: string, role: keyof typeof people, model: 'demo' | 'scripted'): Promise<void> {
    await this.signIn(role)
    const modelId = model === 'demo' ? 'ambit-demo' : 'openai/gpt-5'
    await this.#page.goto(`${new URL(path, this.#url)}?model=${modelId}`)
    await expect(this.#page.getByRole('heading', { level: 1 })).toBeVisible()
  }

  async signIn(role: keyof typeof people): Promise<void> {
    const data = { email: people[role], password: 'demo' }
    const response = await this.#page.request.post(`${this.#url}api/session`, { data })
    expect(response.status()).toBe(200)
  }

  /** Returns the API's answer to this user. */
  async read<T>(path: string): Promise<T> {
    const response = await this.#page.request.get(`${this.#url}api/${path}`)
    return (await response.json()) as T
  }

  link(name: string): Locator {
    return this.#page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name })
  }

  /** Returns the rows of a page's table that hold this text. */
  row(text: string): Locator {
    return this.#page.getByRole('main').getByRole('row').filter({ hasText: text })
  }
}

interface Host {
  readonly url: string
  readonly models: ModelServer
}

/** Playwright's `test` with the back office, on a database in memory, and the widget on it. */
export const test = base.extend<
  { assistant: Assistant; office: BackOffice },
  { host: Host; isDevelopment: boolean; hasServerSessions: boolean }
>({
  // True for a build with what only developers see.
  isDevelopment: [false, { option: true, scope: 'worker' }],
  // True if the server keeps the conversations, in a SQLite file.
  hasServerSessions: [false, { option: true, scope: 'worker' }],
  assistant: async ({ page }, provide) => provide(new Assistant(page)),
  office: async ({ page, host: { url, models } }, provide) => {
    models.reset()
    await provide(new BackOffice(page, url, models))
  },
  host: [
    async ({ isDevelopment, hasServerSessions }, provide) => {
      using folder = temporaryFolder()
      await using models = await ModelServer.start(key)
      await using server = await startDemoServer(
        {
          OPENAI_API_KEY: key,
          OPENAI_BASE_URL: `${models.url}/v1`,
          AMBIT_MODELS: 'openai/gpt-5',
          BACK_OFFICE_DATA: 'memory',
          DATABASE_URL: '',
          AMBIT_SESSIONS: hasServerSessions ? join(folder.path, 'sessions.db') : '',
          ...(isDevelopment && { NODE_ENV: 'development' }),
        },
        'back-office',
        // Each story loads the page anew: hundreds of modules from source, or a few chunks.
        '--built',
      )
      await provide({ url: server.url, models })
    },
    { scope: 'worker' },
  ],
})

function temporaryFolder(): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'ambit-back-office-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

export { expect } from './page-test.ts'
