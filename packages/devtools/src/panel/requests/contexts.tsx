import type { Agent } from '@ambit/core'
import { type ReactElement, useMemo } from 'react'
import type { KeptRequest } from '../../watch/request-log.ts'
import { toSize } from '../format.ts'
import { toShownText } from '../redact-shown.ts'
import { readContexts } from './read-contexts.ts'
import { Section } from './section.tsx'

/** Renders the contexts of a request as they were sent. */
export function Contexts({
  request,
  agent,
}: {
  readonly request: KeptRequest
  readonly agent: Agent
}): ReactElement {
  const texts = useMemo(() => new Map(readAll(request)), [request])
  if (request.built.contexts.length === 0) return <p className="muted">No scope gave a context.</p>
  return (
    <>
      {request.built.contexts.map(({ scope, bytes, untrusted }) => (
        <Section
          key={scope}
          title={scope}
          note={`${toSize(bytes)}${untrusted ? ' · untrusted' : ''}`}
        >
          {() => <pre>{toShownText(texts.get(scope) ?? 'A plug-in left it out.', agent)}</pre>}
        </Section>
      ))}
    </>
  )
}

/** Returns the contexts in the messages of the system, and in the last one. */
const readAll = ({ built: { request } }: KeptRequest): [scope: string, text: string][] =>
  request.prompt.flatMap(({ role, content }, at) => {
    if (role !== 'system' && at < request.prompt.length - 1) return []
    const texts =
      typeof content === 'string'
        ? [content]
        : content.flatMap((part) => (part.type === 'text' ? [part.text] : []))
    return texts.flatMap(readContexts).map(({ scope, text }): [string, string] => [scope, text])
  })
