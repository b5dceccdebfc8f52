import { withBase } from 'vitepress'
import { defineComponent, h, onMounted } from 'vue'
import { LateFrame } from './late-frame.ts'
import { data } from './program.data.ts'

/** A live page with its assistant, right below the first claim. */
export const LiveBoard = defineComponent(() => () => [
  h('section', { class: 'landing board', 'aria-label': 'Try it here' }, [
    h(LateFrame, { src: '/board/index.html', title: 'A task board with its assistant' }),
    h('p', [
      'The assistant is this page’s own code: press what it offers, or move a task yourself. ',
      'Its model is a demo of rules, and nothing leaves this page.',
    ]),
  ]),
])

/** What the first page shows below its claims: the whole program. */
export const Landing = defineComponent(() => {
  onMounted(() => {
    // VitePress gives its first page no such landmark.
    document.querySelector('.VPHome')?.setAttribute('role', 'main')
  })
  return () => [
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
