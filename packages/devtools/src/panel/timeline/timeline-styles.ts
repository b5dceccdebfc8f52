/** The styles of the tab "Timeline". */
export const timelineStyles = ''
