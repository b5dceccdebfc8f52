import { withBase } from 'vitepress'
import { defineComponent, h, onMounted, ref } from 'vue'
import { data } from './program.data.ts'

/** What the first page shows below its claims: a live page with its assistant, and its program. */
export const Landing = defineComponent(() => {
  const frame = ref<HTMLIFrameElement>()
  const isSeen = ref(false)
  onMounted(() => {
    // VitePress gives its first page no such landmark.
    document.querySelector('.VPHome')?.setAttribute('role', 'main')
    // The board loads when it is seen: a frame with `loading="lazy"` would load long before.
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      isSeen.value = true
      observer.disconnect()
    })
    if (frame.value) observer.observe(frame.value)
  })
  return () => [
    h('section', { class: 'landing', 'aria-labelledby': 'live' }, [
      h('h2', { id: 'live' }, 'Try it here'),
      h('p', [
        'A task board, and an assistant that is this page’s own code. Say “Add a task called Order the cake”, ',
        'or move a task yourself: both use the same state. The model is a demo of rules; nothing leaves this page.',
      ]),
      h('iframe', {
        ref: frame,
        src: isSeen.value ? withBase('/board/index.html?model=ambit-demo') : undefined,
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
