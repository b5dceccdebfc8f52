import { CardPlaces } from './approval/card-places.ts'
import type { ChatParts } from './chat-root.tsx'
import { frameCode } from './frame/frame-code.tsx'
import { keepStyles } from './styles/bring-styles.ts'
import { EndKeeper } from './transcript/end-keeper.ts'
import { isSame } from './is-same.ts'

export const chatParts: ChatParts = {
  create: () => ({ end: new EndKeeper(), cards: new CardPlaces() }),
  isSame,
  keepStyles,
  frame: frameCode,
}
