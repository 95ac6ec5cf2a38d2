import { EditorView } from '@codemirror/view';

/** CodeMirror in the look of the page. */
export const lookOfText = EditorView.theme({
  '&': { height: '100%', background: 'var(--mh-panel)', color: 'var(--mh-text)', fontSize: '12.5px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: "'JetBrains Mono Variable', ui-monospace, monospace", lineHeight: '20px', overflow: 'auto' },
  '.cm-content': { padding: '18px 0 40vh', caretColor: 'var(--mh-accent)' },
  '.cm-line': { padding: '0 16px 0 8px' },
  '.cm-cursor': { borderLeftColor: 'var(--mh-accent)', borderLeftWidth: '2px' },
  '.cm-gutters': { background: 'var(--mh-panel)', color: 'var(--mh-muted)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '34px', padding: '0 8px 0 4px' },
  '.cm-activeLine, .cm-activeLineGutter': { background: 'color-mix(in srgb, var(--mh-soft) 55%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--mh-accent) 24%, transparent)',
  },
  '.cm-selectionMatch': { background: 'color-mix(in srgb, var(--mh-accent) 12%, transparent)' },
  '.cm-gutter-lint': { width: '18px' },
  '.cm-lint-marker': { width: '12px', height: '12px' },
  '.cm-tooltip': {
    background: 'var(--mh-panel)',
    border: '1px solid var(--mh-line)',
    borderRadius: '10px',
    boxShadow: '0 4px 16px rgb(0 0 0 / 12%)',
    color: 'var(--mh-text)',
    fontSize: '12px',
    overflow: 'hidden',
  },
  '.cm-diagnostic': { padding: '8px 12px', borderLeftWidth: '3px', maxWidth: '420px' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--mh-bad)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--mh-warn)' },
  '.cm-diagnosticAction': {
    background: 'var(--mh-accent)',
    color: 'var(--mh-on-accent)',
    borderRadius: '6px',
    padding: '3px 8px',
    marginLeft: '8px',
    cursor: 'pointer',
  },
  '.cm-panels': { background: 'var(--mh-sunk)', color: 'var(--mh-text)', borderColor: 'var(--mh-line)' },
  '.cm-panel.cm-search input, .cm-panel.cm-search button': {
    background: 'var(--mh-panel)',
    color: 'var(--mh-text)',
    border: '1px solid var(--mh-control)',
    borderRadius: '6px',
    backgroundImage: 'none',
  },
});
