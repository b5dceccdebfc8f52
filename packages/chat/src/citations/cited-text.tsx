import { useContext, type ReactNode } from 'react'
import { toSafeLink } from '../markdown/link-policy.ts'
import { LinkView } from '../markdown/link-view.tsx'
import type { Source } from '../transcript/sources.ts'
import { CitationContext } from './citation-context.ts'

/** Marks of sources as models write them: `[1]`, `[^1]`, `【1】`, `【1†title】`. */
const marks = /\[\^?([1-9]\d?)\]|【([1-9]\d?)(?:†[^】\n]{0,80})?】/g

/** A part of a text: a mark with the number of its source, or the text between marks. */
interface TextPart {
  readonly text: string
  readonly nth?: number | undefined
}

/** Whether a text may hold a mark. */
export const hasCitation = (text: string): boolean => text.search(marks) >= 0

/** Cuts a text at its marks. */
export function citationMarks(text: string): readonly TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(marks)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    parts.push({ text: match[0], nth: Number(match[1] ?? match[2]) })
    end = match.index + match[0].length
  }
  return end < text.length ? [...parts, { text: text.slice(end) }] : parts
}

export const withoutCitations = (text: string): string => text.replace(marks, '')

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
