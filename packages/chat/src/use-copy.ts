import { useChat } from './chat-context.ts'
import { englishMessages } from './strings/message-strings.ts'
import { useWords } from './strings/use-words.ts'

/**
 * Returns a function that copies a text to the clipboard, speaks the outcome, and resolves with it.
 * A browser may refuse, and has no clipboard on a page that is not served securely.
 */
export function useCopy(): (text: string) => Promise<boolean> {
  const { announce } = useChat()
  const strings = useWords('messages', englishMessages)
  return async (text) => {
    const isCopied = await write(text)
    announce(isCopied ? strings.copied : strings.notCopied)
    return isCopied
  }
}

async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
