/** The styles of the tab "Approvals". */
export const approvalsStyles = `
.scroll h4 { margin: 10px 0 2px; font-size: 13px; }
.scroll ol { margin: 4px 0; padding-inline-start: 20px; }
.scroll li { margin: 3px 0; }
.scroll .bar { border: 0; padding: 4px 0; }
`
