import { createHash } from 'node:crypto';

/** The hub's front page: that it runs, which worlds it has, and how to join. It asks `/health` for its numbers, once a second. */

const STYLE = `
  :root { color-scheme: light dark; --bg: #eef1f0; --panel: #ffffff; --sunk: #f4f6f5; --hover: #edf1f0; --line: #dce2e0; --line2: #bfc9c6;
    --text: #17211f; --muted: #52605d; --accent: #0b727b; --accent-text: #085b63; --ok: #2a7530; --ok-tint: #e0f2e0; --bad: #bf2626; --bad-tint: #fce4e2; }
  @media (prefers-color-scheme: dark) { :root { --bg: #0e1213; --panel: #171d1f; --sunk: #111617; --hover: #20282a; --line: #283133; --line2: #414c4f;
    --text: #e8edec; --muted: #a3afad; --accent: #3cc4ce; --accent-text: #6ad6de; --ok: #7acb81; --ok-tint: #173420; --bad: #ff8a80; --bad-tint: #421b1b; } }
  * { box-sizing: border-box; margin: 0; }
  body { background: var(--bg); color: var(--text); font: 13px/18px Inter, system-ui, sans-serif; font-variant-numeric: tabular-nums; }
  header { display: flex; align-items: center; gap: 12px; height: 52px; padding: 0 20px; background: var(--panel); border-bottom: 1px solid var(--line); }
  header b { font-size: 16px; font-weight: 700; }
  header span { color: var(--muted); }
  @media (max-width: 560px) { .motto { display: none; } }
  main { max-width: 720px; margin: 28px auto; padding: 0 20px; display: grid; grid-template-columns: minmax(0, 1fr); gap: 20px; }
  section { background: var(--panel); border: 1px solid var(--line); border-radius: 12px; padding: 16px; display: grid; grid-template-columns: minmax(0, 1fr); gap: 12px; }
  h1 { font-size: 16px; line-height: 22px; font-weight: 600; }
  p { color: var(--muted); }
  .chip { margin-left: auto; white-space: nowrap; padding: 4px 12px; border-radius: 999px; font-size: 12px; line-height: 16px; font-weight: 500; background: var(--ok-tint); color: var(--ok); }
  .chip.lost { background: var(--bad-tint); color: var(--bad); }
  table { width: 100%; border-collapse: collapse; }
  th { font-size: 11px; line-height: 14px; font-weight: 500; color: var(--muted); text-align: left; }
  td { height: 36px; border-top: 1px solid var(--line); }
  th, td { padding: 4px 8px; }
  .number { text-align: right; }
  code { font: 12.5px/20px 'JetBrains Mono', ui-monospace, monospace; }
  .command { display: flex; align-items: center; gap: 12px; padding: 8px 8px 8px 12px; background: var(--sunk); border-radius: 8px; }
  .command code { flex: 1; overflow-x: auto; white-space: nowrap; }
  button { height: 26px; padding: 0 12px; border: 1px solid var(--line2); border-radius: 6px; background: var(--panel); color: var(--accent-text); font: inherit; font-weight: 500; cursor: pointer; }
  button:hover { background: var(--hover); }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;

const SCRIPT = `
  const byId = (id) => document.getElementById(id);
  let first = 'demo';
  const cell = (text, kind) => Object.assign(document.createElement('td'), { textContent: text, className: kind });
  function show(health) {
    byId('state').textContent = 'running ' + duration(health.uptimeS);
    byId('state').className = 'chip';
    byId('worlds').replaceChildren(...health.worlds.map((world) => {
      const row = document.createElement('tr');
      row.append(cell(world.name, ''), cell(world.participants, 'number'), cell(world.entities, 'number'));
      return row;
    }));
    byId('empty').hidden = health.worlds.length > 0;
    first = health.worlds[0]?.name ?? 'demo';
    for (const code of document.querySelectorAll('code')) code.textContent = commands[code.id]();
  }
  const duration = (s) => s < 60 ? Math.round(s) + ' s' : s < 3600 ? Math.floor(s / 60) + ' min' : Math.floor(s / 3600) + ' h ' + Math.floor(s / 60) % 60 + ' min';
  const join = (name) => 'bin/manyhands join ' + location.origin + '/' + first + ' --as ' + name;
  const commands = { alice: () => join('alice'), bob: () => join('bob'), watch: () => '(echo watch all; sleep 60) | ' + join('watcher') + ' --json' };
  async function poll() {
    try {
      show(await (await fetch('/health')).json());
    } catch {
      byId('state').textContent = 'does not answer; trying again';
      byId('state').className = 'chip lost';
    }
    setTimeout(poll, 1000);
  }
  for (const button of document.querySelectorAll('button')) button.addEventListener('click', async () => {
    const code = button.previousElementSibling;
    getSelection().selectAllChildren(code);
    // Browsers give pages the clipboard only on loopback and over https; elsewhere the text is at least selected.
    if (navigator.clipboard) await navigator.clipboard.writeText(code.textContent);
    button.textContent = navigator.clipboard ? 'Copied' : 'Selected';
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  });
  poll();
`;

const command = (id: string, about: string): string =>
  `<p>${about}</p><div class="command"><code id="${id}" tabindex="0"></code><button type="button">Copy</button></div>`;

export const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Manyhands</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<header><b>Manyhands</b><span class="motto">many operators, many robots, one world</span><span class="chip" id="state" role="status">connecting</span></header>
<main>
<section>
<h1>Worlds of this hub</h1>
<table>
<thead><tr><th>World</th><th class="number">Participants</th><th class="number">Entities</th></tr></thead>
<tbody id="worlds"></tbody>
</table>
<p id="empty" hidden>No world yet. The first to join one creates it.</p>
</section>
<section>
<h1>Join from a terminal</h1>
${command('alice', 'Come in, then type <b>help</b>:')}
${command('bob', 'From a second terminal, on this machine or another, to see each other move:')}
${command('watch', 'For a program: every pose, for a minute, as a line of JSON:')}
</section>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;

const digestOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Only what is on the page itself may run on it. */
export const PAGE_POLICY = `default-src 'none'; connect-src 'self'; img-src data:; style-src ${digestOf(STYLE)}; script-src ${digestOf(SCRIPT)}; frame-ancestors 'none'; base-uri 'none'`;
