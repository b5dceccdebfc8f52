import type { AssistantMessage } from '@ambit/core'
import type { ReactElement } from 'react'
import { useMarkdownState } from '../markdown/markdown.tsx'
import { cleanText } from '../markdown/text-intake.ts'
import { FileView } from './file-view.tsx'
import { type Source, toSources } from './sources.ts'
import { englishMessages } from '../strings/message-strings.ts'
import { useWords } from '../strings/use-words.ts'

/** Shows the files that a model made for its answer, and the sources that it names. */
export function MessageExtras({ message }: { readonly message: AssistantMessage }): ReactElement {
  const strings = useWords('messages', englishMessages)
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

/**
 * Shows a source as a link with its host if the link policy allows it, otherwise only the title.
 * Links come with the Markdown part: until that is fetched, each source is only a title.
 */
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
