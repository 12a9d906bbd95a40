/** `docs/faults.md` and the pages below it: every fault with what it does, the selection to paste, and the right reaction. */
import { askedWith, ordinarily } from './asked-with.js';
import type { LedgerFile, Play, Row } from './ledger-format.js';
import type { ListedGroup } from './rows.js';
import { commandOf } from './selection-command.js';

export interface PageGroup extends ListedGroup {
  readonly file: LedgerFile;
}

const MADE = `Made by \`npm run docs:faults\` from the tests that play these faults over a real socket; not written by hand.
`;

const OTHERS = (['read', 'prompt', 'complete', 'listen', 'progress'] as const)
  .map((name) => `- ${ordinarily(name)}`)
  .join('\n');

const INTRODUCTION = `# The menu: every fault

${MADE}
Each fault can be selected by pasting its command, with the kitchen running (\`npx kitchen serve\`). It holds from the
next session on: a client begins one when it connects anew. \`npx kitchen select baseline\` goes back to health. The
same scenario and params, as \`{ "scenario": …, "params": … }\`, are what \`PUT /api/workspaces/default/selection\` takes,
and what an ordered session is made of. Faults that need a port of their own are ordered: \`kitchen order\` prints the
address to aim the client at.

Where a fault has several variants, the first one stands here and all of them on the page that follows it. A lost request
may be asked again only as a new request with a new id, unless something else is said.

The ordinary call is ${ordinarily('call')}: it shows every fault that is not "asked with" something else. Unless it says
otherwise there, the other requests are of these:

${OTHERS}
`;

export function faultsPage(groups: readonly PageGroup[]): string {
  const served = groups.filter(({ rows }) => rows.length > 0);
  const contents = served.map((group) => {
    const { name, title } = group;
    const count = servedRows(group).length;
    return `- [${title}](#${slug(`${name}: ${title}`)}): ${String(count)} faults`;
  });
  return [
    INTRODUCTION,
    `## Contents\n\n${contents.join('\n')}\n`,
    ...served.flatMap(groupText),
  ].join('\n');
}

/** All variants of the faults of a group. */
export function variantsPage(group: PageGroup): string {
  const { title } = group;
  return [
    `# ${title}: all variants\n`,
    `${MADE}\n[What each fault does, the right reaction, and what the requests are of](../faults.md). Where nothing else is said, ask ${ordinarily('call')}.\n`,
    ...servedRows(group)
      .filter(({ row }) => Object.keys(row.variants).length > 1)
      .flatMap(({ heading, row }) => [
        `## ${heading}\n`,
        ...Object.entries(row.variants).map(([name, play]) => variantText(name, play)),
      ]),
  ].join('\n');
}

export function variantsFile({ name }: PageGroup): string {
  return `${name.toLowerCase()}.md`;
}

interface ServedRow {
  readonly id: string;
  readonly title: string;
  readonly heading: string;
  readonly row: Exclude<Row, { readonly cannot: string }>;
}

function servedRows({ rows, file }: PageGroup): readonly ServedRow[] {
  return rows.flatMap(({ id, title }) => {
    const row = file[id];
    if (row === undefined || 'cannot' in row) return [];
    return [{ id, title, heading: `${id} ${title}`, row }];
  });
}

function groupText(group: PageGroup): readonly string[] {
  const { name, title, rows, file } = group;
  const served = servedRows(group);
  const links = served.map((row) => `- [${row.id}](#${slug(row.heading)}) ${row.title}`);
  const absent = rows.flatMap(({ id, title: what }) => {
    const row = file[id];
    return row !== undefined && 'cannot' in row ? [`- **${id} ${what}:** ${row.cannot}`] : [];
  });
  return [
    `## ${name}: ${title}\n`,
    `${links.join('\n')}\n`,
    ...served.map((row) => faultText(row, `faults/${variantsFile(group)}`)),
    ...(absent.length === 0 ? [] : [`### ${name}: not on the menu\n\n${absent.join('\n')}\n`]),
  ];
}

function faultText({ heading, row }: ServedRow, page: string): string {
  const variants = Object.entries(row.variants);
  const [[name, play] = ['', null]] = variants;
  const others = variants.length - 1;
  return [
    `### ${heading}\n`,
    `${plain(row.does)}\n`,
    `**Right reaction:** ${plain(row.reaction)}\n`,
    ...(play === null ? [] : [variantText(others === 0 ? null : name, play)]),
    ...(others === 0 ? [] : [`[${String(others)} more](${page}#${slug(heading)})\n`]),
  ].join('\n');
}

function variantText(name: string | null, play: Play): string {
  const words = [...(name === null ? [] : [`\`${name}\``]), ...askedWith(play)].join(', ');
  const head = words === '' ? '' : `${words.charAt(0).toUpperCase()}${words.slice(1)}:\n\n`;
  return `${head}\`\`\`sh\n${commandOf(play.select)}\n\`\`\`\n`;
}

/** Without the numbers of rules, which stand in no document that a reader has. */
function plain(text: string): string {
  return text
    .trim()
    .replaceAll(/\s*[([](?:see )?[CS]-[A-Z]+-\d+[^)\]]*[)\]]/g, '')
    .replaceAll(/,?\s*\b[CS]-[A-Z]+-\d+\b/g, '')
    .replaceAll('<', '&lt;');
}

/** The anchor that GitHub gives a heading. */
export function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
