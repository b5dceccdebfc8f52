/** The styles of the tab "Save". */
export const saveStyles = `
.save { display: grid; gap: 12px; padding: 10px; align-content: start; height: 100%; overflow: auto; }
.save .fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 180px), 1fr)); gap: 8px; }
.save label { display: grid; gap: 2px; min-width: 0; color: var(--muted); }
.save :is(select, input) { min-width: 0; width: 100%; }
.save .buttons { display: flex; flex-wrap: wrap; gap: 6px; margin: 8px 0 0; }
.save :is(button, select, input) { color: var(--text); background: var(--surface); border: 1px solid var(--border); border-radius: 4px; padding: 2px 8px; }
.save p { margin: 6px 0; overflow-wrap: anywhere; }
.save [role=alert] { color: var(--off); }
.save pre { margin: 6px 0 0; padding: 8px; max-height: 320px; overflow: auto; background: var(--raised); border: 1px solid var(--border); font: 12px/1.45 var(--mono); }
`
