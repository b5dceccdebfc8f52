/** The styles of the tab "Tools". */
export const toolsStyles = ''
