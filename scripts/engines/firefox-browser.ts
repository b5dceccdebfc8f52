import {
  type BrowserContext,
  type ElementHandle,
  type KeyInput,
  launch,
  type Page,
} from 'puppeteer-core'
import type {
  ClickOptions,
  EngineBrowser,
  EnginePage,
  EngineProfile,
  PointerButton,
} from './engine-browser.ts'
import { inPage, valueOf } from './in-page.ts'
import { keysOf } from './key-chord.ts'

/** Starts a Firefox without a window. */
export async function launchFirefox(executablePath: string): Promise<EngineBrowser> {
  const browser = await launch({ browser: 'firefox', executablePath })
  const version = (await browser.version()).replace(/^\D+/, '')
  const close = () => browser.close()
  return {
    engine: 'firefox',
    version,
    newProfile: async () => profileIn(await browser.createBrowserContext()),
    close,
    [Symbol.asyncDispose]: close,
  }
}

function profileIn(context: BrowserContext): EngineProfile {
  const errors: string[] = []
  const close = () => context.close()
  return {
    errors,
    async newPage() {
      const page = await context.newPage()
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
      })
      page.on('pageerror', (error) => void errors.push(String(error)))
      return new FirefoxPage(page)
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

class FirefoxPage implements EnginePage {
  readonly engine = 'firefox'
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
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
    return this.#page.keyboard.down(key as KeyInput)
  }

  keyUp(key: string): Promise<void> {
    return this.#page.keyboard.up(key as KeyInput)
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
