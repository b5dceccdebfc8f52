import { useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { countRender, type Mount } from '../conversation.ts'
import { Answer } from './answer.ts'

/** The least that React can commit once a frame: no conversation, no Markdown, the answer's end in one text node. */
export const mountTextNode: Mount = (root) => {
  const answer = new Answer()
  createRoot(root).render(<End answer={answer} />)
  const sink = { delta: answer.add, end: () => undefined }
  return Promise.resolve({ ask: () => Promise.resolve(sink) })
}

function End({ answer }: { readonly answer: Answer }) {
  const text = useSyncExternalStore(answer.subscribe, answer.read)
  countRender('answer')
  return <article>{text.slice(-40)}</article>
}
