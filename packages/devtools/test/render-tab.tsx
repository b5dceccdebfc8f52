import type { ComponentType } from 'react'
import { type RenderResult, render } from 'vitest-browser-react'
import { styles } from '../src/panel/styles.ts'
import type { TabProps } from '../src/panel/tab.ts'

/** Renders the content of a tab in a page, as large as in a panel. */
export const renderTab = (
  Content: ComponentType<TabProps>,
  props: Pick<TabProps, 'watched'> & Partial<TabProps>,
): Promise<RenderResult> =>
  render(
    <div style={{ height: 360, font: '13px/1.45 system-ui' }}>
      <style>{styles.replace(':host', ':root')}</style>
      <Content go={() => undefined} {...props} />
    </div>,
  )
