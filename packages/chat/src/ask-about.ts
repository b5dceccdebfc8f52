'use client'

export { AskAbout } from './ask-about/ask-about.tsx'
