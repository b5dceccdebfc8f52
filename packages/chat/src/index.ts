// Not a client module: a server component cannot take a member of one. See `parts.ts`.

/**
 * The parts of the widget, for an arrangement of your own: `<Chat.Root>` around `<Chat.Popup>`,
 * `<Chat.Sidebar>` or `<Chat.Panel>`, with what stands in them. Vite leaves out the parts that
 * nobody names; esbuild keeps all of them.
 */
export * as Chat from './parts.ts'
export type { ChatStrings } from './strings/chat-strings.ts'
export { useComposer } from './composer/use-composer.ts'
export { Copilot } from './copilot.tsx'
export { english } from './strings/english.ts'
export { isInChat } from './is-in-chat.ts'
export { preloadMarkdown } from './markdown/markdown.tsx'
export type { CopilotProps } from './opening/late-copilot.tsx'
export { useSuggestions } from './suggestions/use-suggestions.ts'
