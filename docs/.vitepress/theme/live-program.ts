import { useData } from 'vitepress'
import { defineComponent, h } from 'vue'
import { LateFrame } from './late-frame.ts'
import { data } from './live-programs.data.ts'

/** The program of a guide, which a reader can change and run. Nothing on a page without one. */
export const LiveProgram = defineComponent(() => {
  const { page } = useData()
  return () => {
    const [, name = ''] = /^guides\/(.+)\.md$/.exec(page.value.relativePath) ?? []
    if (!data.includes(name)) return null
    return h('section', { class: 'live', 'aria-labelledby': 'try-it' }, [
      h('h2', { id: 'try-it' }, 'Change it, and run it'),
      h(
        'p',
        'A whole program of this guide. Its model is a demo of rules; nothing leaves this page.',
      ),
      h(LateFrame, {
        key: name,
        src: `/live/index.html?program=${name}`,
        title: 'A program to change',
      }),
    ])
  }
})
