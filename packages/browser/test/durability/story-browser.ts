import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kill } from 'node:process'
import { type BrowserContext, chromium } from '@playwright/test'
import { browserFlags, findBrowser } from '../../../../scripts/find-browser.ts'

/** A browser with a profile on disk, which outlives its process. */
export class StoryBrowser {
  readonly #profile: string
  #process: ChildProcess | undefined

  private constructor(profile: string) {
    this.#profile = profile
  }

  static async create(): Promise<StoryBrowser> {
    return new StoryBrowser(await mkdtemp(join(tmpdir(), 'ambit-story-')))
  }

  /** Creates a browser whose user blocks the data of all sites. */
  static async createBlocked(): Promise<StoryBrowser> {
    const browser = await StoryBrowser.create()
    const folder = join(browser.#profile, 'Default')
    await mkdir(folder)
    const settings = { profile: { default_content_setting_values: { cookies: 2 } } }
    await writeFile(join(folder, 'Preferences'), JSON.stringify(settings))
    return browser
  }

  /** Returns the paths of the files of all databases. The process must have ended. */
  async databaseFiles(): Promise<readonly string[]> {
    const folder = join(this.#profile, 'Default', 'IndexedDB')
    const names = await readdir(folder, { recursive: true })
    return names.map((name) => join(folder, name))
  }

  /** Starts the process on the profile. */
  async start(flags: readonly string[] = []): Promise<BrowserContext> {
    const args = [
      ...browserFlags,
      ...flags,
      '--headless',
      '--remote-debugging-port=0',
      `--user-data-dir=${this.#profile}`,
      'about:blank',
    ]
    const child = spawn(findBrowser() ?? chromium.executablePath(), args, {
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.#process = child
    const endpoint = await new Promise<string>((resolve, reject) => {
      let said = ''
      child.stderr?.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        const found = /DevTools listening on (ws:\S+)/.exec(said)?.[1]
        if (found) resolve(found)
      })
      child.on('exit', () => reject(new Error(`The browser ended: ${said.slice(-500)}`)))
    })
    const browser = await chromium.connectOverCDP(endpoint)
    const [context] = browser.contexts()
    if (!context) throw new Error('The browser has no context.')
    return context
  }

  /**
   * Ends the process and its children. `SIGKILL` ends the process as a power cut would. `SIGTERM`
   * lets the browser write its memory to disk.
   */
  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const child = this.#process
    if (!child?.pid || child.exitCode !== null || child.signalCode) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    try {
      kill(signal === 'SIGKILL' ? -child.pid : child.pid, signal)
    } catch {
      child.kill('SIGKILL')
    }
    await gone
    this.#process = undefined
  }

  /** Ends the process and deletes the profile. */
  async dispose(): Promise<void> {
    await this.kill()
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}
