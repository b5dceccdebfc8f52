import { withBase } from 'vitepress'
import { defineComponent, h, onMounted } from 'vue'
import { LateFrame } from './late-frame.ts'
import { data } from './program.data.ts'

/** What the first page shows below its claims: a live page with its assistant, and its program. */
export const Landing = defineComponent(() => {
  onMounted(() => {
    // VitePress gives its first page no such landmark.
    document.querySelector('.VPHome')?.setAttribute('role', 'main')
  })
  return () => [
    h('section', { class: 'landing', 'aria-labelledby': 'live' }, [
      h('h2', { id: 'live' }, 'Try it here'),
      h('p', [
        'A task board, and an assistant that is this page’s own code. Say “Add a task called Order the cake”, ',
        'or move a task yourself: both use the same state. The model is a demo of rules; nothing leaves this page.',
      ]),
      h(LateFrame, {
        src: '/board/index.html?model=ambit-demo',
        title: 'A task board with its assistant',
      }),
    ]),
    h('section', { class: 'landing', 'aria-labelledby': 'program' }, [
      h('h2', { id: 'program' }, 'The whole program'),
      h('div', { class: 'vp-doc', innerHTML: data.program }),
      h('p', [
        'A component says what may be done, and its handler is the one of the latest render. ',
        h('a', { href: withBase('/start') }, 'Build it step by step'),
        '.',
      ]),
    ]),
  ]
})
