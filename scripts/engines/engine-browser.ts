/** The engines that this driver runs pages in. */
export type EngineName = 'chromium' | 'firefox' | 'webkit'

export const engineNames: readonly EngineName[] = ['chromium', 'firefox', 'webkit']

export interface EngineOptions {
  /** The port of a proxy on this machine that the pages ask for every address, its own too. */
  readonly proxyPort?: number
  /** True for private windows. Those of the driver of WebKit always are. */
  readonly isPrivate?: boolean
}

/** A running browser of one engine. */
export interface EngineBrowser extends AsyncDisposable {
  readonly engine: EngineName
  /** The version of the browser, such as "153.0". */
  readonly version: string
  /** Starts a profile of its own, with nothing stored. */
  newProfile(): Promise<EngineProfile>
  /** Ends the browser and every process that it started. */
  close(): Promise<void>
}

/** Pages that share cookies and storage, and that share none of it with other profiles. */
export interface EngineProfile extends AsyncDisposable {
  /** Errors on the consoles of the pages, and errors that no page caught. */
  readonly errors: readonly string[]
  /** Opens a tab, or a window where the driver cannot open a tab. */
  newPage(): Promise<EnginePage>
  /** Closes the pages and deletes what they stored. */
  close(): Promise<void>
}

/** The buttons of a pointer. */
export type PointerButton = 'left' | 'middle' | 'right'

/**
 * A page under real input. Coordinates are CSS pixels from the upper left of the viewport. Names of
 * keys are the values of `KeyboardEvent.key`.
 */
export interface EnginePage {
  readonly engine: EngineName
  /** Goes to an address and waits until the page is loaded. */
  open(url: string): Promise<void>
  reload(): Promise<void>
  /**
   * Runs a function in the page, or the source of a function, and waits for its promise. The
   * function sees nothing but its arguments. Arguments and result are JSON.
   *
   * @throws what the function throws, with the message of the page's error.
   */
  evaluate<A extends readonly unknown[], R>(
    run: ((...args: A) => R | Promise<R>) | string,
    ...args: A
  ): Promise<R>
  move(x: number, y: number): Promise<void>
  /** Presses a button of the pointer where the pointer is. */
  down(button?: PointerButton): Promise<void>
  up(button?: PointerButton): Promise<void>
  /** Moves to a place and clicks there so many times in a row. Once by default. */
  click(x: number, y: number, options?: ClickOptions): Promise<void>
  /** Turns the wheel where the pointer is. */
  wheel(deltaX: number, deltaY: number): Promise<void>
  keyDown(key: string): Promise<void>
  keyUp(key: string): Promise<void>
  /** Presses a key, with others held down: `Enter`, `Control+Shift+a`. */
  press(keys: string): Promise<void>
  /** Types a text, character by character, into what has the focus. */
  type(text: string): Promise<void>
  /** Chooses files in the one file input that the CSS selector finds. */
  setFiles(selector: string, paths: readonly string[]): Promise<void>
  /** Sets the size of the viewport. A window of WebKit is never narrower than its buttons, 447. */
  setViewport(width: number, height: number): Promise<void>
  /** Returns a PNG of the viewport. */
  screenshot(): Promise<Uint8Array>
  close(): Promise<void>
}

export interface ClickOptions {
  readonly button?: PointerButton
  readonly count?: number
}
