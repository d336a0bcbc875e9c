// Measurements side by side: `npm run bench -- NAME [--json]`. Figures come in pairs measured in one run, so that
// their ratio holds when the machine's speed drifts; single figures are orders of magnitude.
import { burst } from './burst.mjs';
import { campaign } from './campaign.mjs';
import { checker } from './checker.mjs';
import { history } from './history.mjs';
import { outbox } from './outbox.mjs';
import { proxy } from './proxy.mjs';
import { sender } from './sender.mjs';

const benches = { sender, proxy, burst, campaign, checker, history, outbox };

const words = process.argv.slice(2);
const asJson = words.includes('--json');
const names = words.filter((word) => !word.startsWith('--'));
const unknown = names.filter((name) => !(name in benches));
if (names.length === 0 || unknown.length > 0) {
  console.error(
    `bench: ${unknown.length > 0 ? `there is no bench "${unknown[0]}"` : 'no bench was named'}.\n` +
      `  expected: ${Object.keys(benches).join(' | ')}\n  to do:    npm run bench -- sender --json`,
  );
  process.exitCode = 64;
} else {
  for (const name of names) {
    const result = { bench: name, node: process.version, ...(await benches[name]()) };
    console.log(asJson ? JSON.stringify(result, null, 2) : table(result));
  }
}

function table({ bench, node, figures, ratios }) {
  const rows = [...Object.entries(figures), ...Object.entries(ratios)];
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
  return [`${bench} (${node})`, ...lines].join('\n');
}
