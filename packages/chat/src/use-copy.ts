import { useChat } from './chat-context.ts'

/** Puts a text on the clipboard, and says whether the browser let it: it may refuse, or, where the page is not served securely, have none. */
export function useCopy(): (text: string) => Promise<boolean> {
  const { strings, announce } = useChat()
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
