import type { ReactElement } from 'react'
import { cleanText } from '../markdown/text-intake.ts'

export interface FileViewProps {
  readonly mediaType: string
  /** The bytes, where they are in the message itself. */
  readonly base64?: string | undefined
  /** What it is called; also the text in place of a picture. */
  readonly name: string
}

/** A picture that is in the message itself and that browsers draw without running anything; of every other file the name. Nothing is fetched. */
export function FileView({ mediaType, base64, name }: FileViewProps): ReactElement {
  const isPicture = /^image\/(png|jpeg|gif|webp|avif)$/.test(mediaType)
  const alt = cleanText(name)
  if (isPicture && base64 !== undefined && !/^\w+:/.test(base64)) {
    return <img className="ambit-picture" src={`data:${mediaType};base64,${base64}`} alt={alt} />
  }
  return <span className="ambit-file">{alt}</span>
}
