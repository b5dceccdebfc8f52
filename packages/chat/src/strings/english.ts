import { englishApproval } from '../approval/approval-strings.ts'
import { englishAsk } from '../ask/ask-strings.ts'
import { englishAskAbout } from '../ask-about/ask-about-strings.ts'
import { englishMarkdown } from '../markdown/markdown-options.ts'
import { englishModels } from '../models/model-strings.ts'
import { englishOutside } from '../outside/outside-strings.ts'
import { englishSessions } from '../sessions/session-strings.ts'
import { englishSignIns } from '../sign-ins/sign-in-strings.ts'
import { englishFailures } from '../tool-card/failure-strings.ts'
import { englishProblems } from '../transcript/problem-strings.ts'
import { englishCalls } from './call-strings.ts'
import type { ChatStrings } from './chat-strings.ts'
import { englishComposer } from './composer-strings.ts'
import { englishFrame } from './frame-strings.ts'
import { englishMessages } from './message-strings.ts'
import { englishMeter } from './meter-strings.ts'

/**
 * All English texts, as a model for a translation. The widget does not need it: each part has its
 * own.
 */
export const english: ChatStrings = {
  chat: englishFrame,
  composer: { ...englishComposer, ...englishAskAbout },
  messages: englishMessages,
  calls: { ...englishCalls, ...englishFailures },
  pending: { ...englishApproval, ...englishAsk, ...englishSignIns, ...englishOutside },
  session: englishSessions,
  problems: englishProblems,
  meter: { ...englishMeter, ...englishModels },
  markdown: englishMarkdown,
}
