import DefaultTheme from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import { Landing, LiveBoard } from './landing.ts'
import { LiveProgram } from './live-program.ts'
import './style.css'

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'home-hero-after': () => h(LiveBoard),
      'home-features-after': () => h(Landing),
      'doc-footer-before': () => h(LiveProgram),
    }),
}
