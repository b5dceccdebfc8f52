import { useLayoutEffect, useRef, type ReactElement } from 'react'
import { cleanText } from '../../markdown/text-intake.ts'
import { Outline, ShellIcon } from '../../shell-icon.tsx'
import type { Attachments } from './use-attachments.tsx'
import { englishComposer } from '../../strings/composer-strings.ts'
import { useWords } from '../../strings/use-words.ts'

/**
 * Lists the files of the message, each with a button that removes it. Also shows why other files
 * were refused.
 */
export function AttachmentList({
  files,
  waiting,
  refused,
  remove,
}: Pick<Attachments, 'files' | 'waiting' | 'refused' | 'remove'>): ReactElement {
  const strings = useWords('composer', englishComposer)
  return (
    <div className="ambit-attachments">
      {files.length > 0 && (
        <ul aria-label={strings.attachments}>
          {files.map((file) => (
            <li
              key={keyOf(file)}
              className="ambit-attachment"
              aria-busy={waiting.includes(file) || undefined}
            >
              <Preview file={file} />
              <span className="ambit-attachment-name" dir="auto">
                {cleanText(file.name)}
              </span>
              <button
                type="button"
                aria-label={strings.removeFile(cleanText(file.name).slice(0, 120))}
                onClick={() => remove(file)}
              >
                <ShellIcon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div role="status">
        {refused.map((reason) => (
          <p key={reason} className="ambit-refused">
            {reason}
          </p>
        ))}
      </div>
    </div>
  )
}

/**
 * Shows a small picture of an image that browsers draw without running anything. Other files have
 * an icon.
 */
const Preview = ({ file }: { readonly file: File }): ReactElement =>
  /^image\/(png|jpeg|gif|webp|avif)$/.test(file.type) ? (
    <Picture file={file} />
  ) : (
    <Outline name="file" path="M6 3h8l4 4v14H6zM14 3v4h4" />
  )

function Picture({ file }: { readonly file: File }): ReactElement {
  const image = useRef<HTMLImageElement>(null)
  useLayoutEffect(() => {
    const url = URL.createObjectURL(file)
    if (image.current) image.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [file])
  return <img ref={image} alt="" />
}

const keys = new WeakMap<File, number>()
let count = 0

function keyOf(file: File): number {
  let key = keys.get(file)
  if (key === undefined) keys.set(file, (key = count++))
  return key
}
