import { useContext, type ReactNode } from 'react'
import { toSafeLink } from '../markdown/link-policy.ts'
import { LinkView } from '../markdown/link-view.tsx'
import type { Source } from '../transcript/sources.ts'
import { CitationContext } from './citation-context.ts'
import { citationMarks, hasCitation } from './citation-marks.ts'

/**
 * Returns a text with a link in place of each mark of a source, such as `[1]`. A text without marks
 * stays a text, so that React has no more to check.
 */
export const citedText = (text: string, key: number): ReactNode =>
  hasCitation(text) ? <CitedText key={key} text={text} /> : text

/** Shows the marks of sources that exist as links. The sources may come after the text. */
function CitedText({ text }: { readonly text: string }): ReactNode {
  const citations = useContext(CitationContext)
  if (!citations) return text
  const { sources, nameOf } = citations
  return citationMarks(text).map((part, index) => {
    const source = part.nth === undefined ? undefined : sources[part.nth - 1]
    if (!source || part.nth === undefined) return part.text
    return <Mark key={index} {...{ source }} nth={part.nth} name={nameOf(part.nth, source.title)} />
  })
}

interface MarkProps {
  readonly source: Source
  readonly nth: number
  readonly name: string
}

/** Shows the number of a source as a link, if the link policy allows its address. */
function Mark({ source, nth, name }: MarkProps): ReactNode {
  const { url, title } = source
  const host = url === undefined ? undefined : toSafeLink(url)?.host
  const number = (
    <>
      <span aria-hidden="true">{nth}</span>
      <span className="ambit-only-spoken">{name}</span>
    </>
  )
  return (
    <sup className="ambit-citation" title={host === undefined ? title : `${title} (${host})`}>
      {url === undefined ? (
        number
      ) : (
        <LinkView destination={url} label={title}>
          {number}
        </LinkView>
      )}
    </sup>
  )
}
