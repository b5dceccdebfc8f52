/** The styles of the tab "Approvals". */
export const approvalsStyles = ''
