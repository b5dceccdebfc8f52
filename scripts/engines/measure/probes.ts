import type { EnginePage } from '../engine-browser.ts'

/** Something that engines differ in. */
export interface Probe {
  readonly name: string
  /** What Ambit does with it, or without it. */
  readonly means: string
  /** Finds out in a private window, on a page of this machine. */
  readonly ask: (page: EnginePage) => Promise<Answer>
}

/** What there is in words, or whether it is there. */
export type Answer = boolean | string

const inPage = (name: string, means: string, ask: () => Answer | Promise<Answer>): Probe => ({
  name,
  means,
  ask: (page) => page.evaluate<[], Answer>(ask),
})

/** The rows of the table in docs/reference/browsers.md. */
export const probes: readonly Probe[] = [
  inPage(
    'Locks, and taking one over',
    'One page at a time runs a session; another takes over from one that hangs',
    async () => {
      const lost = navigator.locks
        .request('probe', () => new Promise(() => undefined))
        .then(
          () => false,
          () => true,
        )
      await navigator.locks.request('probe', { steal: true }, () => undefined)
      return lost
    },
  ),
  inPage(
    'IndexedDB in a private window',
    'Conversations are stored until the window is closed',
    () =>
      new Promise((resolve) => {
        const request = indexedDB.open('probe')
        request.addEventListener('success', () => resolve(true))
        request.addEventListener('error', () => resolve(false))
      }),
  ),
  inPage(
    'A `Blob` in IndexedDB in a private window',
    'Not used: files are stored as encrypted bytes',
    () =>
      new Promise((resolve) => {
        const request = indexedDB.open('probe-blob')
        request.addEventListener('upgradeneeded', () => {
          request.result.createObjectStore('all')
        })
        request.addEventListener('error', () => resolve(false))
        request.addEventListener('success', () => {
          const write = request.result.transaction('all', 'readwrite')
          write.addEventListener('complete', () => resolve(true))
          write.addEventListener('abort', () => resolve(false))
          try {
            write.objectStore('all').put(new Blob(['x']), 'x')
          } catch {
            resolve(false)
          }
        })
      }),
  ),
  inPage(
    'Private files (`navigator.storage.getDirectory`) in a private window',
    'Not used',
    async () => {
      const { storage } = navigator as { storage?: StorageManager }
      return (await storage?.getDirectory().catch(() => undefined)) !== undefined
    },
  ),
  inPage(
    '`moveBefore`',
    'The widget keeps its state when it moves into a dialog; else Ambit restores scroll and focus',
    () => 'moveBefore' in Element.prototype,
  ),
  inPage('Popover', 'The widget stands above the page’s own layers', () => {
    const layer = document.createElement('div')
    layer.popover = 'manual'
    document.body.append(layer)
    layer.showPopover()
    const isOpen = layer.matches(':popover-open')
    layer.remove()
    return isOpen
  }),
  inPage('`:dir()`', 'Arrow keys follow the direction of the text', () => {
    const text = document.createElement('p')
    text.dir = 'rtl'
    document.body.append(text)
    const isRtl = text.matches(':dir(rtl)')
    text.remove()
    return isRtl
  }),
  inPage('`light-dark()`', 'Colors follow the page’s color scheme', () =>
    CSS.supports('color', 'light-dark(red, blue)'),
  ),
  inPage(
    '`field-sizing`',
    'The message field grows with its text; else a hidden copy of the text sizes it',
    () => CSS.supports('field-sizing', 'content'),
  ),
  inPage('A stream as a response body', 'An answer is shown while it arrives', async () => {
    const { body } = new Response('x')
    const read = await body?.pipeThrough(new TextDecoderStream()).getReader().read()
    return read?.value === 'x'
  }),
  inPage(
    'Async iteration of `ReadableStream`',
    'Ambit reads with a reader instead',
    () => Symbol.asyncIterator in ReadableStream.prototype,
  ),
  inPage('`CompressionStream`', 'Not used', async () => {
    const zipped = new Blob(['x'.repeat(1000)]).stream().pipeThrough(new CompressionStream('gzip'))
    return (await new Response(zipped).blob()).size < 1000
  }),
  inPage(
    'A frame with `sandbox="allow-scripts"` has an origin of its own',
    'Code of the model runs there, without the page’s data',
    () =>
      new Promise((resolve) => {
        const frame = document.createElement('iframe')
        frame.sandbox.add('allow-scripts')
        frame.srcdoc = `<script>
          let stored = 'stored'
          try { localStorage.length } catch { stored = 'none' }
          parent.postMessage(origin + ' ' + stored, '*')
        </script>`
        addEventListener('message', ({ data }) => {
          frame.remove()
          resolve(data === 'null none')
        })
        document.body.append(frame)
      }),
  ),
  {
    name: 'A page is kept when another address is opened, and “Back” shows it as it was',
    means: 'A request that was cut off meanwhile is tried again',
    ask: async (page) => {
      await page.evaluate(() => {
        Object.assign(globalThis, { isKept: true })
      })
      await page.open(await page.evaluate(() => `${location.origin}/other`))
      await page.evaluate(() => history.back())
      for (;;) {
        const path = await page.evaluate(() => location.pathname).catch(() => '')
        if (path === '/') break
      }
      return page.evaluate(() => 'isKept' in globalThis)
    },
  },
  inPage(
    'Events `freeze` and `resume`',
    'A pause is noticed by the clock in any case',
    () => 'onfreeze' in document,
  ),
  inPage('`scrollend`', 'Not used: Ambit looks at `scroll`', () => 'onscrollend' in window),
  inPage(
    '`elementFromPoint` outside of the viewport',
    'What an approval shows counts as seen only inside the viewport',
    () => (document.elementFromPoint(10, innerHeight + 10) === null ? 'nothing' : 'an element'),
  ),
  inPage('Writing to the clipboard without a click', 'A copy that is refused is said', () =>
    navigator.clipboard.writeText('x').then(
      () => 'allowed',
      () => 'refused',
    ),
  ),
  inPage('View Transitions', 'Not used', () => 'startViewTransition' in document),
  inPage(
    'Speech recognition',
    'Without it there is no button to dictate',
    () => 'SpeechRecognition' in globalThis || 'webkitSpeechRecognition' in globalThis,
  ),
  inPage(
    'Speech synthesis',
    'Without it there is no button to read aloud',
    () => 'speechSynthesis' in globalThis,
  ),
  inPage(
    '`requestIdleCallback`',
    'The widget loads when the page is idle; else after a second',
    () => 'requestIdleCallback' in globalThis,
  ),
]
