import { withBase } from 'vitepress'
import { defineComponent, h, onMounted, ref } from 'vue'

/** A frame that loads when it is seen: one with `loading="lazy"` would load long before. */
export const LateFrame = defineComponent(
  ({ src, title }: { src: string; title: string }) => {
    const frame = ref<HTMLIFrameElement>()
    const isSeen = ref(false)
    onMounted(() => {
      const observer = new IntersectionObserver((entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        isSeen.value = true
        observer.disconnect()
      })
      if (frame.value) observer.observe(frame.value)
    })
    return () => h('iframe', { ref: frame, src: isSeen.value ? withBase(src) : undefined, title })
  },
  { props: ['src', 'title'] },
)
