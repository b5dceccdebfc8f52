// Not a client module: a server component cannot take a member of one, such as `Chat.Root`.

export {
  Chat,
  type ChatStrings,
  Copilot,
  type CopilotProps,
  english,
  isInChat,
  preloadMarkdown,
  useComposer,
  useSuggestions,
} from '@ambit/chat'
