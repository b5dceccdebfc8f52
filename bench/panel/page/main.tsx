import { createAgent, Tool } from 'ambit'
import { call, calls, scriptedModel } from '@ambit/testing'
import { createRoot } from 'react-dom/client'
import { RequestsTab } from '../../../packages/devtools/src/panel/requests/requests-tab.tsx'
import { styles } from '../../../packages/devtools/src/panel/styles.ts'
import { TimelineTab } from '../../../packages/devtools/src/panel/timeline/timeline-tab.tsx'
import { watchAgent } from '../../../packages/devtools/src/watch/watch-agent.ts'
import { frames } from '../../browser/page/stream.ts'

/** The functions of the page that the benchmark calls. */
interface PanelBench {
  /** Runs chats until there are so many events. */
  readonly fill: (events: number) => Promise<void>
  readonly show: (tab: 'timeline' | 'requests') => Promise<void>
  readonly scrollThrough: () => Promise<void>
  readonly filter: (text: string) => Promise<void>
  /** Runs one chat of 40 calls. */
  readonly chat: () => Promise<void>
}

declare global {
  interface Window {
    panelBench: PanelBench
  }
}

const agent = createAgent({
  model: scriptedModel([], {
    otherwise: ({ prompt }) =>
      prompt.at(-1)?.role === 'tool'
        ? 'done'
        : calls(...Array.from({ length: 40 }, (_, at) => call('beep', { times: at }))),
  }),
  tools: [
    new Tool<{ times: number }>({
      name: 'beep',
      description: 'Beep.',
      handler: ({ times }) => `beeped ${times} times`,
    }),
  ],
  calls: { arguments: 'unchecked' },
})
const watched = watchAgent(agent)
const sheet = new CSSStyleSheet()
sheet.replaceSync(styles)
document.adoptedStyleSheets = [sheet]
const root = createRoot(document.querySelector('#root') as HTMLElement)

const chat = async (): Promise<void> => {
  await agent.chat('Beep')
  await frames(3)
}

window.panelBench = {
  chat,
  async fill(count) {
    while (watched.events.getState().events.length < count) await agent.chat('Beep')
  },
  async show(tab) {
    const Content = tab === 'timeline' ? TimelineTab : RequestsTab
    root.render(<Content watched={watched} go={() => undefined} />)
    await frames(5)
  },
  async scrollThrough() {
    const list = document.querySelector('[role=listbox]') as HTMLElement
    for (let step = 0; step <= 60; step++) {
      list.scrollTop = (list.scrollHeight * step) / 60
      await frames(2)
    }
  },
  async filter(text) {
    const field = document.querySelector('input') as HTMLInputElement
    // React sees no change that is made by its own property of the field.
    const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
    own?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await frames(5)
  },
}
