import type { AssistantMessage } from '@ambit/core'
import type { ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { useMarkdownState } from '../markdown/markdown.tsx'
import { cleanText } from '../markdown/text-intake.ts'
import { FileView } from './file-view.tsx'
import { type Source, toSources } from './sources.ts'

/**
 * Shows what an answer has beside its text: files that the model made, and sources that it names.
 */
export function MessageExtras({ message }: { readonly message: AssistantMessage }): ReactElement {
  const { strings } = useChat()
  const sources = toSources(message.parts)
  const files = message.parts.flatMap((part) => (part.type === 'file' ? [part] : []))
  return (
    <>
      {files.map(({ mediaType, data }, index) => (
        <FileView
          key={index}
          mediaType={mediaType}
          base64={data.type === 'data' ? data.data : undefined}
          name={`${strings.file} ${index + 1} (${cleanText(mediaType).slice(0, 100)})`}
        />
      ))}
      {sources.length > 0 && (
        <div className="ambit-sources">
          <p className="ambit-label">{strings.sources}</p>
          <ol aria-label={strings.sources}>
            {sources.map((source, index) => (
              <li key={index}>
                <SourceView {...source} />
              </li>
            ))}
          </ol>
        </div>
      )}
    </>
  )
}

/** A link where the link policy lets one be, with the host it goes to; else the title alone. Links come with the Markdown part. */
function SourceView({ title, url }: Source): ReactElement {
  const { module } = useMarkdownState()
  return (
    <span dir="auto">
      {url === undefined || !module ? (
        title
      ) : (
        <module.LinkView destination={url} label={title} isHostShown>
          {title}
        </module.LinkView>
      )}
    </span>
  )
}
