import { useChat } from '../chat-context.ts'
import { type AskStrings, englishAsk } from './ask-strings.ts'

/** Returns the texts of questions in this chat. */
export const useAskStrings = (): AskStrings => ({ ...englishAsk, ...useChat().strings.ask })
