import { lexer } from 'marked'
import { memo, useMemo, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import ReactMarkdown from 'react-markdown'
import { countRender, type EarlierMessage, type Mount } from '../conversation.ts'
import { Answer } from './answer.ts'

/**
 * Mounts the floor: memoised rows, and Markdown whose finished blocks are memoised. One row listens
 * to the answer and commits it once a frame. There are no errors, there is no cancel, and there is
 * only text.
 */
export const mount: Mount = (root, earlier) => {
  const answer = new Answer()
  createRoot(root).render(
    <>
      {earlier.map((message) => (
        <Row key={message.id} message={message} />
      ))}
      <AnswerRow answer={answer} />
    </>,
  )
  const sink = { delta: answer.add, end: () => undefined }
  return Promise.resolve({ ask: () => Promise.resolve(sink) })
}

const Row = memo(function Row({ message }: { readonly message: EarlierMessage }) {
  countRender(message.id)
  return (
    <article>{message.role === 'user' ? message.text : <Blocks text={message.text} />}</article>
  )
})

function AnswerRow({ answer }: { readonly answer: Answer }) {
  const text = useSyncExternalStore(answer.subscribe, answer.read)
  countRender('answer')
  return (
    <article>
      <Blocks text={text} />
    </article>
  )
}

function Blocks({ text }: { readonly text: string }) {
  const blocks = useMemo(() => lexer(text).map(({ raw }) => raw), [text])
  return blocks.map((block, at) => <Block key={at} text={block} />)
}

const Block = memo(function Block({ text }: { readonly text: string }) {
  return <ReactMarkdown>{text}</ReactMarkdown>
})
