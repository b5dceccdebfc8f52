import type { ReactElement } from 'react'
import { cleanText } from '../markdown/text-intake.ts'

export interface FileViewProps {
  readonly mediaType: string
  /** The bytes in base64, if they are in the message itself. */
  readonly base64?: string | undefined
  /** The name of the file, and the alternative text of a picture. */
  readonly name: string
  /** The sentence about a file that is not sent to the model, with its name. */
  readonly notice?: string | undefined
}

/**
 * Shows a picture that is in the message itself and that browsers draw without running anything.
 * Shows only the name of every other file. Fetches nothing.
 */
export function FileView(props: FileViewProps): ReactElement {
  const { notice } = props
  if (notice === undefined) return <File {...props} />
  return (
    <span className="ambit-not-sent">
      <File {...props} />
      <small>{notice}</small>
    </span>
  )
}

function File({ mediaType, base64, name }: FileViewProps): ReactElement {
  const isPicture = /^image\/(png|jpeg|gif|webp|avif)$/.test(mediaType)
  const alt = cleanText(name)
  if (isPicture && base64 !== undefined && !/^\w+:/.test(base64)) {
    return <img className="ambit-picture" src={`data:${mediaType};base64,${base64}`} alt={alt} />
  }
  return <span className="ambit-file">{alt}</span>
}
