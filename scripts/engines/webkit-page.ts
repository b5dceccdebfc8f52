import { type Actions, By, Button, Key, Origin, type WebDriver } from 'selenium-webdriver'
import type { ClickOptions, EnginePage, PointerButton } from './engine-browser.ts'
import { inPage, valueOf } from './in-page.ts'
import { keysOf } from './key-chord.ts'

/** The windows of one driver. It speaks to one window at a time, so the commands wait in a queue. */
export interface Windows {
  readonly driver: WebDriver
  current: string | undefined
  last: Promise<unknown>
}

const buttons = { left: Button.LEFT, middle: Button.MIDDLE, right: Button.RIGHT } as const

/** The keys that the driver knows by a character of its own. */
const keys: Readonly<Record<string, string>> = {
  Alt: Key.ALT,
  ArrowDown: Key.ARROW_DOWN,
  ArrowLeft: Key.ARROW_LEFT,
  ArrowRight: Key.ARROW_RIGHT,
  ArrowUp: Key.ARROW_UP,
  Backspace: Key.BACK_SPACE,
  Control: Key.CONTROL,
  Delete: Key.DELETE,
  End: Key.END,
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  Home: Key.HOME,
  Insert: Key.INSERT,
  Meta: Key.META,
  PageDown: Key.PAGE_DOWN,
  PageUp: Key.PAGE_UP,
  Shift: Key.SHIFT,
  Space: Key.SPACE,
  Tab: Key.TAB,
}

/** A method of `Actions` that its types do not have. */
interface Scrolls {
  scroll(
    x: number,
    y: number,
    deltaX: number,
    deltaY: number,
    origin: Origin,
    durationMs: number,
  ): Actions
}

const at = (x: number, y: number) => ({
  x: Math.round(x),
  y: Math.round(y),
  origin: Origin.VIEWPORT,
  duration: 0,
})

/** A window of a WebKit. */
export class WebKitPage implements EnginePage {
  readonly engine = 'webkit'
  readonly #windows: Windows
  readonly #handle: string
  #x = 0
  #y = 0

  constructor(windows: Windows, handle: string) {
    this.#windows = windows
    this.#handle = handle
  }

  open(url: string): Promise<void> {
    return this.#run((driver) => driver.get(url))
  }

  reload(): Promise<void> {
    return this.#run((driver) => driver.navigate().refresh())
  }

  async evaluate<A extends readonly unknown[], R>(
    run: ((...args: A) => R | Promise<R>) | string,
    ...args: A
  ): Promise<R> {
    const script = `${inPage(run, args)}.then(arguments[arguments.length - 1])`
    const outcome = await this.#run((driver) => driver.executeAsyncScript<string>(script))
    return valueOf(outcome) as R
  }

  async move(x: number, y: number): Promise<void> {
    await this.#run((driver) => driver.actions().move(at(x, y)).perform())
    this.#x = Math.round(x)
    this.#y = Math.round(y)
  }

  down(button: PointerButton = 'left'): Promise<void> {
    return this.#run((driver) => driver.actions().press(buttons[button]).perform())
  }

  up(button: PointerButton = 'left'): Promise<void> {
    return this.#run((driver) => driver.actions().release(buttons[button]).perform())
  }

  async click(x: number, y: number, { button = 'left', count = 1 }: ClickOptions = {}) {
    await this.move(x, y)
    await this.#run((driver) => {
      const actions = driver.actions()
      for (let nth = 0; nth < count; nth += 1) {
        actions.press(buttons[button]).release(buttons[button])
      }
      return actions.perform()
    })
  }

  wheel(deltaX: number, deltaY: number): Promise<void> {
    return this.#run((driver) => {
      const actions = driver.actions() as Actions & Scrolls
      return actions.scroll(this.#x, this.#y, deltaX, deltaY, Origin.VIEWPORT, 0).perform()
    })
  }

  keyDown(key: string): Promise<void> {
    return this.#run((driver) => driver.actions().keyDown(codeOf(key)).perform())
  }

  keyUp(key: string): Promise<void> {
    return this.#run((driver) => driver.actions().keyUp(codeOf(key)).perform())
  }

  press(chord: string): Promise<void> {
    const pressed = keysOf(chord).map(codeOf)
    return this.#run((driver) => {
      const actions = driver.actions()
      for (const key of pressed) actions.keyDown(key)
      for (const key of pressed.toReversed()) actions.keyUp(key)
      return actions.perform()
    })
  }

  async type(text: string): Promise<void> {
    for (const line of text.split(/(\n)/)) {
      if (line === '\n') await this.press('Enter')
      else if (line !== '') await this.#run((driver) => driver.actions().sendKeys(line).perform())
    }
  }

  setFiles(selector: string, paths: readonly string[]): Promise<void> {
    return this.#run(async (driver) => {
      const input = await driver.findElement(By.css(selector))
      await input.sendKeys(paths.join('\n'))
    })
  }

  async setViewport(width: number, height: number): Promise<void> {
    const inner = () => this.evaluate(() => ({ width: innerWidth, height: innerHeight }))
    // What surrounds the page has a size that the driver does not tell.
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const now = await inner()
      if (now.width === width && now.height === height) return
      await this.#run(async (driver) => {
        const rect = await driver.manage().window().getRect()
        await driver
          .manage()
          .window()
          .setRect({
            x: 0,
            y: 0,
            width: rect.width + width - now.width,
            height: rect.height + height - now.height,
          })
      })
    }
  }

  async screenshot(): Promise<Uint8Array> {
    return Buffer.from(await this.#run((driver) => driver.takeScreenshot()), 'base64')
  }

  close(): Promise<void> {
    return this.#run(async (driver) => {
      await driver.close()
      this.#windows.current = undefined
    })
  }

  /** Runs a command in this window, after the commands before it. */
  #run<T>(command: (driver: WebDriver) => Promise<T>): Promise<T> {
    const windows = this.#windows
    const outcome = windows.last.then(async () => {
      if (windows.current !== this.#handle) {
        await windows.driver.switchTo().window(this.#handle)
        windows.current = this.#handle
      }
      return command(windows.driver)
    })
    windows.last = outcome.catch(() => undefined)
    return outcome
  }
}

const codeOf = (key: string): string => keys[key] ?? key
