/** The styles of lists, and of a list beside what was chosen in it. */
export const listStyles = `
.sized { height: 100%; min-height: 170px; container-type: inline-size; }
.split {
  display: grid; height: 100%; min-height: 0; max-height: 100vh;
  grid: minmax(0, 1fr) / minmax(0, 2fr) minmax(0, 3fr);
}
.split > * { min-width: 0; min-height: 0; }
.pane { display: flex; flex-direction: column; overflow: hidden; }
.pane + .pane { border-inline-start: 1px solid var(--border); }
.bar {
  display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: center;
  padding: 4px 8px; border-bottom: 1px solid var(--border); color: var(--muted);
}
.bar > input { flex: 1 1 120px; min-width: 0; }
.bar input, .bar select {
  background: var(--surface); color: var(--text);
  border: 1px solid var(--border); border-radius: 4px; padding: 1px 6px; min-width: 0;
}
.bar button, .scroll button {
  border: 1px solid var(--border); border-radius: 4px; background: var(--raised);
  color: var(--text); padding: 1px 8px; cursor: pointer;
}
.bar button:disabled, .scroll button:disabled { color: var(--muted); opacity: 0.6; cursor: default; }
.bar button[aria-pressed="true"] { border-color: var(--accent); color: var(--accent); }
.rows { flex: 1 1 0; min-height: 48px; overflow: auto; position: relative; contain: strict; }
.row {
  position: absolute; inset-inline: 0; height: 24px; padding: 0 8px; cursor: default;
  display: flex; align-items: center; gap: 8px; white-space: nowrap; overflow: hidden;
}
.row:hover { background: var(--raised); }
.row[aria-selected="true"] {
  background: color-mix(in srgb, var(--accent) 7%, transparent);
  box-shadow: inset 3px 0 var(--accent);
}
.row > .fill { flex: 1 1 0; min-width: 0; overflow: hidden; text-overflow: ellipsis; }
.row > :not(.fill) { flex: none; }
.muted { color: var(--muted); }
.on { color: var(--on); }
.off { color: var(--off); }
.warn { color: var(--warn); }
.scroll { flex: 1 1 0; overflow: auto; padding: 8px 12px; overflow-wrap: anywhere; }
.scroll pre {
  margin: 4px 0; padding: 6px 8px; background: var(--raised); border-radius: 4px;
  font: 12px/1.45 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere;
}
.empty { padding: 16px; color: var(--muted); margin: 0; }
@container (max-width: 640px) {
  .split { min-height: 340px; }
  .split { grid: minmax(0, 2fr) minmax(0, 3fr) / minmax(0, 1fr); }
  .pane + .pane { border-inline-start: 0; border-top: 1px solid var(--border); }
}
`
