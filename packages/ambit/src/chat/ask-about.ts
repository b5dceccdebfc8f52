'use client'

export { AskAbout } from '@ambit/chat/ask-about'
