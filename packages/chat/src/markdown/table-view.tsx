import type { Tokens } from 'marked'
import { useContext, type ReactNode } from 'react'
import { inlineNodes } from './inline-nodes.tsx'
import { MarkdownOptionsContext } from './markdown-options.ts'

interface TableViewProps {
  readonly table: Tokens.Table
  readonly depth: number
}

/** Shows a table in a region that scrolls by itself and can be reached by keyboard. */
export function TableView({ table, depth }: TableViewProps): ReactNode {
  const { strings } = useContext(MarkdownOptionsContext)
  return (
    // A region that scrolls must take the focus, or the keyboard cannot scroll it.
    <div role="region" aria-label={strings.table} tabIndex={0} data-table="">
      <table>
        <thead>
          <tr>
            {table.header.map((cell, index) => (
              <th key={index} scope="col" {...attributesOf(cell)}>
                {inlineNodes(cell.tokens, depth)}
              </th>
            ))}
          </tr>
        </thead>
        {table.rows.length > 0 && (
          <tbody>
            {table.rows.map((row, index) => (
              <tr key={index}>
                {row.map((cell, index) => (
                  <td key={index} {...attributesOf(cell)}>
                    {inlineNodes(cell.tokens, depth)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        )}
      </table>
    </div>
  )
}

/** Returns the attributes of a cell. The text of a short one, such as a date, is not broken. */
const attributesOf = ({ align, text }: Tokens.TableCell): Record<string, string | undefined> => ({
  dir: 'auto',
  'data-align': align ?? undefined,
  'data-short': text.length <= 16 ? '' : undefined,
})
