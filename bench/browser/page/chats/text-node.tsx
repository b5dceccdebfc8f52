import { useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { countRender, type Mount } from '../conversation.ts'
import { Answer } from './answer.ts'

/**
 * Mounts the least that React can commit once a frame: the end of the answer in one text node.
 * There is no conversation and no Markdown.
 */
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
