import {
  type BrowserContext,
  type ElementHandle,
  type KeyInput,
  launch,
  type Page,
} from 'puppeteer-core'
import { browserFlags } from '../find-browser.ts'
import type {
  ClickOptions,
  EngineBrowser,
  EngineName,
  EngineOptions,
  EnginePage,
  EngineProfile,
  PointerButton,
} from './engine-browser.ts'
import { inPage, valueOf } from './in-page.ts'
import { keysOf } from './key-chord.ts'

/** Starts a Chromium or a Firefox without a window. */
export async function launchWithPuppeteer(
  engine: 'chromium' | 'firefox',
  executablePath: string,
  { proxyPort, isPrivate = false, firefoxPrefs = {} }: EngineOptions,
): Promise<EngineBrowser> {
  const browser = await launch(
    engine === 'firefox'
      ? {
          browser: 'firefox',
          executablePath,
          extraPrefsFirefox: {
            'browser.privatebrowsing.autostart': isPrivate,
            ...(proxyPort !== undefined && proxyPrefs(proxyPort)),
            ...firefoxPrefs,
          },
        }
      : {
          executablePath,
          args:
            proxyPort === undefined ? browserFlags : [...browserFlags, ...proxyFlags(proxyPort)],
        },
  )
  const version = (await browser.version()).replace(/^\D+/, '')
  const close = () => browser.close()
  // A profile of its own is private in Chromium. In Firefox it is a container, which is not.
  const inDefault = engine === 'firefox' && isPrivate
  return {
    engine,
    version,
    async newProfile() {
      const context = inDefault
        ? browser.defaultBrowserContext()
        : await browser.createBrowserContext()
      return profileIn(context, engine, !inDefault)
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

const proxyFlags = (port: number): string[] => [
  `--proxy-server=127.0.0.1:${port}`,
  '--proxy-bypass-list=<-loopback>',
]

const proxyPrefs = (port: number) => ({
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': port,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': port,
  'network.proxy.allow_hijacking_localhost': true,
})

function profileIn(context: BrowserContext, engine: EngineName, isOwn: boolean): EngineProfile {
  const errors: string[] = []
  const close = async () => {
    if (isOwn) await context.close()
  }
  return {
    errors,
    async newPage() {
      const page = await context.newPage()
      // A busy machine must not fail a test.
      page.setDefaultTimeout(120_000)
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
      })
      page.on('pageerror', (error) => void errors.push(String(error)))
      return new PuppeteerPage(page, engine)
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

class PuppeteerPage implements EnginePage {
  readonly engine: EngineName
  readonly #page: Page

  constructor(page: Page, engine: EngineName) {
    this.#page = page
    this.engine = engine
  }

  async open(url: string): Promise<void> {
    await this.#page.goto(url)
  }

  async reload(): Promise<void> {
    await this.#page.reload()
  }

  async evaluate<A extends readonly unknown[], R>(
    run: ((...args: A) => R | Promise<R>) | string,
    ...args: A
  ): Promise<R> {
    return valueOf((await this.#page.evaluate(inPage(run, args))) as string) as R
  }

  move(x: number, y: number): Promise<void> {
    return this.#page.mouse.move(x, y)
  }

  down(button: PointerButton = 'left'): Promise<void> {
    return this.#page.mouse.down({ button })
  }

  up(button: PointerButton = 'left'): Promise<void> {
    return this.#page.mouse.up({ button })
  }

  click(x: number, y: number, { button = 'left', count = 1 }: ClickOptions = {}): Promise<void> {
    return this.#page.mouse.click(x, y, { button, count })
  }

  wheel(deltaX: number, deltaY: number): Promise<void> {
    return this.#page.mouse.wheel({ deltaX, deltaY })
  }

  keyDown(key: string): Promise<void> {
    return this.#page.keyboard.down(toKey(key))
  }

  keyUp(key: string): Promise<void> {
    return this.#page.keyboard.up(toKey(key))
  }

  async press(chord: string): Promise<void> {
    const keys = keysOf(chord)
    for (const key of keys) await this.keyDown(key)
    for (const key of keys.toReversed()) await this.keyUp(key)
  }

  type(text: string): Promise<void> {
    return this.#page.keyboard.type(text)
  }

  async setFiles(selector: string, paths: readonly string[]): Promise<void> {
    const input = (await this.#page.$(selector)) as ElementHandle<HTMLInputElement> | null
    if (input === null) throw new Error(`No file input matches "${selector}".`)
    await input.uploadFile(...paths)
  }

  setViewport(width: number, height: number): Promise<void> {
    return this.#page.setViewport({ width, height })
  }

  screenshot(): Promise<Uint8Array> {
    return this.#page.screenshot()
  }

  close(): Promise<void> {
    return this.#page.close()
  }
}

/** Returns the name of a key for BiDi, which knows the space bar by its character alone. */
const toKey = (key: string): KeyInput => (key === 'Space' ? ' ' : (key as KeyInput))
